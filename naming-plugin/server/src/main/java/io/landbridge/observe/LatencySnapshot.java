package io.landbridge.observe;

import java.util.List;

/**
 * Durations at one moment.
 *
 * @param counts how many were at most as long as each of {@link #BOUNDS_MILLIS} and longer than the
 *     one before; a last number counts those longer than all of them
 * @param count how many there were
 * @param sumMillis their sum
 * @param maxMillis the longest
 */
public record LatencySnapshot(List<Long> counts, long count, long sumMillis, long maxMillis) {

  /** Upper bounds, in milliseconds, inclusive. */
  public static final List<Integer> BOUNDS_MILLIS =
      List.of(10, 25, 50, 100, 200, 300, 500, 750, 1_000, 2_500, 5_000, 10_000, 30_000);

  /** Copies the counts. */
  public LatencySnapshot {
    counts = List.copyOf(counts);
  }
}
