package io.landbridge.compat.waiting;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.StartEvaluationEvent;
import org.awaitility.core.TimeoutEvent;
import org.jspecify.annotations.Nullable;

/**
 * Names every wait that took more than a third of its limit: it holds on this machine today, and
 * fails on a slower one. As the default listener of Awaitility it hears of every wait but those
 * with a listener of their own.
 *
 * <p>A wait <em>during</em> which something has to hold is late when that began to hold late; how
 * long it then had to hold does not count.
 *
 * <p>Safe for use by several threads.
 */
public final class LateWaits implements ConditionEvaluationListener<Object> {

  private static final int PART_OF_LIMIT = 3;

  private final Consumer<String> out;
  private final Optional<CheckRecords> records;

  /**
   * The wait of this thread. Awaitility looks in a thread that it makes after it has told of the
   * start of the wait, which therefore inherits the wait it looks for.
   */
  @SuppressWarnings("ThreadLocalUsage") // One listener per process.
  private final InheritableThreadLocal<@Nullable Wait> current = new InheritableThreadLocal<>();

  LateWaits(Consumer<String> out, Optional<CheckRecords> records) {
    this.out = out;
    this.records = records;
  }

  /** Names late waits on the standard error stream and, in a check, in its records. */
  static LateWaits ofThisCheck() {
    // Whoever captures the stream of a test does so later.
    return new LateWaits(line -> System.err.println(line), CheckRecords.ofThisCheck());
  }

  @Override
  public void beforeEvaluation(StartEvaluationEvent<Object> start) {
    current.set(new Wait(Waiter.ofThisThread()));
  }

  @Override
  public void conditionEvaluated(EvaluatedCondition<Object> look) {
    Wait wait = current.get();
    if (wait == null) {
      // Of an executor that the test has made before.
      wait = new Wait(new Waiter(look.getDescription(), "a thread of its own"));
    }
    // Where something has to hold during a time, the first look that finds it is what counts.
    boolean found = look.isSatisfied() && !wait.holds;
    wait.holds = look.isSatisfied();
    if (found && !wait.named && !look.isConditionRunningForever()) {
      wait.named =
          judge(
              look.getElapsedTimeInMS(),
              look.getElapsedTimeInMS() + look.getRemainingTimeInMS(),
              true,
              Optional.ofNullable(look.getAlias()),
              wait.waiter);
    }
  }

  @Override
  public void onTimeout(TimeoutEvent end) {
    judge(
        end.getElapsedTimeInMS(),
        end.getElapsedTimeInMS() + end.getRemainingTimeInMS(),
        false,
        Optional.ofNullable(end.getAlias()),
        Waiter.ofThisThread());
  }

  /** Judges a wait of the caller's caller, in this thread. */
  void judge(Duration waited, Duration limit, boolean held) {
    judge(waited.toMillis(), limit.toMillis(), held, Optional.empty(), Waiter.ofThisThread());
  }

  /** Whether it was named. */
  private boolean judge(
      long waited, long limit, boolean held, Optional<String> alias, Waiter waiter) {
    boolean inTime = held && waited <= limit / PART_OF_LIMIT;
    // Who gives no time only looks.
    if (inTime || limit == 0) {
      return false;
    }
    String what = alias.orElse(waiter.line());
    out.accept(
        String.format(
            Locale.ROOT,
            "late: %s %.1f s of %s s for %s: %s",
            held ? "waited" : "failed after",
            waited / 1000.0,
            seconds(limit),
            what,
            waiter.test()));
    records.ifPresent(
        kept -> kept.add("late", waited, limit, held ? "held" : "failed", what, waiter.test()));
    return true;
  }

  private static String seconds(long millis) {
    return millis % 1000 == 0
        ? Long.toString(millis / 1000)
        : String.format(Locale.ROOT, "%.1f", millis / 1000.0);
  }

  /** A wait that is going on. Only the thread that looks changes it. */
  private static final class Wait {

    private final Waiter waiter;
    private boolean holds;
    private boolean named;

    private Wait(Waiter waiter) {
      this.waiter = waiter;
    }
  }
}
