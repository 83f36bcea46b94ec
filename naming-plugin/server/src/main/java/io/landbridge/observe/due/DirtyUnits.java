package io.landbridge.observe.due;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The units that must be read again, each at most once, however often it was marked.
 *
 * <p>A unit is due once it was not marked for the quiet period, at the latest after the maximal
 * delay; each for itself, so that a busy one holds up nobody. The period is shorter for a unit that
 * was at rest, while only few units change: there the delay counts, and otherwise the work. It is
 * longer for a unit that nobody waits for. Safe for use from any thread; nothing waits but {@link
 * #await}.
 */
public final class DirtyUnits {

  /** While no more than so many units are marked, the period is the shorter one. */
  static final int FEW = 8;

  private static final int SHORTER = 2;

  /** So many times as long for what nobody waits for; a provider needs seconds to register all. */
  private static final int LONGER = 10;

  /** So many quiet periods without a mark, and a unit has most likely said all it has to say. */
  private static final int SETTLED = 7;

  /** So many of the shorter ones: while few units change, nobody is slow for the others' sake. */
  private static final int SETTLED_SHORTER = 3;

  private final long quiet;
  private final long maxDelay;
  private final Predicate<String> idle;
  private final LongSupplier clock;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  // Guarded by lock. A parked mark is in the map and not in the queue.
  private final Map<String, Mark> marks = new HashMap<>();
  private final PriorityQueue<Mark> queue =
      new PriorityQueue<>(Comparator.comparingLong(mark -> mark.checkAt));

  /** When units were taken, of those that were within the maximal delay. */
  private final Map<String, Long> taken = new LinkedHashMap<>();

  private boolean signalled;
  private long marked;

  /** A unit that was marked. */
  public static final class Mark {

    private final String unit;
    private long first;
    private long last;
    private long notBefore;
    private long checkAt;
    private boolean parked;

    /** The quiet period when it was taken. */
    private long waited;

    /** Whether it was taken a short time before. */
    private boolean restless;

    private Mark(String unit, long now) {
      this.unit = unit;
      this.first = now;
      this.last = now;
      this.notBefore = now;
    }

    /** Which unit it is. */
    public String unit() {
      return unit;
    }

    /** When it was marked first since it was read last, on the clock. */
    public long first() {
      return first;
    }
  }

  /**
   * Makes an empty set.
   *
   * @param quiet nanoseconds; half of it while few units are marked
   * @param maxDelay nanoseconds
   * @param idle whether nobody waits for a unit now; asked by whoever takes
   * @param clock nanoseconds since any moment; never goes back
   */
  public DirtyUnits(long quiet, long maxDelay, Predicate<String> idle, LongSupplier clock) {
    this.quiet = quiet;
    this.maxDelay = maxDelay;
    this.idle = idle;
    this.clock = clock;
  }

  /** Marks a unit: it must be read again. */
  public void mark(String unit) {
    lock.lock();
    try {
      long now = clock.getAsLong();
      marked++;
      Mark mark = marks.get(unit);
      if (mark != null) {
        mark.last = now;
        return;
      }
      mark = new Mark(unit, now);
      marks.put(unit, mark);
      Long before = taken.get(unit);
      mark.restless = before != null && now - before < maxDelay;
      enqueue(mark, now + quiet(mark));
      if (queue.peek() == mark) {
        // Only to look at the clock again: nothing is due yet.
        woken.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes units that are due out of the set.
   *
   * @param max how many at most
   * @param blocked units that cannot be read yet; they stay, until {@link #unpark}
   */
  public List<Mark> take(int max, Predicate<String> blocked) {
    List<Mark> due = new ArrayList<>();
    lock.lock();
    try {
      long now = clock.getAsLong();
      long quietNow = quietNow();
      taken.values().removeIf(each -> now - each >= maxDelay);
      for (Mark mark = queue.peek();
          mark != null && due.size() < max && mark.checkAt <= now;
          mark = queue.peek()) {
        queue.poll();
        long checkAt = due(mark);
        if (checkAt <= now && idle.test(mark.unit)) {
          checkAt = due(mark, LONGER * quiet);
        }
        if (checkAt > now) {
          enqueue(mark, checkAt);
        } else if (blocked.test(mark.unit)) {
          mark.parked = true;
        } else {
          mark.waited = mark.restless ? quiet : quietNow;
          marks.remove(mark.unit);
          taken.put(mark.unit, now);
          due.add(mark);
        }
      }
    } finally {
      lock.unlock();
    }
    return due;
  }

  private long due(Mark mark) {
    return due(mark, quiet(mark));
  }

  private long due(Mark mark, long period) {
    return Math.max(mark.notBefore, Math.min(mark.last + period, mark.first + maxDelay));
  }

  /**
   * When a unit that was taken has settled: its last mark is several of the quiet periods ago that
   * it was taken after, or its first one the maximal delay.
   *
   * @return a moment on the clock
   */
  public long settledAt(Mark mark) {
    int periods = mark.waited < quiet ? SETTLED_SHORTER : SETTLED;
    return Math.min(mark.last + periods * mark.waited, mark.first + maxDelay);
  }

  private long quiet(Mark mark) {
    return mark.restless ? quiet : quietNow();
  }

  private long quietNow() {
    return marks.size() <= FEW ? quiet / SHORTER : quiet;
  }

  /** The quiet period of units that were at rest, in nanoseconds. */
  public long quiet() {
    lock.lock();
    try {
      return quietNow();
    } finally {
      lock.unlock();
    }
  }

  /** Puts a unit back that was taken and could not be dealt with; its age is kept. */
  public void restore(Mark back, long notBefore) {
    lock.lock();
    try {
      Mark mark = marks.get(back.unit);
      if (mark == null) {
        back.notBefore = notBefore;
        back.parked = false;
        marks.put(back.unit, back);
        enqueue(back, notBefore);
      } else {
        mark.first = Math.min(mark.first, back.first);
        mark.notBefore = Math.max(mark.notBefore, notBefore);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets units be taken that were refused as blocked. */
  public void unpark(Collection<String> units) {
    lock.lock();
    try {
      for (String unit : units) {
        Mark mark = marks.get(unit);
        if (mark != null && mark.parked) {
          mark.parked = false;
          enqueue(mark, due(mark));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void enqueue(Mark mark, long checkAt) {
    mark.checkAt = checkAt;
    queue.add(mark);
  }

  /** Wakes the waiting thread, or the next that waits. */
  public void wake() {
    lock.lock();
    try {
      signalled = true;
      woken.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a unit may be due, somebody wakes it, or the time has come.
   *
   * @param earliest not before this moment, unless woken by {@link #wake}
   * @param latest not after this moment
   */
  public void await(long earliest, long latest) throws InterruptedException {
    lock.lock();
    try {
      while (!signalled) {
        Mark head = queue.peek();
        long until = head == null ? latest : Math.min(latest, Math.max(earliest, head.checkAt));
        long left = until - clock.getAsLong();
        if (left <= 0) {
          return;
        }
        woken.await(left, TimeUnit.NANOSECONDS);
      }
      signalled = false;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a unit is marked and was not taken yet. */
  public boolean contains(String unit) {
    lock.lock();
    try {
      return marks.containsKey(unit);
    } finally {
      lock.unlock();
    }
  }

  /** How many units are marked now. */
  public int size() {
    lock.lock();
    try {
      return marks.size();
    } finally {
      lock.unlock();
    }
  }

  /** How many marks there ever were. */
  public long marked() {
    lock.lock();
    try {
      return marked;
    } finally {
      lock.unlock();
    }
  }
}
