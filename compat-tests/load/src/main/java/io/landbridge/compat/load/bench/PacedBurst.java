package io.landbridge.compat.load.bench;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Does something many times, at a given rate and whether or not what was begun before has ended:
 * those who come do not wait for those who are served.
 */
final class PacedBurst {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private PacedBurst() {}

  /**
   * What came of it.
   *
   * @param began when the first was due, as {@link System#nanoTime}
   * @param ended when the last was answered
   * @param took nanoseconds of each from when it was due, not from when it was begun: one that this
   *     process begins late is late for whoever waits
   * @param failed how many failed
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, and copied by nobody.
  record Outcome(long began, long ended, long[] took, int failed) {}

  /**
   * Runs.
   *
   * @param count how often
   * @param perSecond how many begin in a second
   * @param limit for the answers, after the last has begun
   * @param action starts one and returns at once
   * @throws BenchException if not all are answered in time, one way or another
   */
  static Outcome run(
      String what,
      int count,
      double perSecond,
      Duration limit,
      IntFunction<? extends CompletableFuture<?>> action) {
    long[] took = new long[count];
    AtomicInteger failed = new AtomicInteger();
    CountDownLatch left = new CountDownLatch(count);
    long began = System.nanoTime();
    for (int i = 0; i < count; i++) {
      int index = i;
      long due = began + (long) (i * (NANOS_PER_SECOND / perSecond));
      awaitMoment(due, what);
      var unused =
          action
              .apply(i)
              .whenComplete(
                  (done, problem) -> {
                    took[index] = System.nanoTime() - due;
                    if (problem != null) {
                      failed.incrementAndGet();
                    }
                    left.countDown();
                  });
    }
    try {
      if (!left.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new BenchException(
            "%s: %d of %d are not answered %d s after the last has begun"
                .formatted(what, left.getCount(), count, limit.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException(what + " was interrupted");
    }
    return new Outcome(began, System.nanoTime(), took, failed.get());
  }

  private static void awaitMoment(long due, String what) {
    long wait = due - System.nanoTime();
    if (wait <= 0) {
      return;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException(what + " was interrupted");
    }
  }
}
