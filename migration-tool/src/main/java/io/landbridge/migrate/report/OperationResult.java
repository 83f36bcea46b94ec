package io.landbridge.migrate.report;

import io.landbridge.migrate.operation.Outcome;
import java.util.List;

/**
 * What apply and rollback print.
 *
 * @param dryRun whether nothing was changed because {@code --yes} was not given
 * @param succeeded how many applications are, or would be, as wanted
 * @param failed how many are not
 * @param outcomes one per application
 */
public record OperationResult(boolean dryRun, int succeeded, int failed, List<Outcome> outcomes) {

  /** Copies the list. */
  public OperationResult {
    outcomes = List.copyOf(outcomes);
  }

  /** Counts the outcomes. */
  public static OperationResult of(boolean dryRun, List<Outcome> outcomes) {
    int failed =
        (int) outcomes.stream().filter(each -> each.result() == Outcome.Result.FAILED).count();
    return new OperationResult(dryRun, outcomes.size() - failed, failed, outcomes);
  }
}
