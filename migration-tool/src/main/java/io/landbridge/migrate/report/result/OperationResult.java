package io.landbridge.migrate.report.result;

import io.landbridge.migrate.operation.Outcome;
import java.util.List;

/**
 * What apply and rollback print.
 *
 * @param dryRun whether nothing was changed because {@code --yes} was not given
 * @param succeeded how many applications are, or would be, as wanted
 * @param failed how many are not
 * @param outcomes one per application
 * @param rules one per consumer that is told something
 * @param waves the waves of the plan that are done and well
 * @param moving how many consumers move at once, held by no rule; of a dry run only
 * @param wouldApply the waves of the plan that {@code --yes} works on; of a dry run only
 */
public record OperationResult(
    boolean dryRun,
    int succeeded,
    int failed,
    List<Outcome> outcomes,
    List<Outcome> rules,
    List<Integer> waves,
    int moving,
    List<Integer> wouldApply) {

  /** Copies the lists. */
  public OperationResult {
    outcomes = List.copyOf(outcomes);
    rules = List.copyOf(rules);
    waves = List.copyOf(waves);
    wouldApply = List.copyOf(wouldApply);
  }

  /** Counts the applications that an operator had left out. */
  public int left() {
    return outcomes.size() - succeeded - failed;
  }

  /** Counts the outcomes. */
  public static OperationResult of(boolean dryRun, List<Outcome> outcomes) {
    return of(dryRun, outcomes, List.of(), List.of(), List.of());
  }

  /** Counts the outcomes of applications. */
  public static OperationResult of(
      boolean dryRun,
      List<Outcome> outcomes,
      List<Outcome> rules,
      List<Integer> waves,
      List<Integer> wouldApply) {
    int failed =
        (int) outcomes.stream().filter(each -> each.result() == Outcome.Result.FAILED).count();
    int succeeded = (int) outcomes.stream().filter(Outcome::isWell).count();
    return new OperationResult(dryRun, succeeded, failed, outcomes, rules, waves, 0, wouldApply);
  }

  /** The same where some consumers move at once. */
  public OperationResult withMoving(int consumers) {
    return new OperationResult(
        dryRun, succeeded, failed, outcomes, rules, waves, consumers, wouldApply);
  }
}
