package io.landbridge.compat.load.wire;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An instance of a service.
 *
 * @param ip address
 * @param port 0 to 65535
 * @param weight Nacos weight
 * @param healthy as the registry sees it
 * @param enabled whether an operator lets it have traffic
 * @param cluster the label inside the service
 * @param metadata sorted by key
 */
public record Instance(
    String ip,
    int port,
    double weight,
    boolean healthy,
    boolean enabled,
    String cluster,
    SortedMap<String, String> metadata) {

  /** Copies the metadata. */
  public Instance {
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /** A healthy and enabled instance with weight 1 in the default cluster. */
  public static Instance of(String ip, int port, Map<String, String> metadata) {
    return new Instance(ip, port, 1.0, true, true, "DEFAULT", new TreeMap<>(metadata));
  }

  /** {@code ip:port}. */
  public String address() {
    return ip + ":" + port;
  }
}
