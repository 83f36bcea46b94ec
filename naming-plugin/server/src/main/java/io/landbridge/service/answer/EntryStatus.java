package io.landbridge.service.answer;

import io.landbridge.model.MemberId;
import io.landbridge.raft.StoppedEntry;
import io.landbridge.raft.UnreadableEntryCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member could not read of the log.
 *
 * @param damaged damaged entries it has passed over since it was started
 * @param skipped entries it has left out since it was started, because the members had agreed to
 * @param refused entries it has passed over since it was started, because they were not signed as
 *     required
 * @param stopped where it has stopped following the log; null while it follows
 */
public record EntryStatus(long damaged, long skipped, long refused, @Nullable Stopped stopped) {

  /** A member that could read everything. */
  public static final EntryStatus NONE = new EntryStatus(0, 0, 0, null);

  /** Of a member that follows the log, or did. */
  public static EntryStatus of(UnreadableEntryCounts statistics) {
    return new EntryStatus(
        statistics.damaged(),
        statistics.skipped(),
        statistics.refused(),
        statistics.stopped().map(Stopped::of).orElse(null));
  }

  /**
   * The entry at which a member has stopped.
   *
   * @param entry its number, which is the same on every member
   * @param sha256 of its bytes
   * @param reason why it cannot be read
   * @param agreed the members that have agreed to leave it out, sorted
   * @param skipped whether these are all, so that this member leaves it out from its next start on
   * @param durable whether that could be written down; if not, it takes this member one more start
   */
  public record Stopped(
      long entry,
      String sha256,
      String reason,
      List<String> agreed,
      boolean skipped,
      boolean durable) {

    /** Copies the members. */
    public Stopped {
      agreed = List.copyOf(agreed);
    }

    static Stopped of(StoppedEntry stopped) {
      return new Stopped(
          stopped.entry().number(),
          stopped.entry().sha256(),
          stopped.reason(),
          stopped.agreed().stream().map(MemberId::address).toList(),
          stopped.skipped(),
          stopped.durable());
    }
  }
}
