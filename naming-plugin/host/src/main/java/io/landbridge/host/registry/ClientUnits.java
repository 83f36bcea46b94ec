package io.landbridge.host.registry;

import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which clients belong together: a connection stands for itself; of the clients the server knows by
 * address, those with one ip, whatever their ports. Those are remembered, because the server has no
 * index of them; a client that is gone is forgotten when it is looked for.
 *
 * <p>Safe for use from any thread.
 */
final class ClientUnits {

  private static final String MARK = IpPortBasedClient.ID_DELIMITER;

  private final Map<String, Set<String>> byAddress = new ConcurrentHashMap<>();

  /** The unit of a client, which is remembered. */
  String unitOf(String client) {
    int end = client.indexOf(MARK);
    if (end < 0) {
      return client;
    }
    String unit = unitOfAddress(client, end);
    byAddress.compute(
        unit,
        (name, known) -> {
          Set<String> all = known == null ? ConcurrentHashMap.newKeySet(1) : known;
          all.add(client);
          return all;
        });
    return unit;
  }

  private static String unitOfAddress(String client, int end) {
    int port = client.lastIndexOf(':', end);
    return unitAt(client.substring(0, port < 0 ? end : port));
  }

  /** The unit of an ip: it, and a character no connection's name has. */
  static String unitAt(String ip) {
    return ip + MARK;
  }

  /** Whether a unit is an ip, not a connection. */
  static boolean isAddress(String unit) {
    return unit.endsWith(MARK);
  }

  /** What a client's registrations have in common: its connection, or nothing. */
  static String connection(String client) {
    return client.contains(MARK) ? "" : client;
  }

  /** The clients of a unit, some of which may be gone. */
  Collection<String> clientsOf(String unit) {
    return isAddress(unit) ? byAddress.getOrDefault(unit, Set.of()) : Set.of(unit);
  }

  /** Forgets a client that is gone. */
  void forget(String client) {
    int end = client.indexOf(MARK);
    if (end >= 0) {
      byAddress.computeIfPresent(unitOfAddress(client, end), (name, known) -> less(known, client));
    }
  }

  /** Null takes the entry out of the map. */
  @SuppressWarnings("NullAway")
  private static Set<String> less(Set<String> known, String client) {
    known.remove(client);
    return known.isEmpty() ? null : known;
  }

  /** All units that are ips. */
  Collection<String> addresses() {
    return byAddress.keySet();
  }
}
