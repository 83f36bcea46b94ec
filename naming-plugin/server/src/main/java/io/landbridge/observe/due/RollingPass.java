package io.landbridge.observe;

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
final class RollingPass {

  /** Units or records at a time, however far behind. */
  static final int SLICE = 256;

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
  RollingPass(long period) {
    this.period = period;
  }

  /** Something happened that may concern everything: a pass from the start, without delay. */
  void hurry() {
    hurryNext = true;
  }

  /** Whether a new pass must be started now. */
  boolean mustStart(long now) {
    return hurryNext || !running && now >= next;
  }

  void start(Collection<String> all, long now) {
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

  long started() {
    return started;
  }

  boolean isRunning() {
    return running;
  }

  /** The units whose turn it is; empty when it is nobody's yet, or all had theirs. */
  List<String> slice(long now) {
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

  boolean isThroughUnits() {
    return running && position == units.size();
  }

  /** The record after which the next page starts. */
  Optional<InstanceKey> record() {
    return record;
  }

  void readUntil(InstanceKey last) {
    record = Optional.of(last);
  }

  void end() {
    running = false;
    units = List.of();
    position = 0;
  }

  /** Whether there is more to do than the slice just taken, without waiting. */
  boolean isBehind() {
    return hurryNext || running && (behind || position == units.size());
  }
}
