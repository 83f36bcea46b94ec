package io.landbridge.raft;

import java.util.Optional;

/**
 * What one member could not read of the log, or did not take from it.
 *
 * @param damaged damaged entries it has passed over since it was started
 * @param skipped entries it has left out since it was started, because the members had agreed to
 * @param refused entries it has passed over since it was started, because they were not signed as
 *     required
 * @param stopped the entry at which it has stopped following the log; empty while it follows
 */
public record EntryStatistics(
    long damaged, long skipped, long refused, Optional<StoppedEntry> stopped) {

  /** Of a member that could read everything. */
  static final EntryStatistics NONE = new EntryStatistics(0, 0, 0, Optional.empty());

  EntryStatistics oneMoreDamaged() {
    return new EntryStatistics(damaged + 1, skipped, refused, stopped);
  }

  EntryStatistics oneMoreSkipped() {
    return new EntryStatistics(damaged, skipped + 1, refused, stopped);
  }

  EntryStatistics oneMoreRefused() {
    return new EntryStatistics(damaged, skipped, refused + 1, stopped);
  }

  EntryStatistics stoppedAt(StoppedEntry entry) {
    return new EntryStatistics(damaged, skipped, refused, Optional.of(entry));
  }
}
