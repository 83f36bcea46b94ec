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
public record UnreadableEntryCounts(
    long damaged, long skipped, long refused, Optional<StoppedEntry> stopped) {

  /** Of a member that could read everything. */
  static final UnreadableEntryCounts NONE = new UnreadableEntryCounts(0, 0, 0, Optional.empty());

  UnreadableEntryCounts oneMoreDamaged() {
    return new UnreadableEntryCounts(damaged + 1, skipped, refused, stopped);
  }

  UnreadableEntryCounts oneMoreSkipped() {
    return new UnreadableEntryCounts(damaged, skipped + 1, refused, stopped);
  }

  UnreadableEntryCounts oneMoreRefused() {
    return new UnreadableEntryCounts(damaged, skipped, refused + 1, stopped);
  }

  UnreadableEntryCounts stoppedAt(StoppedEntry entry) {
    return new UnreadableEntryCounts(damaged, skipped, refused, Optional.of(entry));
  }
}
