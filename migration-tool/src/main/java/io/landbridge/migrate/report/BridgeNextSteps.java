package io.landbridge.migrate.report;

import io.landbridge.migrate.report.result.BridgeCheckResult;
import io.landbridge.migrate.report.result.BridgeDiffResult;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.migrate.report.result.BridgeStatusResult;

/** Decides what to do after a verb of the bridge: pure functions of what the verb found. */
public final class BridgeNextSteps {

  private static final String CHECK = " --legacy URL";

  private BridgeNextSteps() {}

  /**
   * After bridge check.
   *
   * @param legacy the legacy cluster as options of bridge start, with a blank before each
   */
  public static NextStep afterCheck(BridgeCheckResult result, String legacy, Invocation typed) {
    return result.ready()
        ? new NextStep(
            typed.of("bridge start") + legacy,
            "nothing stands in the way; read the warnings above first. This shows what the bridge"
                + " does, and changes nothing")
        : new NextStep(typed.again(), "remove the obstacles above first");
  }

  /** After bridge start. */
  public static NextStep afterStart(BridgeMoveResult result, Invocation typed) {
    return afterMove(
        result,
        typed,
        new NextStep(
            typed.of("bridge status"),
            result.after().equals("SHADOW")
                ? "the legacy cluster is read now: wait until both clusters are compared"
                : "both clusters show the instances of the other: wait until nothing is pending"));
  }

  /** After bridge pause. */
  public static NextStep afterPause(BridgeMoveResult result, Invocation typed) {
    return afterMove(
        result,
        typed,
        result.paused()
            ? new NextStep(
                typed.of("bridge pause") + " --end",
                "the bridge is paused until you run this; nothing new is transferred")
            : new NextStep(
                typed.of("bridge status"), "the bridge runs: see whether it catches up"));
  }

  /** After bridge cut-over. */
  public static NextStep afterCutOver(BridgeMoveResult result, Invocation typed) {
    return afterMove(
        result,
        typed,
        new NextStep(
            typed.of("bridge finish"),
            "move the remaining clients to this cluster first; this shows who would be lost, and"
                + " changes nothing"));
  }

  /** After bridge back. */
  public static NextStep afterBack(BridgeMoveResult result, Invocation typed) {
    return afterMove(
        result,
        typed,
        result.after().equals("OFF")
            ? new NextStep(
                typed.of("bridge check") + CHECK,
                "the bridge is off: find the cause before you start it again")
            : new NextStep(
                typed.of("bridge status"), "the bridge went back one phase: see how it stands"));
  }

  /** After bridge finish. */
  public static NextStep afterFinish(BridgeMoveResult result, Invocation typed) {
    return afterMove(
        result,
        typed,
        new NextStep(
            typed.of("doctor"),
            "the bridge is finished: check this cluster before you stop the legacy cluster"));
  }

  private static NextStep afterMove(BridgeMoveResult result, Invocation typed, NextStep done) {
    return switch (result.result()) {
      case "WOULD_CHANGE" ->
          new NextStep(
              typed.again() + " --yes", "nothing was changed; this makes the change above");
      case "FAILED" ->
          new NextStep(
              typed.of("bridge status"),
              "the problems above stand in the way: this shows the bridge");
      default -> done;
    };
  }

  /** After bridge status. */
  public static NextStep afterStatus(BridgeStatusResult result, Invocation typed) {
    if (result.members().stream().anyMatch(each -> !each.problems().isEmpty())) {
      return new NextStep(typed.of("doctor"), "a member has problems: this shows what to do");
    }
    if (result.paused()) {
      return new NextStep(
          typed.of("bridge pause") + " --end",
          "an operator has paused the bridge; find out why first");
    }
    if (result.held() > 0) {
      return new NextStep(
          typed.of("bridge diff"),
          "instances are held because too many vanished at once: find out whether they are gone");
    }
    return switch (result.phase()) {
      case "OFF" ->
          new NextStep(
              typed.of("bridge check") + CHECK,
              "there is no bridge: this checks whether a 1.x cluster can be bridged");
      case "DONE" -> new NextStep(typed.of("doctor"), "the bridge is finished");
      case "CUT_OVER" ->
          new NextStep(
              typed.of("bridge finish"),
              "move the remaining clients to this cluster first; this shows who would be lost, and"
                  + " changes nothing");
      default -> afterComparison(result, typed);
    };
  }

  private static NextStep afterComparison(BridgeStatusResult result, Invocation typed) {
    if (result.firstSync() == 0) {
      return new NextStep(typed.again(), "the legacy cluster is not read completely yet: wait");
    }
    if (result.members().stream().anyMatch(each -> each.waiting() > 0)) {
      return new NextStep(typed.again(), "exports are pending: wait until none is");
    }
    if (result.comparison().differing() > 0) {
      return new NextStep(
          typed.of("bridge diff"), "both clusters differ: this names each difference");
    }
    return result.phase().equals("SHADOW")
        ? new NextStep(
            typed.of("bridge start"),
            "both clusters are compared; this shows what the next phase does, and changes nothing")
        : new NextStep(
            typed.of("bridge cut-over"),
            "nothing is pending and nothing differs; this shows what the next phase does, and"
                + " changes nothing");
  }

  /** After bridge diff. */
  public static NextStep afterDiff(BridgeDiffResult result, Invocation typed) {
    boolean others = result.differences().size() > result.lasting() || !result.complete();
    return others
        ? new NextStep(
            typed.again(),
            "most differences end within seconds. Of one that stays, the reason says what to do")
        : new NextStep(
            typed.of("bridge status"), "nothing differs that would block the next phase");
  }
}
