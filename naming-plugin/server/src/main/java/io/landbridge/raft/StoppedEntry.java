package io.landbridge.raft;

import io.landbridge.command.EntryId;
import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/**
 * An entry at which a member has stopped following the log because it cannot read it.
 *
 * @param entry the entry
 * @param reason why it cannot be read
 * @param agreed the members that have agreed to leave it out, sorted
 * @param skipped whether these are enough, so that this member leaves it out from its next start on
 * @param durable whether that could be written down; if not, this member needs another start
 */
public record StoppedEntry(
    EntryId entry, String reason, List<MemberId> agreed, boolean skipped, boolean durable) {

  /** Checks that no part is missing and copies the members. */
  public StoppedEntry {
    Objects.requireNonNull(entry, "entry");
    Objects.requireNonNull(reason, "reason");
    agreed = List.copyOf(agreed);
  }

  static StoppedEntry at(EntryId entry, String reason) {
    return new StoppedEntry(entry, reason, List.of(), false, false);
  }

  StoppedEntry with(MemberId member) {
    TreeSet<MemberId> members = new TreeSet<>(agreed);
    members.add(member);
    return new StoppedEntry(entry, reason, List.copyOf(members), skipped, durable);
  }

  StoppedEntry leftOut(boolean writtenDown) {
    return new StoppedEntry(entry, reason, agreed, true, writtenDown);
  }
}
