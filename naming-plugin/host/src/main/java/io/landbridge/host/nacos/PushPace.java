package io.landbridge.host.nacos;

import io.landbridge.model.ServiceKey;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When a service is pushed: a change after a quiet time at once, what changes all the time no more
 * often than the server itself pushes. Safe for use from any thread.
 *
 * <p>The engine that pushes merges a task with one that waits: it starts to count at the earlier of
 * both, and waits as long as the later says. A delay is therefore always given from the moment the
 * first task of a push was made.
 */
final class PushPace {

  private static final int KEPT = 1_024;

  private final long interval;
  private final long slack;
  private final LongSupplier clock;
  private final Map<ServiceKey, Push> pushes = new ConcurrentHashMap<>();

  /**
   * A push.
   *
   * @param made when its first task was made
   * @param due when it may begin
   */
  private record Push(long made, long due) {
    Duration delay() {
      return Duration.ofNanos(due - made);
    }
  }

  /**
   * Makes one that knows of no push.
   *
   * @param interval shortest time between two pushes of a service
   * @param slack by how much the engine may be late
   * @param clock nanoseconds, as {@link System#nanoTime} counts them
   */
  PushPace(Duration interval, Duration slack, LongSupplier clock) {
    this.interval = interval.toNanos();
    this.slack = slack.toNanos();
    this.clock = clock;
  }

  /** How long the task waits that pushes a change of now; never so that it is not pushed at all. */
  Duration delay(ServiceKey service) {
    long now = clock.getAsLong();
    if (pushes.size() > KEPT) {
      pushes.values().removeIf(each -> now - each.due() >= interval);
    }
    return pushes.compute(service, (key, last) -> next(last, now)).delay();
  }

  private Push next(@Nullable Push last, long now) {
    if (last == null || now - last.due() >= interval) {
      return new Push(now, now);
    }
    // One that may still wait takes this change along; if it does not, there is one more.
    return now - last.due() < slack ? last : new Push(now, last.due() + interval);
  }

  /** How many services it remembers. */
  int size() {
    return pushes.size();
  }
}
