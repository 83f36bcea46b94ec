package io.landbridge.compat.load.bench;

import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceInstances;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** One subscription: when each address was pushed for the first time, and what there is now. */
final class PushWatch {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(5);

  private final String what;
  private final Map<String, Long> seen = new ConcurrentHashMap<>();
  private volatile Set<String> present = Set.of();

  /** Makes one that was told nothing yet; {@code what} is for messages. */
  PushWatch(String what) {
    this.what = what;
  }

  /** The subscriber's callback. */
  void told(ServiceInstances now) {
    long at = System.nanoTime();
    present =
        now.instances().stream().map(Instance::address).collect(Collectors.toUnmodifiableSet());
    present.forEach(address -> seen.putIfAbsent(address, at));
  }

  /** Waits until an address was pushed; returns when, as {@link System#nanoTime}. */
  long await(String address) {
    Eventually.holds(
        LIMIT, POLL, () -> what + " is not told of " + address, () -> seen.containsKey(address));
    return seen.getOrDefault(address, 0L);
  }

  /** Waits until a push does not have an address any more, and forgets it. */
  void awaitGone(String address) {
    Eventually.holds(
        LIMIT, POLL, () -> what + " is still told of " + address, () -> !present.contains(address));
    seen.remove(address);
  }

  /** Waits until so many addresses were pushed. */
  void awaitSize(int addresses) {
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "%s is told of %d of %d".formatted(what, present.size(), addresses),
        () -> present.size() == addresses);
  }
}
