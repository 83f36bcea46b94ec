package io.landbridge.bridge.exports;

import io.landbridge.registry.legacy.ExportMark;

/**
 * What was heard here of a client that sends beats, and may send each of them to any server of
 * either cluster. All times are milliseconds since 1970. Pure.
 *
 * @param since the first of the last beats that followed each other without a gap
 * @param last the last one
 * @param passed the last one of which the legacy cluster was told; 0 for none
 * @param gap by how much two beats are apart when one in between went elsewhere, or was not sent
 */
record BeatHistory(long since, long last, long passed, long gap) {

  /** A beat may be that much late, and is no gap yet. */
  private static final long LATE_MILLIS = 1_500;

  /** The gap of who beats as 1.x clients do by themselves. */
  static final long NATIVE_GAP_MILLIS = ExportMark.NATIVE_INTERVAL.toMillis() + LATE_MILLIS;

  /**
   * Who was heard here without a gap for that long has no server of the other cluster in its list.
   * One that has, and sends every second beat here, passes for such a client once in 4096 times,
   * and until the first gap.
   */
  private static final long STEADY_MILLIS = 60_000;

  static BeatHistory first(long at, long intervalMillis) {
    return new BeatHistory(at, at, 0, intervalMillis + LATE_MILLIS);
  }

  BeatHistory heard(long at) {
    if (at < last - gap) {
      // The clock was set back. Whether the legacy cluster was told of any is not forgotten.
      return new BeatHistory(at, at, Math.min(passed, at - 1), gap);
    }
    return at <= last ? this : new BeatHistory(at - last > gap ? at : since, at, passed, gap);
  }

  BeatHistory passedOn(long upTo) {
    return new BeatHistory(since, last, Math.max(passed, upTo), gap);
  }

  /** Whether the legacy cluster is to be told of the last one, which is fresh. */
  boolean isNews(long now) {
    return last > passed && !isQuiet(now);
  }

  /** Whether a beat went elsewhere, or was not sent. */
  boolean isQuiet(long now) {
    return now - last > gap;
  }

  /** Whether it is heard here and, as far as can be told, nowhere else. */
  boolean isSteady(long now) {
    return !isQuiet(now) && last - since >= STEADY_MILLIS;
  }

  /** Whether it vanished too soon to have expired: its client has taken its leave here. */
  boolean tookLeave(long now) {
    return now - last < 2 * gap;
  }
}
