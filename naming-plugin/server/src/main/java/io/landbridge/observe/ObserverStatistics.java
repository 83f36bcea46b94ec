package io.landbridge.observe;

import io.landbridge.observe.due.DirtyUnits;
import java.util.Arrays;

/** Counts what the observer does. The observer's thread counts, any reads. */
final class ObserverStatistics {

  private static final long NANOS_PER_MILLI = 1_000_000;

  // All guarded by this.
  private final long[] delays = new long[LatencySnapshot.BOUNDS_MILLIS.size() + 1];
  private long delayCount;
  private long delaySum;
  private long delayMax;
  private long reads;
  private long claims;
  private long changes;
  private long lastChanges;
  private long largestChanges;
  private long failures;
  private long postponed;
  private long refused;
  private long passes;
  private long lastPassNanos = -1;
  private long lastPassEnd;
  private long instances;
  private long inFlight;
  private boolean settling;
  private long epoch;

  synchronized void read() {
    reads++;
  }

  synchronized void instances(int more) {
    instances += more;
  }

  synchronized void claimed(int size) {
    claims++;
    inFlight++;
    changes += size;
    lastChanges = size;
    largestChanges = Math.max(largestChanges, size);
  }

  synchronized void answered(boolean success) {
    inFlight--;
    if (!success) {
      failures++;
    }
  }

  synchronized void committed(long delayNanos) {
    long millis = delayNanos / NANOS_PER_MILLI;
    int at = 0;
    while (at < LatencySnapshot.BOUNDS_MILLIS.size()
        && millis > LatencySnapshot.BOUNDS_MILLIS.get(at)) {
      at++;
    }
    delays[at]++;
    delayCount++;
    delaySum += millis;
    delayMax = Math.max(delayMax, millis);
  }

  synchronized void postponed() {
    postponed++;
  }

  synchronized void refused() {
    refused++;
  }

  synchronized void passed(long start, long end) {
    passes++;
    lastPassNanos = end - start;
    lastPassEnd = end;
  }

  synchronized void epoch(long now) {
    epoch = now;
  }

  synchronized void settling(boolean now) {
    settling = now;
  }

  synchronized ObserverSnapshot snapshot(DirtyUnits dirty, UnitIndex index, long now) {
    return new ObserverSnapshot(
        epoch,
        dirty.marked(),
        dirty.size(),
        index.size(),
        instances,
        reads,
        claims,
        inFlight,
        changes,
        lastChanges,
        largestChanges,
        failures,
        postponed,
        refused,
        passes,
        passes == 0 ? -1 : lastPassNanos / NANOS_PER_MILLI,
        passes == 0 ? -1 : (now - lastPassEnd) / NANOS_PER_MILLI,
        settling,
        new LatencySnapshot(
            Arrays.stream(delays).boxed().toList(), delayCount, delaySum, delayMax));
  }
}
