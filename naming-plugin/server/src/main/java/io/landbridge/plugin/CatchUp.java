package io.landbridge.plugin;

import io.landbridge.raft.ReplicatedLog;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Finds out when a member that has just joined knows what the others do. For one thread. */
final class CatchUp {

  /** A group that exists is heard of within a second: its leader looks for who has been away. */
  private static final Duration NEWCOMER = Duration.ofSeconds(2);

  private static final long PERIOD_MILLIS = 20;

  private final ReplicatedLog log;
  private final LongSupplier applied;
  private final BooleanSupplier shown;

  /**
   * Makes one.
   *
   * @param applied how many entries this member has applied
   * @param shown whether everything that is applied is shown
   */
  CatchUp(ReplicatedLog log, LongSupplier applied, BooleanSupplier shown) {
    this.log = log;
    this.applied = applied;
    this.shown = shown;
  }

  boolean await(Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    long committed = -1;
    while (true) {
      boolean newcomer = committed < 0 && applied.getAsLong() == 0 && !log.isReady();
      Duration time = newcomer && limit.compareTo(NEWCOMER) > 0 ? NEWCOMER : limit;
      long left = time.toNanos() - (System.nanoTime() - start);
      if (left <= 0) {
        return false;
      }
      if (committed < 0) {
        committed = committed(left).orElse(-1);
      }
      if (committed >= 0 && applied.getAsLong() >= committed && shown.getAsBoolean()) {
        return true;
      }
      Thread.sleep(PERIOD_MILLIS);
    }
  }

  private OptionalLong committed(long nanos) throws InterruptedException {
    if (!log.isReady()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(log.readBarrier().get(nanos, TimeUnit.NANOSECONDS));
    } catch (ExecutionException | TimeoutException e) {
      // No majority; there may be one the next time.
      return OptionalLong.empty();
    }
  }
}
