package io.landbridge.raft;

import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.UnreadableRecordException;
import java.util.List;

/**
 * A backup is what would have to be put into the log to bring the catalog about: the same bytes,
 * with the same limits, versions and checksums.
 */
public final class BackupEntries {

  private BackupEntries() {}

  /**
   * Cuts into entries of at most {@link ReplicatedLog#MAX_ENTRY_BYTES}; what does not fit into one
   * is not in the catalog either, because it came by the log.
   */
  public static List<byte[]> encode(RestoreApplication part) {
    return EntrySplitter.split(part, ReplicatedLog.MAX_ENTRY_BYTES).entries();
  }

  /**
   * Reads an entry back.
   *
   * @param entry any bytes
   * @throws IllegalArgumentException if they are of a newer format, damaged, or another command
   */
  public static RestoreApplication decode(byte[] entry) {
    try {
      if (CommandCodec.decode(entry) instanceof RestoreApplication part) {
        return part;
      }
      throw new IllegalArgumentException("the entry is no part of a backup");
    } catch (UnreadableRecordException e) {
      throw new IllegalArgumentException("the entry cannot be read: " + e.getMessage(), e);
    }
  }
}
