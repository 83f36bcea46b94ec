package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.migrate.report.fleet.FleetReport;
import io.landbridge.migrate.report.fleet.FleetReport.Totals;
import io.landbridge.migrate.report.fleet.Reports;
import io.landbridge.migrate.report.result.CompletionResult;
import io.landbridge.migrate.report.result.OperationResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanNextStepsTest {

  private static final Invocation TYPED =
      new Invocation("landbridge x --again", " --server a:1", " --plan p.yaml", " --namespace n");

  private static OperationResult of(boolean dryRun, Result... results) {
    return OperationResult.of(
        dryRun,
        Arrays.stream(results)
            .map(each -> new Outcome("public", "shop", each, "", "", List.of()))
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "WOULD_CHANGE, true, false, landbridge x --again --yes",
    "UNCHANGED, true, false, landbridge status --server a:1",
    "FAILED, true, false, landbridge doctor --server a:1",
    "CHANGED, false, false, landbridge status --server a:1",
    "CHANGED, false, true, landbridge doctor --server a:1",
    "FAILED, false, false, landbridge doctor --server a:1"
  })
  void rollback(Result result, boolean dryRun, boolean stopped, String command) {
    assertThat(PlanNextSteps.afterRollback(of(dryRun, result), stopped, TYPED).command())
        .isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource({
    "CHANGED, false, landbridge report --server a:1 --namespace n --plan p.yaml",
    "CHANGED, true, landbridge doctor --server a:1",
    "FAILED, false, landbridge doctor --server a:1"
  })
  void complete(Result result, boolean stopped, String command) {
    assertThat(PlanNextSteps.afterComplete(of(false, result), stopped, TYPED).command())
        .isEqualTo(command);
  }

  @Test
  void completionWaitsForThoseThatStillUseTheInterfaceLevel() {
    Dependent client = new Dependent("public", "10.0.0.9", "c", "GRPC", "web", List.of("s"));
    CompletionResult none = CompletionResult.of(List.of(1), List.of(), List.of(), List.of());
    CompletionResult one = CompletionResult.of(List.of(1), List.of(), List.of(), List.of(client));
    CompletionResult nothing = CompletionResult.of(List.of(), List.of(), List.of(), List.of());

    assertThat(PlanNextSteps.afterCompletion(none, false, TYPED).command())
        .isEqualTo("landbridge x --again --yes");
    assertThat(PlanNextSteps.afterCompletion(one, false, TYPED))
        .satisfies(each -> assertThat(each.command()).isEqualTo("landbridge x --again"))
        .satisfies(each -> assertThat(each.why()).contains("still use the interface level"));
    assertThat(PlanNextSteps.afterCompletion(one, true, TYPED).command())
        .isEqualTo("landbridge x --again --yes");
    assertThat(PlanNextSteps.afterCompletion(nothing, false, TYPED).why())
        .contains("the plan is done");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, landbridge apply --server a:1 --namespace n --plan p.yaml",
    "2, 1, landbridge complete --server a:1 --namespace n --plan p.yaml",
    "2, 4, landbridge status --server a:1"
  })
  void reportLeadsToWhatIsLeft(int wavesDone, int completed, String command) {
    FleetReport some = Reports.halfWay();
    FleetReport report =
        new FleetReport(
            some.generatedAt(),
            some.server(),
            some.serverVersion(),
            some.plan(),
            some.planCreatedAt(),
            new Totals(4, 4, completed, 2, wavesDone, 0, 0),
            some.savings(),
            some.waves(),
            some.applications(),
            some.clients(),
            some.listeners(),
            some.dependents(),
            some.hazards(),
            some.timeline(),
            some.silent());

    assertThat(PlanNextSteps.afterReport(report, TYPED).command()).isEqualTo(command);
  }

  @Test
  void driftLeadsToAnotherPlan() {
    assertThat(PlanNextSteps.afterDrift(TYPED).command())
        .isEqualTo("landbridge plan --server a:1 --namespace n --out new-plan.yaml");
  }
}
