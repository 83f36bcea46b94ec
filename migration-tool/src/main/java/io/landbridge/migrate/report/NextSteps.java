package io.landbridge.migrate.report;

import io.landbridge.migrate.doctor.Finding;
import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.install.Proposal;
import io.landbridge.migrate.inventory.ApplicationInventory.Level;
import io.landbridge.migrate.lock.ControlResult;
import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.report.result.DoctorResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.report.result.PlanResult;
import io.landbridge.migrate.report.result.ScanResult;
import io.landbridge.migrate.report.result.StatusResult;
import io.landbridge.migrate.report.result.VerifyListResult;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.report.result.VerifyShowResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides what to do after a command: pure functions of what the command found. */
public final class NextSteps {

  private NextSteps() {}

  /**
   * After install.
   *
   * @param login the login that the server wants, as options with a blank before each
   */
  public static NextStep afterInstall(
      Proposal proposal, boolean checkOnly, Invocation typed, String login) {
    return repeated(proposal, checkOnly, typed, "no obstacle was found: this installs the plugin")
        .orElseGet(
            () ->
                new NextStep(
                    "landbridge status --server " + proposal.home().address() + login,
                    restart(proposal, "load the plugin")
                        + " Go on with the next server once this one is ACTIVE, or"
                        + " WAITING_FOR_MEMBERS until more than half of the members have the"
                        + " plugin."
                        + asks(login)));
  }

  /**
   * After uninstall.
   *
   * @param login the login that the server wants, as options with a blank before each
   */
  public static NextStep afterUninstall(
      Proposal proposal, boolean checkOnly, Invocation typed, String login) {
    return repeated(
            proposal,
            checkOnly,
            typed,
            "no obstacle was found: this removes the plugin. Take every application back with"
                + " 'landbridge rollback' before")
        .orElseGet(
            () ->
                new NextStep(
                    "landbridge status --server " + proposal.home().address() + login,
                    restart(proposal, "run without the plugin")
                        + " Go on with the next server once this one answers and is MISSING."
                        + asks(login)));
  }

  private static Optional<NextStep> repeated(
      Proposal proposal, boolean checkOnly, Invocation typed, String ready) {
    if (!proposal.isReady()) {
      return Optional.of(new NextStep(typed.again(), "remove the obstacles first"));
    }
    return checkOnly && !proposal.changes().isEmpty()
        ? Optional.of(new NextStep(typed.again(), ready))
        : Optional.empty();
  }

  private static String asks(String login) {
    return login.isEmpty()
        ? ""
        : " The server asks for a login: replace nacos if your administrator has another name.";
  }

  private static String restart(Proposal proposal, String purpose) {
    return proposal.running().isEmpty()
        ? "Start this server first to %s.".formatted(purpose)
        : "Restart this server first, and no other one at the same time, to %s.".formatted(purpose);
  }

  /** After scan. */
  public static NextStep afterScan(ScanResult result, Invocation typed) {
    long candidates =
        result.inventory().applications().stream()
            .filter(each -> each.level() == Level.INTERFACE && each.derivedInstances() == 0)
            .count();
    if (result.inventory().applications().isEmpty()) {
      return new NextStep(
          typed.of("status"), "no Dubbo application was found: check --server and --namespace");
    }
    if (candidates == 0) {
      return new NextStep(
          typed.of("status"), "every application is at application level, or translated");
    }
    return new NextStep(
        typed.ofNamespaces("plan") + " --out plan.yaml",
        "applications that register interfaces only: %d. Read the hazards and losses above first"
            .formatted(candidates));
  }

  /** After plan. */
  public static NextStep afterPlan(PlanResult result, String file, Invocation typed) {
    return result.plan().waves().isEmpty()
        ? new NextStep(
            typed.ofNamespaces("scan"),
            "the plan has no wave; the reasons are in its list of skipped ones")
        : new NextStep(
            typed.of("apply") + " --plan " + file,
            "review the plan first; this shows what its next wave changes, and changes nothing");
  }

