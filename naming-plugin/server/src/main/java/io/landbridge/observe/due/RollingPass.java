package io.landbridge.observe.due;

import io.landbridge.model.InstanceKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Where the repair of everything stands: all units in slices, then all records under this member's
 * name in pages, spread evenly over a period. A hurried pass takes no more time than it needs.
 *
 * <p>Touched by the observer's thread alone.
 */
public final class RollingPass {

  /** Units or records at a time, however far behind. */
  public static final int SLICE = 256;

  private final long period;
  private List<String> units = List.of();
  private int position;
  private Optional<InstanceKey> record = Optional.empty();
  private boolean running;
  private boolean hurried;
  private boolean behind;
  private boolean hurryNext = true;
  private long started;
  private long next;

  /**
   * Makes a pass that is due at once.
   *
   * @param period nanoseconds from the start of a pass to the start of the next
   */
  public RollingPass(long period) {
    this.period = period;
  }

  /** Something happened that may concern everything: a pass from the start, without delay. */
  public void hurry() {
    hurryNext = true;
  }

  /** Whether a new pass must be started now. */
  public boolean mustStart(long now) {
    return hurryNext || !running && now >= next;
  }

  /** Starts a pass over all units. */
  public void start(Collection<String> all, long now) {
    units = List.copyOf(all);
    position = 0;
    record = Optional.empty();
    running = true;
    hurried = hurryNext;
    behind = true;
    hurryNext = false;
    started = now;
    next = now + period;
  }

  /** When the pass started that runs, or ran last. */
  public long started() {
    return started;
  }

  /** Whether a pass has started and not ended. */
  public boolean isRunning() {
    return running;
  }

  /** The units whose turn it is; empty when it is nobody's yet, or all had theirs. */
  public List<String> slice(long now) {
    long due =
        hurried || now >= next
            ? units.size()
            : (long) (units.size() * ((double) (now - started) / period));
    int end = (int) Math.min(Math.min(due, units.size()), position + SLICE);
    List<String> slice = units.subList(position, Math.max(position, end));
    position = Math.max(position, end);
    behind = position < Math.min(due, units.size());
    return slice;
  }

  /** Whether a pass runs in which all units had their turn, and records have theirs. */
  public boolean isThroughUnits() {
    return running && position == units.size();
  }

  /** The record after which the next page starts. */
  public Optional<InstanceKey> record() {
    return record;
  }

  /** Records were read up to this one. */
  public void readUntil(InstanceKey last) {
    record = Optional.of(last);
  }

  /** Ends the pass: all records were read. */
  public void end() {
    running = false;
    units = List.of();
    position = 0;
  }

  /** Whether there is more to do than the slice just taken, without waiting. */
  public boolean isBehind() {
    return hurryNext || running && (behind || position == units.size());
  }
}
