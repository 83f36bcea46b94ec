package io.landbridge.migrate.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.member.SuspendMember.MemberOutcome;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.report.result.SuspensionResult;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked names what changes. */
class YesOptionTest {

  private static List<Outcome> outcomes(int count, Result result) {
    return Collections.nCopies(count, new Outcome("public", "a", result, "", "", List.of()));
  }

  private static String question(List<Outcome> applications, List<Outcome> rules, int hazards) {
    YesOption yes = new YesOption();
    yes.pending(OperationResult.of(true, applications, rules, List.of(), List.of()), hazards);
    return yes.question();
  }

  @Test
  void applicationsConsumersAndHazardsAreCounted() {
    assertThat(question(outcomes(3, Result.WOULD_CHANGE), List.of(), 2))
        .isEqualTo("3 applications change, 2 hazards. Continue? [y/N] ");
    assertThat(question(outcomes(1, Result.WOULD_CHANGE), outcomes(1, Result.WOULD_CHANGE), 1))
        .isEqualTo("1 application changes, 1 consumer changes, 1 hazard. Continue? [y/N] ");
    assertThat(question(outcomes(2, Result.UNCHANGED), outcomes(1, Result.FAILED), 5))
        .as("nothing to ask")
        .startsWith(". ");
  }

  @Test
  void stepsOfTheBridgeAndMembersAreNamed() {
    YesOption yes = new YesOption();
    yes.pending(
        new BridgeMoveResult(true, "WOULD_CHANGE", "SHADOW", "DUAL_WRITE", false, "", List.of()));
    assertThat(yes.question()).startsWith("the bridge goes from SHADOW to DUAL_WRITE. ");
    yes.pending(
        new BridgeMoveResult(true, "WOULD_CHANGE", "SHADOW", "SHADOW", true, "", List.of()));
    assertThat(yes.question()).startsWith("the bridge is paused. ");
    yes.pending(
        SuspensionResult.of(
            true,
            Collections.nCopies(
                3, new MemberOutcome("a:1", Result.WOULD_CHANGE, "SHOWN", "SUSPENDED", ""))));
    assertThat(yes.question()).startsWith("3 members change. ");

    YesOption unasked = new YesOption();
    unasked.pending(new BridgeMoveResult(true, "FAILED", "OFF", "OFF", false, "", List.of("no")));
    assertThat(unasked.question()).startsWith(". ");
  }
}