  /** After what some consumers are shown was changed. */
  public static NextStep afterShow(OperationResult result, Invocation typed) {
    return result.dryRun()
        ? new NextStep(typed.again() + " --yes", "nothing was changed yet: this changes it")
        : new NextStep(
            typed.of("status"), "this lists which applications some consumers are shown");
  }

  /**
   * After apply.
   *
   * @param stopped whether it ended before everything was done
   */
  public static NextStep afterApply(OperationResult result, boolean stopped, Invocation typed) {
    if (result.left() > 0 && result.failed() == 0) {
      return new NextStep(typed.again(), "an operator had applications skipped: this applies them");
    }
    List<Outcome> failed =
        result.outcomes().stream().filter(each -> each.result() == Outcome.Result.FAILED).toList();
    if (!failed.isEmpty() && failed.stream().allMatch(Outcome::wasHeld)) {
      Outcome first = failed.get(0);
      return new NextStep(
          typed.of("consumers")
              + " --namespace %s --application %s"
                  .formatted(
                      Invocation.quoted(first.namespace()), Invocation.quoted(first.application())),
          "a consumer of %s would move at once: this lists its consumers. Correct their rules and"
                  .formatted(
                      failed.size() == 1
                          ? "this application"
                          : "each of these %d applications".formatted(failed.size()))
              + " run apply again, or accept the move with --move-consumers");
    }
    if (stopped || result.failed() > 0) {
      return new NextStep(
          typed.of("doctor"), "not everything was done: find the cause, then run apply again");
    }
    boolean changes =
        Stream.concat(result.outcomes().stream(), result.rules().stream())
            .anyMatch(each -> each.result() == Outcome.Result.WOULD_CHANGE);
    return result.dryRun() && changes
        ? new NextStep(
            typed.again() + " --yes", "nothing was changed; this makes the changes above")
        : new NextStep(typed.ofTarget("verify"), "compare both levels before the next change");
  }

  /** After an order to a run that goes on somewhere else. */
  public static NextStep afterControl(ControlResult result, Invocation typed) {
    return switch (result.order()) {
      case "PAUSE" ->
          new NextStep(
              typed.of("control resume"),
              "the run holds before its next step until you order this");
      case "SKIP" ->
          new NextStep(
              typed.of("status"),
              "watch until the run has ended; then run the same apply again: it applies what was"
                  + " skipped");
      case "STOP" ->
          new NextStep(
              typed.of("status"),
              "watch until the run has ended; the same apply continues where it stopped");
      default -> new NextStep(typed.of("status"), "this shows how the run goes on");
    };
  }

  /** How far a plan is, by its journal. */
  public enum PlanStage {
    /** Waves are left to apply, or nobody knows. */
    WAVES_LEFT,
    /** Every wave is applied. */
    APPLIED,
    /** Every wave is completed. */
    COMPLETED
  }

  /**
   * After verify.
   *
   * @param stage how far the plan is, if there is one
   */
  public static NextStep afterVerify(VerifyResult result, PlanStage stage, Invocation typed) {
    if (!result.equal()) {
      long differing =
          result.applications().stream().filter(each -> !each.equal() && !each.leftOut()).count();
      return new NextStep(
          typed.of("doctor"),
          "applications that differ: %d. Do not go on before the cause is found"
              .formatted(differing == 0 ? result.leftOut() : differing));
    }
    if (!result.unknown().isEmpty()) {
      return new NextStep(
          typed.ofNamespaces("scan"),
          "applications that are not registered: %d. This lists those that are"
              .formatted(result.unknown().size()));
    }
    if (!typed.target().contains(" --plan ")) {
      return new NextStep(typed.of("status"), "both levels are equal");
    }
    return switch (stage) {
      case WAVES_LEFT ->
          new NextStep(
              typed.ofTarget("apply"),
              "both levels are equal; this shows what the next wave changes");
      case APPLIED ->
          new NextStep(
              typed.ofTarget("complete"),
              "both levels are equal and every wave is applied; this shows who still uses the"
                  + " interface level, and changes nothing");
      case COMPLETED ->
          new NextStep(
              typed.ofTarget("report"),
              "both levels are equal and every wave is completed: the plan is done");
    };
  }

