package io.landbridge.work;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that does one piece of work whenever it was asked for, no matter how often: marks that
 * arrive while it waits or works collapse into a single further run.
 *
 * <p>A run starts once no mark arrived for the quiet period, at the latest after the maximal delay,
 * and also when nothing was marked for the period. A run that asks for another, or throws, is
 * repeated after a pause that grows from {@value #FIRST_PAUSE_MILLIS} ms to {@value
 * #LONGEST_PAUSE_MILLIS} ms.
 *
 * <p>A task that may take long can be made to rest after a run, so that it never takes more than a
 * part of a processor however often it is marked; only a run that got something done is followed by
 * the next as soon as it is wanted.
 */
public final class CoalescedTask implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CoalescedTask.class);

  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;
  private static final long CLOSE_MILLIS = 5_000;
  private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Work work;
  private final long quietNanos;
  private final long maxDelayNanos;
  private final long periodNanos;
  private final int rests;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by lock: the nanosecond times of the first and the last mark not yet served.
  private boolean marked;
  private long firstMark;
  private long lastMark;
  private boolean closed;

  /**
   * Makes the task; it runs nothing before {@link #start}.
   *
   * @param name of the thread
   * @param work what to do
   * @param quiet a run waits until no mark arrived for this long
   * @param maxDelay but not longer than this after the first mark
   * @param period a run starts without a mark after this long
   */
  public CoalescedTask(String name, Work work, Duration quiet, Duration maxDelay, Duration period) {
    this(name, work, quiet, maxDelay, period, 0);
  }

  /**
   * Makes a task that rests.
   *
   * @param name of the thread
   * @param work what to do
   * @param quiet a run waits until no mark arrived for this long
   * @param maxDelay but not longer than this after the first mark
   * @param period a run starts without a mark after this long
   * @param rests how many times as long as a run took the next one is put off, up to a second
   */
  public CoalescedTask(
      String name, Work work, Duration quiet, Duration maxDelay, Duration period, int rests) {
    this.rests = rests;
    this.work = work;
    this.quietNanos = quiet.toNanos();
    this.maxDelayNanos = maxDelay.toNanos();
    this.periodNanos = period.toNanos();
    this.thread = new Thread(this::loop, name);
    this.thread.setDaemon(true);
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /** Asks for a run; returns at once, from any thread. */
  public void mark() {
    lock.lock();
    try {
      long now = System.nanoTime();
      lastMark = now;
      if (!marked) {
        marked = true;
        firstMark = now;
        // Only now: a further mark puts a run off, and the thread sees that when it wakes.
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the thread, after the run it is in, waiting for it a few seconds at most. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop() {
    long pause = 0;
    long rest = 0;
    long period = periodNanos;
    try {
      while (await(pause, rest, period)) {
        Outcome outcome;
        long start = System.nanoTime();
        try {
          outcome = work.run();
        } catch (InterruptedException e) {
          return;
        } catch (Exception | Error e) {
          // Not even for want of memory: nobody else would do the work from then on.
          LOG.warn("{} failed; will be retried", thread.getName(), e);
          outcome = Outcome.AGAIN;
        }
        rest =
            outcome == Outcome.WORKED
                ? 0
                : Math.min(LONGEST_REST_NANOS, (System.nanoTime() - start) * rests);
        pause =
            outcome == Outcome.AGAIN
                ? Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, pause * 2))
                : 0;
        period =
            outcome == Outcome.SOON
                ? Math.min(periodNanos, TimeUnit.MILLISECONDS.toNanos(FIRST_PAUSE_MILLIS))
                : periodNanos;
      }
    } catch (InterruptedException e) {
      // Closed while it waited.
    }
  }

  /** Waits for the next run; a pause overrides marks, so that failures cannot spin. */
  private boolean await(long pauseMillis, long restNanos, long period) throws InterruptedException {
    lock.lock();
    try {
      long start = System.nanoTime();
      while (!closed) {
        long now = System.nanoTime();
        long due;
        if (pauseMillis > 0) {
          due = start + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
        } else if (marked) {
          long wait = Math.min(lastMark + quietNanos - now, firstMark + maxDelayNanos - now);
          due = now + Math.max(wait, start + restNanos - now);
        } else {
          due = start + Math.max(period, restNanos);
        }
        if (due - now <= 0) {
          marked = false;
          return true;
        }
        changed.awaitNanos(due - now);
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** What a run asks for next. */
  public enum Outcome {
    /** Nothing until the next mark or period. */
    DONE,
    /** Likewise, and it was of use: what is marked now does not wait for a rest. */
    WORKED,
    /** Another run in a short while, or sooner if it is marked. */
    SOON,
    /** Another run after a pause that grows. */
    AGAIN
  }

  /** The work. */
  @FunctionalInterface
  public interface Work {

    /**
     * Does it once.
     *
     * @return whether another run is needed soon
     * @throws Exception any failure; it is logged and the work tried again
     */
    Outcome run() throws Exception;
  }
}
