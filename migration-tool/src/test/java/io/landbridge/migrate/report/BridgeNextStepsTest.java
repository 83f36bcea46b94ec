package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.report.result.BridgeCheckResult;
import io.landbridge.migrate.report.result.BridgeDiffResult;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.BridgeStatusResult;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BridgeNextStepsTest {

  private static final Invocation TYPED =
      new Invocation("landbridge bridge x --again", " --server a:1", "", "");

  private static BridgeMoveResult move(String result, String after, boolean paused) {
    return new BridgeMoveResult(
        result.equals("WOULD_CHANGE"), result, "SHADOW", after, paused, "", List.of());
  }

  @Test
  void checkLeadsToTheDryRunOfStart() {
    String legacy = " --legacy 10.0.0.9:8848";

    assertThat(
            BridgeNextSteps.afterCheck(new BridgeCheckResult(true, List.of()), legacy, TYPED)
                .command())
        .isEqualTo("landbridge bridge start --server a:1 --legacy 10.0.0.9:8848");
    assertThat(
            BridgeNextSteps.afterCheck(new BridgeCheckResult(false, List.of()), legacy, TYPED)
                .command())
        .isEqualTo("landbridge bridge x --again");
  }

  @Test
  void dryRunLeadsToTheChangeAndFailureToTheStatus() {
    for (BridgeMoveResult each :
        List.of(move("WOULD_CHANGE", "DUAL_WRITE", false), move("FAILED", "SHADOW", false))) {
      String command =
          each.dryRun()
              ? "landbridge bridge x --again --yes"
              : "landbridge bridge status --server a:1";
      assertThat(
              List.of(
                  BridgeNextSteps.afterStart(each, TYPED).command(),
                  BridgeNextSteps.afterPause(each, TYPED).command(),
                  BridgeNextSteps.afterCutOver(each, TYPED).command(),
                  BridgeNextSteps.afterBack(each, TYPED).command(),
                  BridgeNextSteps.afterFinish(each, TYPED).command()))
          .containsOnly(command);
    }
  }

  @Test
  void changeLeadsToWhatComesAfterIt() {
    assertThat(BridgeNextSteps.afterStart(move("CHANGED", "SHADOW", false), TYPED).command())
        .isEqualTo("landbridge bridge status --server a:1");
    assertThat(BridgeNextSteps.afterPause(move("CHANGED", "SHADOW", true), TYPED).command())
        .isEqualTo("landbridge bridge pause --server a:1 --end");
    assertThat(BridgeNextSteps.afterPause(move("CHANGED", "SHADOW", false), TYPED).command())
        .isEqualTo("landbridge bridge status --server a:1");
    assertThat(BridgeNextSteps.afterCutOver(move("CHANGED", "CUT_OVER", false), TYPED).command())
        .isEqualTo("landbridge bridge finish --server a:1");
    assertThat(BridgeNextSteps.afterBack(move("CHANGED", "OFF", false), TYPED).command())
        .isEqualTo("landbridge bridge check --server a:1 --legacy URL");
    assertThat(BridgeNextSteps.afterBack(move("CHANGED", "SHADOW", false), TYPED).command())
        .isEqualTo("landbridge bridge status --server a:1");
    assertThat(BridgeNextSteps.afterFinish(move("UNCHANGED", "DONE", false), TYPED).command())
        .isEqualTo("landbridge doctor --server a:1");
  }

  private static BridgeStatusResult status(
      String phase,
      boolean paused,
      long firstSync,
      int held,
      int differing,
      int waiting,
      String problem) {
    return new BridgeStatusResult(
        phase,
        paused,
        List.of("10.0.0.9:8848"),
        "",
        0,
        1,
        "",
        "a:1",
        firstSync,
        new BridgeStatusResult.Side(0, 0),
        new BridgeStatusResult.Side(0, 0),
        0,
        0,
        0,
        held,
        new BridgeStatusResult.Comparison(1, differing, 0),
        0,
        0,
        List.of(),
        List.of(
            new BridgeStatusResult.Member(
                "a:1", 1, 0, waiting, problem.isEmpty() ? List.of() : List.of(problem))));
  }

  @ParameterizedTest
  @CsvSource({
    "OFF, false, 0, 0, 0, 0, '', landbridge bridge check --server a:1 --legacy URL",
    "SHADOW, false, 0, 0, 0, 0, '', landbridge bridge x --again",
    "SHADOW, false, 9, 0, 0, 0, '', landbridge bridge start --server a:1",
    "SHADOW, false, 9, 0, 2, 0, '', landbridge bridge diff --server a:1",
    "DUAL_WRITE, false, 9, 0, 2, 1, '', landbridge bridge x --again",
    "DUAL_WRITE, false, 9, 0, 0, 0, '', landbridge bridge cut-over --server a:1",
    "DUAL_WRITE, true, 9, 0, 0, 0, '', landbridge bridge pause --server a:1 --end",
    "DUAL_WRITE, false, 9, 3, 0, 0, '', landbridge bridge diff --server a:1",
    "DUAL_WRITE, true, 9, 3, 0, 0, away, landbridge doctor --server a:1",
    "CUT_OVER, false, 9, 0, 0, 0, '', landbridge bridge finish --server a:1",
    "DONE, false, 9, 0, 0, 0, '', landbridge doctor --server a:1"
  })
  void statusLeadsToTheNextPhaseOnceNothingIsInTheWay(
      String phase,
      boolean paused,
      long firstSync,
      int held,
      int differing,
      int waiting,
      String problem,
      String command) {
    assertThat(
            BridgeNextSteps.afterStatus(
                    status(phase, paused, firstSync, held, differing, waiting, problem), TYPED)
                .command())
        .isEqualTo(command);
  }

  @Test
  void onlyPermanentDifferencesLeadOn() {
    PluginBridgeDifference lasting =
        new PluginBridgeDifference("public", "g", "s", "", "", 0, "", "", "", "why", true);

    assertThat(
            BridgeNextSteps.afterDiff(new BridgeDiffResult(false, 1, true, List.of(lasting)), TYPED)
                .command())
        .isEqualTo("landbridge bridge status --server a:1");
    assertThat(
            BridgeNextSteps.afterDiff(
                    new BridgeDiffResult(false, 1, false, List.of(lasting)), TYPED)
                .command())
        .isEqualTo("landbridge bridge x --again");
    assertThat(
            BridgeNextSteps.afterDiff(new BridgeDiffResult(false, 0, true, List.of(lasting)), TYPED)
                .command())
        .isEqualTo("landbridge bridge x --again");
  }
}