  /**
   * After verify.
   *
   * @param records where the run was recorded, as an option with a blank before it
   */
  public static NextStep afterVerify(
      VerifyResult result, PlanStage stage, Invocation typed, String records) {
    NextStep next = afterVerify(result, stage, typed);
    return next.command().startsWith("landbridge apply ")
        ? new NextStep(next.command() + records, next.why())
        : next;
  }

  /**
   * After an apply that the plan lets go on only once a verify is recorded.
   *
   * @param plan the file of the plan, as a shell reads it
   * @param wave the wave to compare
   * @param records where to record it, as an option with a blank before it
   */
  public static NextStep afterUnverified(String plan, int wave, String records, Invocation typed) {
    return new NextStep(
        typed.of("verify") + " --plan " + plan + " --wave " + wave + records,
        "the next wave requires this verify; then run apply again");
  }

  /**
   * The command that goes on with a verify.
   *
   * @param located where it is recorded, as options with a blank before each
   */
  public static String toResume(String id, String located, Invocation typed) {
    return typed.of("verify") + " --resume " + id + located;
  }

  /**
   * After the list of recorded verifies.
   *
   * @param located where they are, as options with a blank before each
   */
  public static NextStep afterVerifyList(VerifyListResult result, String located) {
    return result.runs().stream()
        .findFirst()
        .map(
            newest ->
                new NextStep(
                    "landbridge verify show " + newest.id() + located,
                    "this shows the newest run with its differences"))
        .orElseGet(
            () ->
                new NextStep(
                    "landbridge verify --all", "no run is recorded: this compares both levels"));
  }

  /**
   * After a recorded verify.
   *
   * @param located where it is, as options with a blank before each
   */
  public static NextStep afterVerifyShow(VerifyShowResult result, String located) {
    if (!result.finished()) {
      return new NextStep(
          "landbridge verify --resume " + result.id() + located,
          "the run was interrupted: this compares the applications that are left");
    }
    return result.equal()
        ? new NextStep(
            "landbridge status", "both levels were equal; this shows how the cluster is now")
        : new NextStep(
            "landbridge doctor", "the levels differed. Do not go on before the cause is found");
  }

  /** After doctor. */
  public static NextStep afterDoctor(DoctorResult result, Invocation typed) {
    Optional<Finding> first =
        Stream.of(Severity.ERROR, Severity.WARNING)
            .flatMap(
                severity -> result.findings().stream().filter(each -> each.severity() == severity))
            .findFirst();
    if (first.isPresent()) {
      return afterFinding(first.get(), typed);
    }
    if (has(result, Kind.RUN_UNDER_WAY)) {
      return new NextStep(
          typed.of("status") + " --watch", "no problems found; a run is changing the cluster");
    }
    return has(result, Kind.UNTRANSLATABLE)
        ? new NextStep(
            typed.of("scan"),
            "no problems found; this names the registrations that cannot be translated")
        : new NextStep(typed.of("status"), "no problems found; this shows how far the cluster is");
  }

  private static boolean has(DoctorResult result, Kind kind) {
    return result.findings().stream().anyMatch(each -> each.kind() == kind);
  }

