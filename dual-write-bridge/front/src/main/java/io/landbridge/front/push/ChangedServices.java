package io.landbridge.front.push;

import io.landbridge.model.ServiceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The services that changed, and when it is to be told. Safe for use from any thread; one waits.
 */
final class ChangedServices {

  private final LongSupplier clock;
  private final Map<ServiceKey, Long> changed = new HashMap<>();

  /**
   * Makes it empty.
   *
   * @param clock milliseconds since any moment; never goes back
   */
  ChangedServices(LongSupplier clock) {
    this.clock = clock;
  }

  /** A service changed; of several moments the first counts. */
  void mark(ServiceKey service, long due) {
    synchronized (changed) {
      changed.merge(service, due, Math::min);
      changed.notifyAll();
    }
  }

  /** Who waits is to look whether it is urgent. */
  void wake() {
    synchronized (changed) {
      changed.notifyAll();
    }
  }

  /**
   * Waits for services that are due, and takes them out.
   *
   * @param until no longer than until then, on the clock
   * @param urgent no longer than until this is so, after somebody called {@link #wake}
   */
  List<ServiceKey> due(long until, BooleanSupplier urgent) throws InterruptedException {
    synchronized (changed) {
      while (true) {
        long now = clock.getAsLong();
        List<ServiceKey> due =
            changed.entrySet().stream()
                .filter(each -> each.getValue() <= now)
                .map(Map.Entry::getKey)
                .toList();
        if (!due.isEmpty() || now >= until || urgent.getAsBoolean()) {
          due.forEach(changed::remove);
          return due;
        }
        long next = changed.values().stream().mapToLong(Long::longValue).min().orElse(until);
        changed.wait(Math.max(1, Math.min(next, until) - now));
      }
    }
  }
}
