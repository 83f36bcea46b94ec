package io.landbridge.compat.stall;

import java.time.Duration;
import java.util.Locale;

/**
 * A time in which the machine did not let everybody work.
 *
 * @param from when the first of the lost time began, as {@link System#nanoTime()}
 * @param to when the last of it ended
 * @param lost the most that was lost within the time in which a server takes a client for dead
 * @param who lost it, for people
 */
record Stall(long from, long to, Duration lost, String who) {

  /** Whether what was seen then may come from it. */
  boolean explains(Deviation deviation, Patience patience) {
    return deviation.at() - from >= 0 && deviation.at() - to <= patience.reach().toNanos();
  }

  /** One more that overlaps. */
  Stall and(Stall later) {
    boolean worse = later.lost.compareTo(lost) > 0;
    return new Stall(from, later.to, worse ? later.lost : lost, worse ? later.who : who);
  }

  /** In seconds since a time. */
  String since(long start) {
    return String.format(
        Locale.ROOT,
        "from %.1f to %.1f s: up to %.1f s lost: %s",
        (from - start) / 1e9,
        (to - start) / 1e9,
        lost.toMillis() / 1e3,
        who);
  }
}
