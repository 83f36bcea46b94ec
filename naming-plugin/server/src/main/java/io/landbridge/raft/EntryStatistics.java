package io.landbridge.raft;

import java.util.Optional;

/**
 * What one member could not read of the log.
 *
 * @param damaged damaged entries it has passed over since it was started
 * @param skipped entries it has left out since it was started, because the members had agreed to
 * @param stopped the entry at which it has stopped following the log; empty while it follows
 */
public record EntryStatistics(long damaged, long skipped, Optional<StoppedEntry> stopped) {}
