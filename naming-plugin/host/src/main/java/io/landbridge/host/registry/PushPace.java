package io.landbridge.host.registry;

import io.landbridge.model.ServiceKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When a service is pushed: a change after a quiet time at once, what changes all the time no more
 * often than the server itself pushes, and not again before the last push has begun. A push is put
 * together when it begins, so until then it takes every change along, however long it waits behind
 * others: who pushes more than a server can push makes everybody learn of it later. Safe for use
 * from any thread.
 */
final class PushPace {

  private static final int KEPT = 1_024;

  private final long interval;
  private final long patience;
  private final LongSupplier clock;
  private final Map<ServiceKey, Push> pushes = new ConcurrentHashMap<>();
  private volatile long tidied;

  /**
   * The last push of a service.
   *
   * @param at when it began, or when it may begin
   * @param begun which of both
   * @param joined whether the last change found it there, and is said by it
   */
  private record Push(long at, boolean begun, boolean joined) {}

  /**
   * Makes one that knows of no push.
   *
   * @param interval shortest time between the beginnings of two pushes of a service
   * @param patience how late a push may begin; one that is later is not waited for
   * @param clock nanoseconds, as {@link System#nanoTime} counts them
   */
  PushPace(Duration interval, Duration patience, LongSupplier clock) {
    this.interval = interval.toNanos();
    this.patience = patience.toNanos();
    this.clock = clock;
    this.tidied = clock.getAsLong();
  }

  /**
   * How long the push waits that says a change of now.
   *
   * @return empty if there is one that has not begun, and will say it
   */
  Optional<Duration> delay(ServiceKey service) {
    long now = clock.getAsLong();
    if (pushes.size() > KEPT && now - tidied >= interval) {
      tidied = now;
      pushes.values().removeIf(each -> isOver(each, now));
    }
    Push push = pushes.compute(service, (key, last) -> next(last, now));
    return push.joined() ? Optional.empty() : Optional.of(Duration.ofNanos(push.at() - now));
  }

  private Push next(@Nullable Push last, long now) {
    if (last == null || isOver(last, now)) {
      return new Push(now, false, false);
    }
    return last.begun()
        ? new Push(last.at() + interval, false, false)
        : new Push(last.at(), false, true);
  }

  /** Whether it says nothing of when to push next. */
  private boolean isOver(Push push, long now) {
    return now - push.at() >= (push.begun() ? interval : patience);
  }

  /** A push of the service begins: it says what is so from now on, and nothing later. */
  void begin(ServiceKey service) {
    long now = clock.getAsLong();
    pushes.computeIfPresent(service, (key, push) -> new Push(now, true, false));
  }

  /** How many services it remembers. */
  int size() {
    return pushes.size();
  }
}
