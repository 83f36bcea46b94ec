package io.landbridge.front.push;

import io.landbridge.model.ServiceKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who subscribed to what, up to a number of subscriptions and to what they weigh, together and
 * those of each address. Safe for use from any thread; looking at it never waits.
 */
final class Subscriptions {

  private final int most;
  private final long mostBytes;
  private final long mostBytesPerAddress;
  private final Map<ServiceKey, Map<Subscription.Key, Subscription>> services =
      new ConcurrentHashMap<>();
  private final Map<InetSocketAddress, Shared<Peer>> peers = new ConcurrentHashMap<>();
  private final Map<InetAddress, Long> weights = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** What several subscriptions have in common, and how many. */
  private record Shared<T>(T of, int users) {}

  /**
   * What a client says of itself.
   *
   * @param ip the address it names as its own
   * @param agent what it says it is
   * @param app the name its library gives its process; may be empty
   */
  record Client(InetAddress ip, String agent, String app) {}

  Subscriptions(int most, long mostBytes, long mostBytesPerAddress) {
    this.most = most;
    this.mostBytes = mostBytes;
    this.mostBytesPerAddress = mostBytesPerAddress;
  }

  /**
   * Adds a subscription, or keeps it alive.
   *
   * @return null if there are as many, or as heavy ones, as there may be
   */
  @Nullable Subscription add(ServiceKey service, Subscription.Key key, Client client, long now) {
    @Nullable Map<Subscription.Key, Subscription> known = services.get(service);
    @Nullable Subscription before = known == null ? null : known.get(key);
    if (before != null && before.touch(now)) {
      return before;
    }
    long weight = weight(service, key, client);
    if (!reserve(key.peer().getAddress(), weight)) {
      return null;
    }
    Peer peer = join(key.peer());
    Subscription added = new Subscription(key, client, peer, weight, now);
    services.compute(
        service,
        (same, clients) -> {
          Map<Subscription.Key, Subscription> kept =
              clients == null ? new ConcurrentHashMap<>() : clients;
          @Nullable Subscription replaced = kept.put(key, added);
          if (replaced != null) {
            release(replaced);
          }
          return kept;
        });
    return added;
  }

  /** About what it takes, with the entries of the tables that lead to it. */
  private static long weight(ServiceKey service, Subscription.Key key, Client client) {
    return 512
        + 2L * (key.clusters().length() + client.agent().length() + client.app().length())
        + 2L * (service.name().length() + service.group().length());
  }

  private boolean reserve(InetAddress address, long weight) {
    if (count.incrementAndGet() > most) {
      count.decrementAndGet();
      return false;
    }
    if (bytes.addAndGet(weight) > mostBytes) {
      bytes.addAndGet(-weight);
      count.decrementAndGet();
      return false;
    }
    if (weights.merge(address, weight, Long::sum) > mostBytesPerAddress) {
      unload(address, weight);
      return false;
    }
    return true;
  }

  private void unload(InetAddress address, long weight) {
    weights.computeIfPresent(address, (same, all) -> all == weight ? null : all - weight);
    bytes.addAndGet(-weight);
    count.decrementAndGet();
  }

  private Peer join(InetSocketAddress address) {
    Shared<Peer> shared =
        peers.merge(
            address,
            new Shared<>(new Peer(), 1),
            (known, added) -> new Shared<>(known.of(), known.users() + 1));
    return shared.of();
  }

  private void release(Subscription gone) {
    gone.peer().forget(gone);
    peers.computeIfPresent(
        gone.key().peer(),
        (same, shared) ->
            shared.users() == 1 ? null : new Shared<>(shared.of(), shared.users() - 1));
    unload(gone.key().peer().getAddress(), gone.weight());
  }

  /** Those of a service; may change meanwhile. */
  Collection<Subscription> of(ServiceKey service) {
    @Nullable Map<Subscription.Key, Subscription> clients = services.get(service);
    return clients == null ? List.of() : clients.values();
  }

  boolean any(ServiceKey service) {
    return services.containsKey(service);
  }

  Collection<ServiceKey> services() {
    return services.keySet();
  }

  /** Takes out one that has been forgotten. */
  void remove(ServiceKey service, Subscription forgotten) {
    services.computeIfPresent(
        service,
        (same, clients) -> {
          if (clients.remove(forgotten.key(), forgotten)) {
            release(forgotten);
          }
          return clients.isEmpty() ? null : clients;
        });
  }

  int size() {
    return count.get();
  }

  /** What they weigh, about. */
  long bytes() {
    return bytes.get();
  }
}
