package io.landbridge.front.push;

import io.landbridge.model.ServiceKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Who subscribed to what, up to a number of subscriptions. Safe for use from any thread; looking at
 * it never waits.
 */
final class Subscriptions {

  private final int most;
  private final Map<ServiceKey, Map<Subscription.Key, Subscription>> services =
      new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  Subscriptions(int most) {
    this.most = most;
  }

  /**
   * Adds a subscription, or keeps it alive.
   *
   * @return false if there are as many as there may be
   */
  boolean add(ServiceKey service, Subscription.Key key, String agent, String app, long now) {
    @Nullable Map<Subscription.Key, Subscription> known = services.get(service);
    @Nullable Subscription before = known == null ? null : known.get(key);
    if (before != null && before.touch(now)) {
      return true;
    }
    if (count.incrementAndGet() > most) {
      count.decrementAndGet();
      return false;
    }
    services.compute(
        service,
        (same, clients) -> {
          Map<Subscription.Key, Subscription> kept =
              clients == null ? new ConcurrentHashMap<>() : clients;
          @Nullable Subscription replaced = kept.put(key, new Subscription(key, agent, app, now));
          if (replaced != null) {
            count.decrementAndGet();
          }
          return kept;
        });
    return true;
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

  void forEach(BiConsumer<ServiceKey, Subscription> visitor) {
    services.forEach(
        (service, clients) -> clients.values().forEach(each -> visitor.accept(service, each)));
  }

  /** Takes out one that has been forgotten. */
  void remove(ServiceKey service, Subscription forgotten) {
    services.computeIfPresent(
        service,
        (same, clients) -> {
          if (clients.remove(forgotten.key(), forgotten)) {
            count.decrementAndGet();
          }
          return clients.isEmpty() ? null : clients;
        });
  }

  int size() {
    return count.get();
  }
}
