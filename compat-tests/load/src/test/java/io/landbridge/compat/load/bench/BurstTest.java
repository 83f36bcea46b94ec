package io.landbridge.compat.load.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BurstTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void neverMoreAtATimeThanAllowedAndEachOnce() {
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    // The first five end when all of them have begun.
    CountDownLatch full = new CountDownLatch(5);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Burst.Times times =
          Burst.run(
              "test",
              1_000,
              5,
              LIMIT,
              i -> {
                most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                full.countDown();
                return CompletableFuture.runAsync(
                    () -> {
                      awaitAll(full);
                      runs.incrementAndGet();
                      underWay.decrementAndGet();
                    },
                    threads);
              });

      assertThat(runs).hasValue(1_000);
      assertThat(most).hasValue(5);
      assertThat(times.durations()).hasSize(1_000);
      assertThat(Arrays.stream(times.durations()).min().orElseThrow()).isPositive();
      assertThat(times.last()).isGreaterThan(times.first());
    } finally {
      threads.shutdownNow();
    }
  }

  private static void awaitAll(CountDownLatch latch) {
    try {
      assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aFailureIsNamedAndEndsIt() {
    AtomicInteger started = new AtomicInteger();

    assertThatThrownBy(
            () ->
                Burst.run(
                    "asking",
                    1_000_000,
                    5,
                    LIMIT,
                    i -> {
                      started.incrementAndGet();
                      return CompletableFuture.failedFuture(new IllegalStateException("no"));
                    }))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("asking failed")
        .hasMessageContaining("no");
    assertThat(started).hasValueLessThan(100);
  }

  @Test
  void whatIsNeverAnsweredEndsInTime() {
    Deque<CompletableFuture<Void>> open = new ArrayDeque<>();

    assertThatThrownBy(
            () ->
                Burst.run(
                    "waiting",
                    10,
                    2,
                    Duration.ofMillis(50),
                    i -> {
                      open.add(new CompletableFuture<>());
                      return open.getLast();
                    }))
        .hasMessageContaining("waiting: only 0 of 10");
    assertThat(open).hasSize(2);
  }

  @Test
  void percentilesAreValuesThatOccurred() {
    long[] nanos = new long[100];
    for (int i = 0; i < 100; i++) {
      nanos[99 - i] = (i + 1) * 1_000_000L;
    }
    Percentiles percentiles = Percentiles.of(List.of(nanos, new long[] {200_000_000L}));

    assertThat(percentiles.millis(0.50)).isEqualTo(51);
    assertThat(percentiles.millis(0.99)).isEqualTo(100);
    assertThat(percentiles.millis(1)).isEqualTo(200);
    assertThat(Percentiles.of(List.of()).millis(0.99)).isZero();
    assertThat(Percentiles.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
    assertThat(Percentiles.median(List.of(1.0, 2.0))).isEqualTo(1.5);
  }
}
