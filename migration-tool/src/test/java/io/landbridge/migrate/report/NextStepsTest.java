package io.landbridge.migrate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.consumer.ConsumerInventory;
import io.landbridge.migrate.doctor.Finding;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.lock.ControlResult;
import io.landbridge.migrate.lock.LockRecord;
import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.report.NextSteps.PlanStage;
import io.landbridge.migrate.report.result.DoctorResult;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.report.result.PlanResult;
import io.landbridge.migrate.report.result.ScanResult;
import io.landbridge.migrate.report.result.StatusResult;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.model.ApplicationKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextStepsTest {

  private static final Invocation BY_PLAN =
      new Invocation("landbridge x --again", " --server a:1", " --plan p.yaml", "");
  private static final Invocation BY_NAME =
      new Invocation("landbridge x --again", " --server a:1", " --application shop", "");

  private static ScanResult scan(Registration... providers) {
    return new ScanResult(
        InventoryBuilder.of(Registrations.untranslated(List.of(providers))),
        List.of(),
        ConsumerInventory.notAsked(),
        List.of());
  }

  @Test
  void scanLeadsToAPlanWhereSomethingIsToBeTranslated() {
    NextStep found =
        NextSteps.afterScan(
            scan(Registrations.of("shop", "demo.Order", "10.0.0.1", 20880)), BY_NAME);

    assertThat(found.command()).isEqualTo("landbridge plan --server a:1 --out plan.yaml");
    assertThat(found.why()).contains("interfaces only: 1.");
    assertThat(NextSteps.afterScan(scan(), BY_NAME))
        .isEqualTo(
            new NextStep(
                "landbridge status --server a:1",
                "no Dubbo application was found: check --server and --namespace"));
  }

  @ParameterizedTest
  @CsvSource({
    "PAUSE, landbridge control resume --server a:1, until you order this",
    "RESUME, landbridge status --server a:1, how the run goes on",
    "THROTTLE, landbridge status --server a:1, how the run goes on",
    "SKIP, landbridge status --server a:1, run the same apply again",
    "STOP, landbridge status --server a:1, the same apply continues"
  })
  void orderLeadsToWhatShowsOrEndsIt(String order, String command, String why) {
    LockRecord record = new LockRecord(1, "j", "h", "anna", "apply of plan.yaml", 0, null);

    NextStep next =
        NextSteps.afterControl(new ControlResult(order, "CHANGED", RunView.of(record)), BY_PLAN);

    assertThat(next.command()).isEqualTo(command);
    assertThat(next.why()).contains(why);
  }

  @Test
  void planLeadsToADryRun() {
    Plan plan =
        Planner.plan(
            InventoryBuilder.of(
                Registrations.untranslated(
                    List.of(Registrations.of("shop", "demo.Order", "10.0.0.1", 20880)))),
            PlanRequest.of(each -> true, "test", "2026-11-21T00:00:00Z"));

    assertThat(
            NextSteps.afterPlan(new PlanResult("p q", plan, List.of()), "'p q'", BY_NAME).command())
        .isEqualTo("landbridge apply --server a:1 --plan 'p q'");
    assertThat(
            NextSteps.afterPlan(
                    new PlanResult("p", plan.withWaves(List.of()), List.of()), "p", BY_NAME)
                .command())
        .isEqualTo("landbridge scan --server a:1");
  }

  @Test
  void namespacesAreKeptWhereTheNextVerbTakesThem() {
    Invocation typed =
        new Invocation("landbridge x", " --server a:1", " --application shop", " --namespace dev");
    OperationResult applied = OperationResult.of(false, List.of());

    assertThat(NextSteps.afterApply(applied, false, typed).command())
        .isEqualTo("landbridge verify --server a:1 --namespace dev --application shop");
    assertThat(NextSteps.afterApply(applied, true, typed).command())
        .as("it has no such option")
        .isEqualTo("landbridge doctor --server a:1");
    assertThat(
            NextSteps.afterScan(
                    scan(Registrations.of("shop", "demo.Order", "10.0.0.1", 20880)), typed)
                .command())
        .isEqualTo("landbridge plan --server a:1 --namespace dev --out plan.yaml");
  }

  @ParameterizedTest
  @CsvSource({
    "true, WOULD_CHANGE, false, landbridge x --again --yes",
    "true, UNCHANGED, false, landbridge verify --server a:1 --plan p.yaml",
    "true, FAILED, false, landbridge doctor --server a:1",
    "false, CHANGED, false, landbridge verify --server a:1 --plan p.yaml",
    "false, CHANGED, true, landbridge doctor --server a:1",
    "false, FAILED, false, landbridge doctor --server a:1"
  })
  void applyLeadsToWhatItLeft(
      boolean dryRun, Outcome.Result result, boolean stopped, String command) {
    OperationResult applied =
        OperationResult.of(
            dryRun, List.of(new Outcome("public", "shop", result, "a", "b", List.of())));

    assertThat(NextSteps.afterApply(applied, stopped, BY_PLAN).command()).isEqualTo(command);
  }

  @Test
  void applyOfWhatWasSkippedIsTheSameCommand() {
    Outcome skipped = new Outcome("public", "b", Outcome.Result.SKIPPED, "", "", List.of("why"));
    Outcome failed = new Outcome("public", "c", Outcome.Result.FAILED, "", "", List.of("why"));

    assertThat(
            NextSteps.afterApply(OperationResult.of(false, List.of(skipped)), true, BY_PLAN)
                .command())
        .isEqualTo(BY_PLAN.again());
    assertThat(
            NextSteps.afterApply(OperationResult.of(false, List.of(skipped, failed)), true, BY_PLAN)
                .command())
        .isEqualTo("landbridge doctor --server a:1");
    assertThat(OperationResult.of(false, List.of(skipped, failed)))
        .extracting(OperationResult::succeeded, OperationResult::failed, OperationResult::left)
        .containsExactly(0, 1, 1);
  }

  @Test
  void applyThatHeldConsumersLeadsToThem() {
    Outcome held = Outcome.held(ApplicationKey.of("dev", "shop"), "'till' (no rule)");
    Outcome failed = new Outcome("public", "c", Outcome.Result.FAILED, "", "", List.of("why"));

    assertThat(NextSteps.afterApply(OperationResult.of(false, List.of(held)), true, BY_PLAN))
        .isEqualTo(
            new NextStep(
                "landbridge consumers --server a:1 --namespace dev --application shop",
                "a consumer of this application would move at once: this lists its consumers."
                    + " Correct their rules and run apply again, or accept the move with"
                    + " --move-consumers"));
    Outcome odd = Outcome.held(ApplicationKey.of("dev", "$shop"), "'till' (no rule)");
    assertThat(
            NextSteps.afterApply(OperationResult.of(true, List.of(odd)), false, BY_PLAN).command())
        .isEqualTo("landbridge consumers --server a:1 --namespace dev --application '$shop'");
    assertThat(
            NextSteps.afterApply(OperationResult.of(false, List.of(held, failed)), true, BY_PLAN)
                .command())
        .as("something else is wrong as well")
        .isEqualTo("landbridge doctor --server a:1");
  }

  @Test
  void applyThatFailedWithTextLikeHeldLeadsToDoctor() {
    String text = Outcome.held(ApplicationKey.of("dev", "shop"), "x").problems().get(0);
    Outcome failed = new Outcome("dev", "shop", Outcome.Result.FAILED, "", "", List.of(text));

    assertThat(
            NextSteps.afterApply(OperationResult.of(false, List.of(failed)), true, BY_PLAN)
                .command())
        .isEqualTo("landbridge doctor --server a:1");
  }

  private static VerifyResult verified(boolean equal, String... unknown) {
    return VerifyResult.of(
        "",
        Instant.EPOCH,
        List.of(
            new Comparison(
                "public", "shop", equal, false, 1, List.of(), List.of(), List.of(), List.of(),
                List.of())),
        List.of(unknown),
        true);
  }

  @Test
  void verifyLeadsOnOnlyWhereBothLevelsAreEqual() {
    assertThat(NextSteps.afterVerify(verified(true), PlanStage.WAVES_LEFT, BY_PLAN).command())
        .isEqualTo("landbridge apply --server a:1 --plan p.yaml");
    assertThat(NextSteps.afterVerify(verified(true), PlanStage.WAVES_LEFT, BY_NAME).command())
        .isEqualTo("landbridge status --server a:1");
    assertThat(NextSteps.afterVerify(verified(true, "nope"), PlanStage.WAVES_LEFT, BY_PLAN))
        .isEqualTo(
            new NextStep(
                "landbridge scan --server a:1",
                "applications that are not registered: 1. This lists those that are"));
    assertThat(NextSteps.afterVerify(verified(false), PlanStage.APPLIED, BY_PLAN))
        .isEqualTo(
            new NextStep(
                "landbridge doctor --server a:1",
                "applications that differ: 1. Do not go on before the cause is found"));
  }

  @Test
  void verifyOfAPlanWithoutWavesLeftSaysThatThePlanIsDone() {
    assertThat(NextSteps.afterVerify(verified(true), PlanStage.APPLIED, BY_PLAN).command())
        .isEqualTo("landbridge complete --server a:1 --plan p.yaml");
    NextStep completed = NextSteps.afterVerify(verified(true), PlanStage.COMPLETED, BY_PLAN);
    assertThat(completed.command()).isEqualTo("landbridge report --server a:1 --plan p.yaml");
    assertThat(completed.why()).endsWith("the plan is done");
  }

  @ParameterizedTest
  @CsvSource({
    "ACTIVE MISSING UNREACHABLE, landbridge install --nacos-home DIR",
    "ACTIVE UNREACHABLE SUSPENDED, landbridge doctor --server a:1",
    "DISABLED ACTIVE, landbridge doctor --server a:1",
    "SUSPENDED STARTING, landbridge resume --server a:1",
    "WAITING_FOR_MEMBERS, landbridge install --nacos-home DIR",
    "ACTIVE STARTING, landbridge x --again",
    "ACTIVE, landbridge scan --server a:1"
  })
  void statusLeadsToTheWorstServerFirst(String states, String command) {
    List<StatusResult.Server> servers =
        Arrays.stream(states.split(" "))
            .map(each -> StatusResult.Server.silent("h:1", each, ""))
            .toList();

    assertThat(NextSteps.afterStatus(new StatusResult(servers, List.of(), null), BY_NAME).command())
        .isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource({
    "OBSERVED, '', landbridge scan --server a:1",
    "OBSERVED TRANSLATED, '', landbridge verify --server a:1 --all",
    "TRANSLATED SWITCHING_ON, '', landbridge x --again",
    "SWITCHING_OFF, '', landbridge x --again",
    "TRANSLATED, trouble, landbridge doctor --server a:1"
  })
  void statusOfActiveServersLeadsByTheApplications(String states, String problem, String command) {
    List<StatusResult.Application> applications = new ArrayList<>();
    for (String each : states.split(" ")) {
      applications.add(
          new StatusResult.Application(
              "public",
              "shop",
              each,
              1,
              0,
              List.of(),
              List.of(),
              problem.isEmpty() ? List.of() : List.of(problem)));
    }
    StatusResult result =
        new StatusResult(
            List.of(StatusResult.Server.silent("h:1", "ACTIVE", "")), applications, null);

    assertThat(NextSteps.afterStatus(result, BY_NAME).command()).isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource({
    "PAUSE, landbridge control resume --server a:1",
    "THROTTLE, landbridge status --server a:1 --watch"
  })
  void statusLeadsToTheRunUnderWay(String ordered, String command) {
    RunView run =
        new RunView(
            "root@h",
            "apply of plan.yaml",
            "2026-12-01T10:00:00Z",
            true,
            "RUNNING",
            "",
            1,
            2,
            "public/shop",
            List.of(),
            0,
            0,
            List.of(ordered),
            List.of(),
            "root@h");
    StatusResult result =
        new StatusResult(List.of(StatusResult.Server.silent("h:1", "ACTIVE", "")), List.of(), run);

    assertThat(NextSteps.afterStatus(result, BY_NAME).command()).isEqualTo(command);
  }

  @Test
  void recordsAreWhereTheNextApplyLooksForThem() {
    assertThat(
            NextSteps.afterVerify(verified(true), PlanStage.WAVES_LEFT, BY_PLAN, " --records d")
                .command())
        .isEqualTo("landbridge apply --server a:1 --plan p.yaml --records d");
    assertThat(
            NextSteps.afterVerify(verified(true), PlanStage.APPLIED, BY_PLAN, " --records d")
                .command())
        .as("it has no such option")
        .isEqualTo("landbridge complete --server a:1 --plan p.yaml");
    assertThat(NextSteps.afterUnverified("p.yaml", 2, " --records d", BY_NAME).command())
        .isEqualTo("landbridge verify --server a:1 --plan p.yaml --wave 2 --records d");
  }

  private static DoctorResult examined(String... findings) {
    List<Finding> all = new ArrayList<>();
    for (String each : findings) {
      String[] parts = each.split(":");
      all.add(
          new Finding(
              Finding.Severity.valueOf(parts[0]),
              Finding.Kind.valueOf(parts[1]),
              List.of(),
              "what",
              "seen",
              "do"));
    }
    return new DoctorResult(
        all.stream().allMatch(each -> each.severity() == Finding.Severity.NOTE), List.of(), all);
  }

  @ParameterizedTest
  @CsvSource({
    "'', landbridge status --server a:1",
    "NOTE:UNTRANSLATABLE, landbridge scan --server a:1",
    "NOTE:RUN_UNDER_WAY NOTE:UNTRANSLATABLE, landbridge status --server a:1 --watch",
    "WARNING:BRIDGE_PAUSED ERROR:PLUGIN_MISSING, landbridge install --nacos-home DIR",
    "WARNING:SUSPENDED, landbridge resume --server a:1",
    "WARNING:BRIDGE_PAUSED, landbridge bridge pause --server a:1 --end",
    "WARNING:BRIDGE_DIFFERS, landbridge bridge diff --server a:1",
    "ERROR:BRIDGE_STALLED, landbridge bridge status --server a:1",
    "WARNING:APPLICATION_TROUBLED, landbridge status --server a:1",
    "WARNING:RUN_INTERRUPTED, landbridge status --server a:1",
    "ERROR:NO_LEADER, landbridge x --again"
  })
  void doctorLeadsToTheWorstFindingFirst(String findings, String command) {
    DoctorResult result = findings.isEmpty() ? examined() : examined(findings.split(" "));

    assertThat(NextSteps.afterDoctor(result, BY_NAME).command()).isEqualTo(command);
  }
}
