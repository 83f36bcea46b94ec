package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds the clients that are registered in both clusters and have left the legacy one.
 *
 * <p>A client that moves registers here first and deregisters there a moment later, and from then
 * until its export is there nobody finds it there. A 1.x server tells of a change after a second,
 * and the catalog says it later still; so for a while after a client came to be in both, it is
 * looked there whether it still is.
 */
final class MovedClients {

  /** Who moves has left by then; of whoever stays in both, the imports tell. */
  private static final long MOVING_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** By then it is imported no more, or must be looked at again. */
  private static final long BELIEVED_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final int SERVICES_AT_ONCE = 20;

  private final LongSupplier nanos;

  /** Who left, and when that was seen. Written by the round's threads. */
  private final Map<ImportedInstance.Key, Long> left = new ConcurrentHashMap<>();

  // Touched by the task's thread alone.

  /** Since when each is registered in both. */
  private final Map<ImportedInstance.Key, Long> since = new HashMap<>();

  private final Map<ServiceKey, Long> looked = new HashMap<>();

  MovedClients(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Whether it has left the legacy cluster, though it is imported still. */
  boolean hasLeft(ImportedInstance.Key key) {
    return left.containsKey(key);
  }

  /** Nobody of its address is registered there by itself any more; from any thread. */
  void left(ImportedInstance.Key key) {
    left.put(key, nanos.getAsLong());
  }

  /**
   * Begins a round.
   *
   * @param both who is registered in both by what is imported, also who has left
   */
  void follow(Set<ImportedInstance.Key> both) {
    long now = nanos.getAsLong();
    left.keySet().retainAll(both);
    since.keySet().retainAll(both);
    both.forEach(key -> since.putIfAbsent(key, now));
    left.forEach(
        (key, at) -> {
          if (now - at > BELIEVED_NANOS && left.remove(key, at)) {
            since.put(key, now);
          }
        });
  }

  /**
   * Whom to look for, by service; those first that were not looked for longest, a few at a time.
   */
  Map<ServiceKey, List<ImportedInstance.Key>> due() {
    long now = nanos.getAsLong();
    Map<ServiceKey, List<ImportedInstance.Key>> moving = new HashMap<>();
    since.forEach(
        (key, at) -> {
          if (now - at <= MOVING_NANOS && !left.containsKey(key)) {
            moving.computeIfAbsent(key.service(), service -> new ArrayList<>()).add(key);
          }
        });
    looked.keySet().retainAll(moving.keySet());
    moving.keySet().stream()
        .sorted(Comparator.comparing(service -> looked.getOrDefault(service, 0L) - now))
        .skip(SERVICES_AT_ONCE)
        .toList()
        .forEach(moving::remove);
    moving.keySet().forEach(service -> looked.put(service, now));
    return moving;
  }
}
