package io.landbridge.compat.stall;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Watches whether this machine, and every process that was started from this JVM, gets to work,
 * from its start until it is closed. What was asserted while they did not is void and repeated.
 *
 * <p>Safe for use by several threads; windows are for one.
 */
public final class StallDetector implements AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(250);

  /** Less than this is what any busy machine does. */
  private static final long PUNCTUAL_NANOS = Duration.ofMillis(50).toNanos();

  /** What servers and programs take to start. */
  private static final Duration START = Duration.ofSeconds(15);

  /** One look at all processes in a second. */
  private static final int TICKS_APART = 4;

  private final Windows windows;
  private final Thread thread;
  private final Set<Long> paused = ConcurrentHashMap.newKeySet();
  private volatile boolean ended;

  // Guarded by this.
  private final ChildProcesses processes;
  private final LostTime lost;

  private StallDetector(Patience patience, Duration start) {
    this.processes = new ChildProcesses(start);
    this.lost = new LostTime(patience);
    this.windows =
        new Windows(
            patience, System::nanoTime, new Known(), StallDetector::pause, System.out::println);
    this.thread = new Thread(this::run, "stalls");
    thread.setDaemon(true);
  }

  private final class Known implements Windows.Stalls {

    @Override
    public List<Stall> after(long time) {
      synchronized (StallDetector.this) {
        look();
        return lost.after(time);
      }
    }

    @Override
    public Duration takeMost() {
      synchronized (StallDetector.this) {
        return lost.takeMost();
      }
    }
  }

  /** Begins to watch. */
  public static StallDetector start(Patience patience) {
    return start(patience, START);
  }

  /** Watches processes that are old enough. */
  static StallDetector start(Patience patience, Duration old) {
    StallDetector detector = new StallDetector(patience, old);
    detector.thread.start();
    return detector;
  }

  synchronized boolean watches(long pid) {
    return processes.watches(pid);
  }

  /**
   * Has something watched, once more if the machine stalled and something deviated, three times at
   * the most.
   *
   * @param what holds, for people
   * @param window brings about what it needs, watches, and returns everything that deviated; may be
   *     called again after it has returned
   * @throws AssertionError if something deviates that no stall explains, or in every window
   */
  public void holds(String what, Supplier<List<Deviation>> window) {
    windows.holds(what, window);
  }

  /** A process that the test itself stops for a while; that explains nothing. */
  public void pausing(long pid, Runnable meanwhile) {
    paused.add(pid);
    try {
      meanwhile.run();
    } finally {
      paused.remove(pid);
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }

  private void run() {
    try {
      for (int i = 0; !ended; i++) {
        long before = System.nanoTime();
        Thread.sleep(TICK.toMillis());
        tick(System.nanoTime() - before);
        if (i % TICKS_APART == 0) {
          look();
        }
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  /** Took that long, nanoseconds. */
  private synchronized void tick(long took) {
    long now = System.nanoTime();
    long late = took - TICK.toNanos();
    if (late >= PUNCTUAL_NANOS) {
      lost.byTheMachine(now, late);
    }
  }

  private synchronized void look() {
    long now = System.nanoTime();
    for (ChildProcesses.Lost each : processes.lost()) {
      if (!paused.contains(each.pid())) {
        lost.byProcess(now, "process " + each.pid(), each.nanos());
      }
    }
  }

  @Override
  public void close() {
    ended = true;
    thread.interrupt();
  }
}
