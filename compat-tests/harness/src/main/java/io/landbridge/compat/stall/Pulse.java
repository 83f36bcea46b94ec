package io.landbridge.compat.stall;

import java.time.Duration;

/**
 * How often a JVM's own periodic thread got a processor so far. It wants one every 50 ms, as long
 * as the JVM keeps performance data, which it does by default; whatever else wants one in that
 * process waits about as long.
 *
 * @param at when that was read, as {@link System#nanoTime()}
 * @param beats how often, since the process began
 */
record Pulse(long at, long beats) {

  private static final Duration APART = Duration.ofMillis(50);

  /** How late it may be each time; a busy machine does no worse. */
  private static final Duration BEARABLE = Duration.ofMillis(10);

  /** Fewer in a second than this, over a process's whole life, and it is no pulse. */
  private static final long LEAST = 5;

  /** What {@code schedstat} says: time on a processor, time waiting for one, time slices. */
  static Pulse parse(long at, String schedstat) {
    return new Pulse(at, Long.parseLong(schedstat.strip().split(" ", -1)[2]));
  }

  /** What the process has lost since then, nanoseconds. */
  long lostSince(Pulse earlier) {
    long wanted = APART.plus(BEARABLE).toNanos();
    return Math.max(0, at - earlier.at - (beats - earlier.beats) * wanted);
  }

  /** Whether a process of that age has a pulse at all. */
  boolean isOne(Duration age) {
    return beats > age.toSeconds() * LEAST;
  }
}
