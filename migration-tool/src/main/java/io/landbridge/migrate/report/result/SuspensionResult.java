package io.landbridge.migrate.report.result;

import io.landbridge.migrate.member.SuspendMember.MemberOutcome;
import java.util.List;

/**
 * What suspend and resume print.
 *
 * @param dryRun whether nothing was changed because {@code --yes} was not given
 * @param succeeded how many members are, or would be, as wanted
 * @param failed how many are not, or not for long
 * @param outcomes one per member
 */
public record SuspensionResult(
    boolean dryRun, int succeeded, int failed, List<MemberOutcome> outcomes) {

  /** Copies the list. */
  public SuspensionResult {
    outcomes = List.copyOf(outcomes);
  }

  /** Counts the outcomes. */
  public static SuspensionResult of(boolean dryRun, List<MemberOutcome> outcomes) {
    int failed = (int) outcomes.stream().filter(each -> !each.problem().isEmpty()).count();
    return new SuspensionResult(dryRun, outcomes.size() - failed, failed, outcomes);
  }
}
