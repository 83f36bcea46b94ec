package io.landbridge.registry.http;

import java.util.concurrent.TimeUnit;

/**
 * How long a server takes for several small answers. Who waits for all of them at once is woken
 * once, and who waits for the first, for each: then they are read one by one as they come. So it is
 * learned from what they took: a server that is busy takes many times as long as one that is not.
 * Safe for use by several threads; which of two measurements is kept does not matter.
 */
final class AnswerPace {

  /** About what an idle 1.4.1 takes. */
  static final long LEAST_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** Of a server that is slower still they are read as they come. */
  static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** To read what is there takes less, also where the processor is busy. */
  private static final long READ_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  /** For one answer. */
  private volatile long each = TimeUnit.MICROSECONDS.toNanos(250);

  /** How long to wait for so many before the first is read, in nanoseconds. */
  long forAnswers(int count) {
    return count * each;
  }

  /**
   * Several were waited for and read.
   *
   * @param count how many
   * @param waited how long, in nanoseconds, before the first was read
   * @param until and how long until the last one was
   */
  void took(int count, long waited, long until) {
    boolean isThere = until - waited <= count * READ_NANOS;
    long now = isThere ? each - each / 16 : until / count + until / count / 4;
    each = Math.max(LEAST_NANOS, Math.min(MOST_NANOS, now));
  }
}
