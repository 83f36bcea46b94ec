package io.landbridge.compat.load.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/** Does something many times, so many at a time, and notes when each began and ended. */
final class Burst {

  private static final int MAX_FAILURES = 20;

  private final IntFunction<? extends CompletableFuture<?>> action;
  private final long[] began;
  private final long[] ended;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicReference<Throwable> firstFailure = new AtomicReference<>();
  private final CountDownLatch lanes;

  private Burst(int count, int inFlight, IntFunction<? extends CompletableFuture<?>> action) {
    this.action = action;
    this.began = new long[count];
    this.ended = new long[count];
    this.lanes = new CountDownLatch(inFlight);
  }

  /**
   * When everything began and ended, by index, in {@link System#nanoTime}; every one succeeded.
   *
   * @param began not to be changed
   * @param ended not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, and copied by nobody.
  record Times(long[] began, long[] ended) {

    long first() {
      return Arrays.stream(began).min().orElse(0);
    }

    long last() {
      return Arrays.stream(ended).max().orElse(0);
    }

    double perSecond() {
      return began.length * 1e9 / Math.max(1, last() - first());
    }

    long[] durations() {
      long[] durations = new long[began.length];
      Arrays.setAll(durations, i -> ended[i] - began[i]);
      return durations;
    }
  }

  /**
   * Runs.
   *
   * @param what for messages
   * @param count how often
   * @param inFlight how many at a time
   * @param limit for all of it
   * @param action starts one and returns at once; called from several threads
   * @throws BenchException if one fails or time runs out
   */
  static Times run(
      String what,
      int count,
      int inFlight,
      Duration limit,
      IntFunction<? extends CompletableFuture<?>> action) {
    int lanes = Math.min(count, inFlight);
    Burst burst = new Burst(count, lanes, action);
    for (int i = 0; i < lanes; i++) {
      burst.step();
    }
    try {
      if (!burst.lanes.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new BenchException(
            "%s: only %d of %d after %d s"
                .formatted(
                    what, Math.min(count, burst.next.get()) - lanes, count, limit.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException(what + " was interrupted");
    }
    Optional<Throwable> failure = Optional.ofNullable(burst.firstFailure.get());
    if (failure.isPresent()) {
      throw new BenchException(
          "%s failed %d times, first with: %s"
              .formatted(what, burst.failures.get(), failure.get().getMessage()));
    }
    return new Times(burst.began, burst.ended);
  }

  private void step() {
    int index = next.getAndIncrement();
    // A failure ends the run anyway, and soon, so that lanes that fail at once do not recurse far.
    if (index >= began.length || failures.get() >= MAX_FAILURES) {
      lanes.countDown();
      return;
    }
    began[index] = System.nanoTime();
    var unused =
        action
            .apply(index)
            .whenComplete(
                (done, problem) -> {
                  ended[index] = System.nanoTime();
                  if (problem != null) {
                    failures.incrementAndGet();
                    firstFailure.compareAndSet(null, problem);
                  }
                  step();
                });
  }
}
