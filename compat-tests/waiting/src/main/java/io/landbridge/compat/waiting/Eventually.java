package io.landbridge.compat.waiting;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;
import org.awaitility.pollinterval.FixedPollInterval;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;

/**
 * The way to wait in a test: for something, looking again and again, and not for ever.
 *
 * <p>A wait that takes more than a third of its limit is named, see {@link LateWaits}. One without
 * a name is called by the line that waits.
 *
 * <p>A value: every method that changes something gives a new one.
 */
public final class Eventually {

  /** Longer than anything takes that does not wait for an expiry, on a busy machine too. */
  public static final Duration SOON = Duration.ofMinutes(2);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

  /** What comes soon is seen soon, and what takes long is not asked for all the time. */
  private static final PollInterval GROWING =
      IterativePollInterval.iterative(
          pause -> {
            Duration longer = pause.multipliedBy(3).dividedBy(2);
            return longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
          },
          FIRST_PAUSE);

  private final Duration limit;
  private final PollInterval poll;
  private final List<Class<? extends Throwable>> passing;

  private Eventually(Duration limit, PollInterval poll, List<Class<? extends Throwable>> passing) {
    this.limit = limit;
    this.poll = poll;
    this.passing = passing;
  }

  /** Waits within {@link #SOON} until an assertion holds. */
  public static void eventually(ThrowingRunnable assertion) {
    within(SOON).asserts(assertion);
  }

  /** Waits within {@link #SOON} until an assertion holds, under a name: what is waited for. */
  public static void eventually(String what, ThrowingRunnable assertion) {
    within(SOON).asserts(what, assertion);
  }

  /** A wait with a limit of its own, which looks often in the beginning and then less so. */
  public static Eventually within(Duration limit) {
    return new Eventually(limit, GROWING, List.of());
  }

  /** The same, with a pause of its own between one look and the next. */
  public Eventually every(Duration pause) {
    return new Eventually(limit, new FixedPollInterval(pause), passing);
  }

  /** The same, where an exception of this type, too, says: not yet. Any other ends the wait. */
  public Eventually passing(Class<? extends Throwable> exception) {
    return new Eventually(
        limit, poll, Stream.concat(passing.stream(), Stream.of(exception)).toList());
  }

  /**
   * Waits until an assertion holds.
   *
   * @throws org.awaitility.core.ConditionTimeoutException if it does not in time, with what it said
   *     last
   */
  public void asserts(ThrowingRunnable assertion) {
    wait(Awaitility.await()).untilAsserted(assertion);
  }

  /** Like {@link #asserts(ThrowingRunnable)}, under a name: what is waited for. */
  public void asserts(String what, ThrowingRunnable assertion) {
    wait(Awaitility.await(what)).untilAsserted(assertion);
  }

  /**
   * Waits until a condition holds, under a name: what is waited for.
   *
   * @throws org.awaitility.core.ConditionTimeoutException if it does not in time
   */
  public void until(String what, Callable<Boolean> condition) {
    wait(Awaitility.await(what)).until(condition);
  }

  private ConditionFactory wait(ConditionFactory wait) {
    ConditionFactory result = wait.atMost(limit).pollInterval(poll);
    for (Class<? extends Throwable> exception : passing) {
      result = result.ignoreExceptionsInstanceOf(exception);
    }
    return result;
  }

  /**
   * Waits in the thread of the caller, for those who go on when it has not come. Long waits of a
   * check are named here, too.
   *
   * @param poll between one question and the next
   * @return whether it was so in time; it is asked at least once
   * @throws IllegalStateException if the thread is interrupted
   */
  public static boolean holds(Duration atMost, Duration poll, BooleanSupplier condition) {
    long start = System.nanoTime();
    boolean holds = condition.getAsBoolean();
    while (!holds && System.nanoTime() - start <= atMost.toNanos()) {
      pause(poll);
      holds = condition.getAsBoolean();
    }
    if (CheckRecords.ofThisCheck().isPresent()) {
      LateWaits.ofThisCheck().judge(Duration.ofNanos(System.nanoTime() - start), atMost, holds);
    }
    return holds;
  }

  private static void pause(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }
}