  private static NextStep afterFinding(Finding finding, Invocation typed) {
    return switch (finding.kind()) {
      case PLUGIN_MISSING, WAITING_FOR_MEMBERS ->
          new NextStep(
              "landbridge install --nacos-home DIR",
              "not every member has the plugin: run this on the machine of the next one, or"
                  + " 'landbridge uninstall' on those that have it");
      case SUSPENDED ->
          new NextStep(
              typed.of("resume"),
              "an operator has hidden all derived instances; find out why first");
      case BRIDGE_PAUSED ->
          new NextStep(
              typed.of("bridge pause") + " --end",
              "an operator has paused the bridge; find out why first");
      case BRIDGE_DIFFERS ->
          new NextStep(typed.of("bridge diff"), "both clusters differ: this names each difference");
      case BRIDGE_STALLED,
          BRIDGE_NOT_ACTIVE,
          BRIDGE_EPOCHS_DIFFER,
          BRIDGE_BEHIND,
          BRIDGE_EXPORTS_WAIT,
          BRIDGE_HOLDS,
          BRIDGE_UNREADABLE ->
          new NextStep(
              typed.of("bridge status"),
              "the bridge has problems: do what the first finding advises, then look at this");
      case NOT_SWITCHED_ON,
          NOT_SWITCHED_OFF,
          TOLD_AND_NOT_SHOWN,
          APPLICATION_TROUBLED,
          HELD_INSTANCES ->
          new NextStep(
              typed.of("status"), "applications have problems: this shows each with its state");
      case RUN_INTERRUPTED ->
          new NextStep(
              typed.of("status"),
              "a run was killed: this shows which one; the same command again completes it");
      default ->
          new NextStep(
              typed.again(), "do what the first finding advises, then examine the cluster again");
    };
  }

  /** After status. */
  public static NextStep afterStatus(StatusResult result, Invocation typed) {
    List<StatusResult.Server> servers = result.servers();
    Optional<StatusResult.Server> missing = first(servers, "MISSING");
    if (missing.isPresent()) {
      return new NextStep(
          "landbridge install --nacos-home DIR",
          "%s has no plugin: run this on its machine, and restart the server"
              .formatted(missing.get().server()));
    }
    Optional<StatusResult.Server> troubled =
        Stream.of("UNREACHABLE", "DISABLED")
            .flatMap(each -> first(servers, each).stream())
            .findFirst();
    if (troubled.isPresent()) {
      return new NextStep(
          typed.of("doctor"),
          "%s is %s".formatted(troubled.get().server(), troubled.get().state()));
    }
    if (first(servers, "SUSPENDED").isPresent()) {
      return new NextStep(
          typed.of("resume"), "an operator has hidden all derived instances; find out why first");
    }
    if (first(servers, "WAITING_FOR_MEMBERS").isPresent()) {
      return new NextStep(
          "landbridge install --nacos-home DIR",
          "not more than half of the members have the plugin: run this on the machine of the next"
              + " one, or 'landbridge uninstall' on the machines of those that have it");
    }
    if (first(servers, "STARTING").isPresent()) {
      return new NextStep(typed.again(), "a server is starting: wait until it is ACTIVE");
    }
    RunView run = result.run();
    if (run != null && run.ordered().contains("PAUSE")) {
      return new NextStep(
          typed.of("control resume"), "'%s' is paused until you order this".formatted(run.doing()));
    }
    if (run != null) {
      return new NextStep(
          typed.of("status") + " --watch", "'%s' is under way".formatted(run.doing()));
    }
    return ofApplications(result.applications(), typed);
  }

  private static NextStep ofApplications(
      List<StatusResult.Application> applications, Invocation typed) {
    if (applications.stream().anyMatch(each -> !each.problems().isEmpty())) {
      return new NextStep(typed.of("doctor"), "applications above have problems");
    }
    if (applications.stream().anyMatch(each -> each.state().startsWith("SWITCHING_"))) {
      return new NextStep(typed.again(), "applications are being switched");
    }
    return applications.stream().anyMatch(each -> each.state().equals("TRANSLATED"))
        ? new NextStep(typed.of("verify") + " --all", "compare both levels of what is translated")
        : new NextStep(
            typed.of("scan"), "nothing is translated: find the applications to begin with");
  }

  private static Optional<StatusResult.Server> first(
      List<StatusResult.Server> servers, String state) {
    return servers.stream().filter(each -> each.state().equals(state)).findFirst();
  }
}
