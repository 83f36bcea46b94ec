package io.landbridge.document;

import java.util.concurrent.TimeUnit;

/**
 * How often something may be done: so many times a second, and after a pause twice as many at once.
 * Not thread-safe.
 */
final class TokenBucket {

  private static final int BURST_SECONDS = 2;

  private final long nanosPerToken;
  private final long capacityNanos;

  /** The bucket holds what has run in since this moment. */
  private long emptyAt;

  /**
   * Makes a full bucket.
   *
   * @param perSecond tokens that run in in a second
   * @param now nanoseconds, as in the other methods
   */
  TokenBucket(int perSecond, long now) {
    nanosPerToken = TimeUnit.SECONDS.toNanos(1) / perSecond;
    capacityNanos = nanosPerToken * perSecond * BURST_SECONDS;
    emptyAt = now - capacityNanos;
  }

  /** How long until there is a token; 0 when there is one. */
  long nanosUntilOne(long now) {
    return Math.max(0, emptyAt + nanosPerToken - now);
  }

  /** Takes one; only when there is one. */
  void take(long now) {
    emptyAt = Math.max(emptyAt, now - capacityNanos) + nanosPerToken;
  }
}
