package io.landbridge.migrate.report.result;

import io.landbridge.migrate.member.LeaveOutEntry.MemberOutcome;
import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.registry.plugin.PluginStoppedEntry;
import java.util.List;

/**
 * What skip-entry prints.
 *
 * @param dryRun whether nothing was changed because {@code --yes} was not given
 * @param entry the number of the entry at which the members have stopped
 * @param sha256 of its bytes
 * @param reason why they cannot read it
 * @param succeeded how many members agree, or would
 * @param failed how many do not
 * @param outcomes one per member
 */
public record SkippedEntryResult(
    boolean dryRun,
    long entry,
    String sha256,
    String reason,
    int succeeded,
    int failed,
    List<MemberOutcome> outcomes) {

  /** Copies the list. */
  public SkippedEntryResult {
    outcomes = List.copyOf(outcomes);
  }

  /** Counts the outcomes. */
  public static SkippedEntryResult of(
      boolean dryRun, PluginStoppedEntry entry, List<MemberOutcome> outcomes) {
    int failed = (int) outcomes.stream().filter(each -> each.result() == Result.FAILED).count();
    return new SkippedEntryResult(
        dryRun,
        entry.entry(),
        entry.sha256(),
        entry.reason(),
        outcomes.size() - failed,
        failed,
        outcomes);
  }
}
