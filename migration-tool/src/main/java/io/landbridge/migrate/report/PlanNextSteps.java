package io.landbridge.migrate.report;

import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.report.fleet.FleetReport;
import io.landbridge.migrate.report.result.CompletionResult;
import io.landbridge.migrate.report.result.OperationResult;
import java.util.stream.Stream;

/**
 * Decides what to do after the verbs that take a plan back, end it and report on it: pure functions
 * of what they found.
 */
public final class PlanNextSteps {

  private PlanNextSteps() {}

  /**
   * After rollback.
   *
   * @param stopped whether it ended before everything was done
   */
  public static NextStep afterRollback(OperationResult result, boolean stopped, Invocation typed) {
    if (stopped || result.failed() > 0) {
      return new NextStep(
          typed.of("doctor"),
          "not everything can be taken back: find the cause, then run rollback again");
    }
    if (wouldChange(result)) {
      return new NextStep(
          typed.again() + " --yes", "nothing was changed; this takes back what is above");
    }
    return new NextStep(
        typed.of("status"),
        "what was taken back is OBSERVED: consumers find it at the interface level, as before");
  }

  /**
   * After complete without {@code --yes}.
   *
   * @param forced whether clients that still use the interface level are accepted
   */
  public static NextStep afterCompletion(
      CompletionResult result, boolean forced, Invocation typed) {
    if (result.waves().isEmpty()) {
      return done(typed);
    }
    return forced || result.dependents().isEmpty()
        ? new NextStep(
            typed.again() + " --yes", "this completes the waves above, which cannot be undone")
        : new NextStep(
            typed.again(),
            "clients above still use the interface level: move them, then look again");
  }

  /**
   * After complete.
   *
   * @param stopped whether it ended before everything was done
   */
  public static NextStep afterComplete(OperationResult result, boolean stopped, Invocation typed) {
    return stopped || result.failed() > 0
        ? new NextStep(
            typed.of("doctor"), "not everything was done: find the cause, then run complete again")
        : new NextStep(typed.ofTarget("report"), "this shows what is left of the plan");
  }

  /** After report. */
  public static NextStep afterReport(FleetReport report, Invocation typed) {
    FleetReport.Totals totals = report.totals();
    if (totals.wavesDone() < totals.waves()) {
      return new NextStep(
          typed.ofTarget("apply"), "waves are left to apply; this shows the next one");
    }
    return totals.completed() < totals.applications()
        ? new NextStep(
            typed.ofTarget("complete"),
            "every wave is applied; this shows who still uses the interface level")
        : done(typed);
  }

  /** After apply, where the plan no longer matches the registry. */
  public static NextStep afterDrift(Invocation typed) {
    return new NextStep(
        typed.ofNamespaces("plan") + " --out new-plan.yaml",
        "make a new plan, and review it; the old one was not carried out");
  }

  private static NextStep done(Invocation typed) {
    return new NextStep(typed.of("status"), "every wave is completed: the plan is done");
  }

  private static boolean wouldChange(OperationResult result) {
    return Stream.concat(result.outcomes().stream(), result.rules().stream())
        .anyMatch(each -> each.result() == Outcome.Result.WOULD_CHANGE);
  }
}
