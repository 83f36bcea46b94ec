package io.landbridge.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class CoalescedTaskTest {

  private static final Duration NEVER = Duration.ofHours(1);

  @Test
  void marksWhileItWorksMakeOneFurtherRun() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    try (CoalescedTask task =
        task(
            Duration.ofMillis(1),
            NEVER,
            () -> {
              runs.incrementAndGet();
              started.countDown();
              finish.await();
              return Outcome.DONE;
            })) {
      task.mark();
      started.await();
      for (int i = 0; i < 1000; i++) {
        task.mark();
      }
      finish.countDown();

      await().untilAsserted(() -> assertThat(runs).hasValue(2));
      await().during(Duration.ofMillis(200)).untilAsserted(() -> assertThat(runs).hasValue(2));
    }
  }

  @Test
  void aRunStartsAfterTheMaximalDelayAlthoughMarksGoOn() {
    AtomicInteger runs = new AtomicInteger();
    try (CoalescedTask task =
        new CoalescedTask(
            "test", () -> count(runs), Duration.ofSeconds(5), Duration.ofMillis(50), NEVER)) {
      task.start();
      await()
          .pollInterval(Duration.ofMillis(5))
          .until(
              () -> {
                task.mark();
                return runs.get() > 0;
              });
    }
  }

  @Test
  void aTaskThatIsMarkedAllTheTimeRestsLongerThanItWorks() {
    AtomicInteger runs = new AtomicInteger();
    AtomicLong worked = new AtomicLong();
    long start = System.nanoTime();
    try (CoalescedTask task =
        new CoalescedTask(
            "test",
            () -> {
              long began = System.nanoTime();
              while (System.nanoTime() - began < 20_000_000) {
                Thread.onSpinWait();
              }
              worked.addAndGet(System.nanoTime() - began);
              return count(runs);
            },
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            NEVER,
            3)) {
      task.start();
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                task.mark();
                return runs.get() >= 5;
              });
      long whole = System.nanoTime() - start;

      // Four rests of three times as long as the run before, and the first run needs none.
      assertThat(whole).isGreaterThan(worked.get() * 2);
    }
  }

  @Test
  void aRunThatGotSomethingDoneIsFollowedByTheNextWithoutARest() {
    AtomicInteger runs = new AtomicInteger();
    try (CoalescedTask task =
        new CoalescedTask(
            "test",
            () -> {
              long began = System.nanoTime();
              while (System.nanoTime() - began < 50_000_000) {
                Thread.onSpinWait();
              }
              runs.incrementAndGet();
              return Outcome.WORKED;
            },
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            NEVER,
            // Each rest would be a second, the longest there is.
            1_000)) {
      task.start();
      long start = System.nanoTime();
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                task.mark();
                return runs.get() >= 10;
              });
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(9).toNanos());
    }
  }

  @Test
  void aRunThatAsksForAnotherSoonHasItWithoutAMark() {
    AtomicInteger runs = new AtomicInteger();
    try (CoalescedTask task =
        task(
            Duration.ofMillis(1),
            NEVER,
            () -> runs.incrementAndGet() < 3 ? Outcome.SOON : Outcome.DONE)) {
      long start = System.nanoTime();
      task.mark();
      await().untilAsserted(() -> assertThat(runs).hasValue(3));
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(400).toNanos());
      await().during(Duration.ofMillis(600)).untilAsserted(() -> assertThat(runs).hasValue(3));
    }
  }

  static Stream<Throwable> failures() {
    return Stream.of(
        new IllegalStateException("not yet"),
        new OutOfMemoryError("on purpose"),
        new AssertionError("on purpose"),
        new NoSuchMethodError("on purpose"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureIsTriedAgain(Throwable failure) {
    AtomicInteger runs = new AtomicInteger();
    try (CoalescedTask task =
        task(
            Duration.ofMillis(1),
            NEVER,
            () -> {
              if (runs.incrementAndGet() < 3) {
                if (failure instanceof Error error) {
                  throw error;
                }
                throw new IllegalStateException(failure);
              }
              return Outcome.DONE;
            })) {
      task.mark();
      await().untilAsserted(() -> assertThat(runs).hasValue(3));
    }
  }

  @Test
  void itRunsWithoutMarksOncePerPeriod() {
    AtomicInteger runs = new AtomicInteger();
    try (CoalescedTask task =
        task(Duration.ofMillis(1), Duration.ofMillis(10), () -> count(runs))) {
      await().until(() -> runs.get() >= 3);
    }
  }

  @Test
  void closingEndsAWaitingThread() {
    CoalescedTask task = task(NEVER, NEVER, () -> Outcome.DONE);
    task.close();
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("coalesced-test")))
        .isEmpty();
  }

  private static Outcome count(AtomicInteger runs) {
    runs.incrementAndGet();
    return Outcome.DONE;
  }

  private static CoalescedTask task(Duration quiet, Duration period, CoalescedTask.Work work) {
    CoalescedTask task = new CoalescedTask("coalesced-test", work, quiet, NEVER, period);
    task.start();
    return task;
  }
}
