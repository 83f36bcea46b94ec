package io.landbridge.bridge.exports;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When the export looks at everything that is registered here, and when at what has changed alone.
 *
 * <p>A whole round takes as long as much is registered, however little has changed. The next one
 * begins so many times as long after it as that took, so that it takes little of a processor where
 * something changes all the time. In between there are rounds of what the server tells of: who
 * registers does not wait for a whole one. For one thread.
 */
final class RoundPace {

  private static final int WHOLE_APART = 400;

  /**
   * With more, a beat between two rounds could be missed, and a client that beats every few seconds
   * be taken for late.
   */
  static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2_400);

  /** The same while a client may be heard or be registered in both clusters, or beats often. */
  static final long LONGEST_OF_BOTH_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);

  /** What comes sooner is said with fewer requests together. */
  private static final long CHANGES_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final LongSupplier nanos;

  /** When the last round ended, if there was one. */
  private long endedAt;

  private long wholeEndedAt;

  /** How long after the last whole round the next may begin. */
  private long wholeApart;

  /** What a round looks at. */
  enum Round {
    /** There is none yet. */
    NONE,
    /** What has changed. */
    CHANGES,
    /** Everything. */
    WHOLE
  }

  /**
   * Makes it; a whole round is due.
   *
   * @param nanos this machine's nanoseconds
   */
  RoundPace(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** What is due now. There is some time between any round of what has changed and a whole one. */
  Round due() {
    long now = nanos.getAsLong();
    long left = wholeApart - (now - wholeEndedAt);
    if (wholeApart == 0 || left <= 0) {
      return Round.WHOLE;
    }
    return left >= CHANGES_NANOS && now - endedAt >= CHANGES_NANOS ? Round.CHANGES : Round.NONE;
  }

  /** A round of what has changed has ended. */
  void changesEnded() {
    endedAt = nanos.getAsLong();
  }

  /**
   * A whole round has ended.
   *
   * @param took nanoseconds of it, without waiting for requests
   * @param longest until the next one
   */
  void wholeEnded(long took, long longest) {
    endedAt = nanos.getAsLong();
    wholeEndedAt = endedAt;
    wholeApart = Math.min(longest, took * WHOLE_APART);
  }

  /** Somebody came to be in both clusters: what follows on that is for whole rounds to see. */
  void hurry() {
    long soon = nanos.getAsLong() - wholeEndedAt + CHANGES_NANOS;
    wholeApart = Math.min(wholeApart, Math.max(LONGEST_OF_BOTH_NANOS, soon));
  }
}
