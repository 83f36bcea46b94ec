package io.landbridge.migrate;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import io.landbridge.migrate.cli.Main;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.migrate.backup.PlanningBackup;
import wrong.io.landbridge.migrate.board.AskingBoard;
import wrong.io.landbridge.migrate.bridge.PlanningBridge;
import wrong.io.landbridge.migrate.cli.AdaptedCommand;
import wrong.io.landbridge.migrate.cli.bridge.PlannedBridgeVerb;
import wrong.io.landbridge.migrate.cli.connect.AdaptedConnection;
import wrong.io.landbridge.migrate.cli.install.PlannedInstallVerb;
import wrong.io.landbridge.migrate.cli.option.PlannedOption;
import wrong.io.landbridge.migrate.cli.plan.AdaptedPlanVerb;
import wrong.io.landbridge.migrate.cli.terminal.ConnectedTerminal;
import wrong.io.landbridge.migrate.cli.verify.AdaptedVerify;
import wrong.io.landbridge.migrate.consumer.PlanningConsumer;
import wrong.io.landbridge.migrate.doctor.PlanningDoctor;
import wrong.io.landbridge.migrate.guard.PlannedGuard;
import wrong.io.landbridge.migrate.hazard.AskingHazard;
import wrong.io.landbridge.migrate.install.AskingInstallation;
import wrong.io.landbridge.migrate.inventory.PlanningInventory;
import wrong.io.landbridge.migrate.journal.PlannedJournal;
import wrong.io.landbridge.migrate.lock.PlannedLock;
import wrong.io.landbridge.migrate.member.CountingMember;
import wrong.io.landbridge.migrate.operation.PrintingOperation;
import wrong.io.landbridge.migrate.plan.AskingPlan;
import wrong.io.landbridge.migrate.plan.DatedPlan;
import wrong.io.landbridge.migrate.progress.PlannedMeter;
import wrong.io.landbridge.migrate.record.PlannedRecord;
import wrong.io.landbridge.migrate.report.AskingReport;
import wrong.io.landbridge.migrate.report.fleet.AskingFleet;
import wrong.io.landbridge.migrate.report.result.AskingResult;
import wrong.io.landbridge.migrate.rule.AskingRule;
import wrong.io.landbridge.migrate.run.PrintingRun;
import wrong.io.landbridge.migrate.spool.AskingSpool;
import wrong.io.landbridge.migrate.stray.Stray;
import wrong.io.landbridge.migrate.verify.PlannedComparison;
import wrong.io.landbridge.migrate.wave.RecordedStep;

/** Whether nothing prints does not apply here: printing is what this module is for. */
class ArchitectureTest extends ModuleArchitecture {

  private static final String JSON = "com.fasterxml.jackson..";
  private static final String TIME = "java.time..";

  private static final Layers LAYERS =
      new Layers()
          .row(
              "migrate.inventory",
              "migrate.progress",
              "migrate.spool",
              "registry",
              "model",
              "dubbo",
              "dubbo.json",
              "java.net",
              "java.util.concurrent")
          .row(
              "migrate.spool",
              "model",
              "dubbo",
              "java.io",
              "java.nio",
              "java.nio.channels",
              "java.nio.file",
              "java.nio.file.attribute")
          .row(
              "migrate.plan",
              "migrate.hazard",
              "migrate.inventory",
              "migrate.rule",
              "model",
              "dubbo",
              JSON,
              "org.yaml.snakeyaml..")
          .row(
              "migrate.verify",
              "migrate.inventory",
              "registry",
              "model",
              "dubbo",
              "dubbo.json",
              JSON)
          .row("migrate.operation", "registry", "registry.plugin", "model", TIME)
          .row("migrate.doctor", "registry", "registry.plugin", "model")
          .row("migrate.member", "migrate.operation", "registry", "registry.plugin")
          .row(
              "migrate.consumer",
              "migrate.inventory",
              "migrate.member",
              "migrate.progress",
              "registry",
              "registry.plugin",
              "model",
              "dubbo",
              "java.util.concurrent",
              "java.util.concurrent.atomic")
          .row(
              "migrate.bridge",
              "registry.diff",
              "model.phase",
              "dubbo",
              "registry",
              "registry.legacy",
              "registry.plugin",
              "model",
              TIME)
          .row(
              "migrate.backup",
              "registry",
              "registry.plugin",
              "model",
              JSON,
              "java.io",
              "java.nio.channels",
              "java.nio.file",
              "java.nio.file.attribute")
          .row(
              "migrate.install",
              "java.io",
              "java.nio.channels",
              "java.nio.file",
              "java.nio.file.attribute",
              "java.util.concurrent",
              "java.util.jar")
          .row("migrate.progress")
          .row("migrate.hazard", "migrate.inventory", "migrate.rule", "model", "dubbo")
          .row("migrate.rule", "model", "dubbo", "org.yaml.snakeyaml..")
          .row("migrate.lock", "registry", "model", JSON, TIME)
          .row(
              "migrate.board",
              "migrate.lock",
              "migrate.report",
              "migrate.report.result",
              "registry.plugin",
              "model",
              TIME)
          .row(
              "migrate.guard",
              "migrate.run",
              "registry",
              "registry.http",
              JSON,
              TIME,
              "java.io",
              "java.net",
              "java.net.http",
              "java.nio",
              "java.security.cert",
              "java.util.concurrent")
          .row(
              "migrate.record",
              "migrate.verify",
              "model",
              JSON,
              TIME,
              "java.io",
              "java.nio",
              "java.nio.channels",
              "java.nio.file",
              "java.nio.file.attribute")
          .row("migrate.journal", JSON, "java.io", "java.nio", "java.nio.channels", "java.nio.file")
          .row(
              "migrate.wave",
              "migrate.inventory",
              "migrate.operation",
              "migrate.plan",
              "migrate.rule",
              "migrate.verify",
              "registry",
              "model",
              "dubbo")
          .row(
              "migrate.run",
              "migrate.wave",
              "migrate.plan",
              "migrate.inventory",
              "migrate.journal",
              "migrate.lock",
              "migrate.operation",
              "migrate.progress",
              "migrate.rule",
              "registry",
              "model",
              JSON,
              TIME,
              "java.io")
          .row(
              "migrate.report.result",
              "migrate.backup",
              "migrate.bridge",
              "migrate.consumer",
              "migrate.doctor",
              "migrate.hazard",
              "migrate.install",
              "migrate.inventory",
              "migrate.lock",
              "migrate.member",
              "migrate.operation",
              "migrate.plan",
              "migrate.record",
              "migrate.verify",
              "registry",
              "registry.plugin",
              "model",
              TIME,
              JSON)
          .row(
              "migrate.report.fleet",
              "migrate.consumer",
              "migrate.hazard",
              "migrate.inventory",
              "migrate.journal",
              "migrate.member",
              "migrate.plan",
              "registry",
              "registry.plugin",
              "model",
              TIME)
          .row(
              "migrate.report",
              "migrate.report.fleet",
              "migrate.report.result",
              "migrate.consumer",
              "migrate.doctor",
              "migrate.hazard",
              "migrate.install",
              "migrate.inventory",
              "migrate.lock",
              "migrate.member",
              "migrate.operation",
              "migrate.plan",
              "migrate.record",
              "migrate.verify",
              "registry.plugin",
              "model",
              TIME,
              JSON,
              "java.io")
          .row(
              "migrate.cli.terminal",
              "migrate.progress",
              "migrate.report",
              "registry",
              "java.io",
              "java.nio.file",
              "picocli..")
          .row(
              "migrate.cli.option",
              "migrate.cli.terminal",
              "migrate.member",
              "migrate.operation",
              "migrate.report",
              "migrate.report.result",
              "model",
              "registry",
              "registry.http",
              TIME,
              "java.io",
              "java.net",
              "java.nio.file",
              "java.nio.file.attribute",
              "picocli..")
          .row(
              "migrate.cli.connect",
              "migrate.cli.option",
              "migrate.cli.terminal",
              "migrate.consumer",
              "migrate.doctor",
              "migrate.inventory",
              "migrate.lock",
              "migrate.member",
              "migrate.operation",
              "migrate.plan",
              "migrate.wave",
              "migrate.verify",
              "dubbo",
              "model",
              "registry",
              "registry.connect",
              "registry.http",
              "registry.plugin",
              TIME,
              "java.io",
              "java.net")
          .row(
              "migrate.cli.bridge",
              "migrate.cli.connect",
              "migrate.cli.option",
              "migrate.cli.terminal",
              "migrate.bridge",
              "migrate.report",
              "migrate.report.result",
              "model",
              "registry",
              "registry.connect",
              "registry.http",
              "registry.legacy",
              "registry.plugin",
              "java.io",
              "java.nio.file",
              "java.util.concurrent",
              "picocli..")
          .row(
              "migrate.cli.install",
              "migrate.cli.option",
              "migrate.cli.terminal",
              "migrate.install",
              "migrate.report",
              "migrate.report.result",
              "java.io",
              "java.net",
              "java.nio.file",
              "java.util.concurrent",
              "picocli..")
          .row(
              "migrate.cli.verify",
              "migrate.cli.connect",
              "migrate.cli.terminal",
              "migrate.inventory",
              "migrate.record",
              "migrate.report",
              "migrate.wave",
              "migrate.verify",
              "dubbo",
              "model",
              "registry",
              "registry.plugin",
              TIME,
              "java.io",
              "java.nio.file",
              "java.util.concurrent",
              "picocli..")
          .row(
              "migrate.cli.plan",
              "migrate.cli.connect",
              "migrate.cli.option",
              "migrate.cli.terminal",
              "migrate.cli.verify",
              "migrate.consumer",
              "migrate.guard",
              "migrate.hazard",
              "migrate.inventory",
              "migrate.journal",
              "migrate.lock",
              "migrate.member",
              "migrate.operation",
              "migrate.plan",
              "migrate.progress",
              "migrate.record",
              "migrate.report",
              "migrate.report.fleet",
              "migrate.report.result",
              "migrate.run",
              "migrate.wave",
              "migrate.verify",
              "dubbo",
              "model",
              "registry",
              "registry.plugin",
              TIME,
              "java.io",
              "java.net",
              "java.nio.file",
              "java.util.concurrent",
              "picocli..")
          .row(
              "migrate.cli",
              "migrate.cli.bridge",
              "migrate.cli.connect",
              "migrate.cli.install",
              "migrate.cli.option",
              "migrate.cli.plan",
              "migrate.cli.terminal",
              "migrate.backup",
              "migrate.board",
              "migrate.consumer",
              "migrate.doctor",
              "migrate.hazard",
              "migrate.inventory",
              "migrate.lock",
              "migrate.member",
              "migrate.operation",
              "migrate.report",
              "migrate.report.result",
              "migrate.run",
              "migrate.wave",
              "dubbo",
              "model",
              "registry",
              "registry.http",
              "registry.plugin",
              TIME,
              "java.io",
              "java.nio.file",
              "java.nio.file.attribute",
              "java.util.concurrent",
              "picocli..");

  ArchitectureTest() {
    super(ProvenRule.moduleOf(Main.class));
  }

  @Override
  protected Stream<ProvenRule> rules() {
    return Stream.of(
            ProjectRules.everywhere(),
            LAYERS.rules(
                Map.ofEntries(
                    Map.entry("migrate.inventory", PlanningInventory.class),
                    Map.entry("migrate.spool", AskingSpool.class),
                    Map.entry("migrate.plan", AskingPlan.class),
                    Map.entry("migrate.verify", PlannedComparison.class),
                    Map.entry("migrate.operation", PrintingOperation.class),
                    Map.entry("migrate.doctor", PlanningDoctor.class),
                    Map.entry("migrate.consumer", PlanningConsumer.class),
                    Map.entry("migrate.member", CountingMember.class),
                    Map.entry("migrate.bridge", PlanningBridge.class),
                    Map.entry("migrate.backup", PlanningBackup.class),
                    Map.entry("migrate.install", AskingInstallation.class),
                    Map.entry("migrate.hazard", AskingHazard.class),
                    Map.entry("migrate.rule", AskingRule.class),
                    Map.entry("migrate.board", AskingBoard.class),
                    Map.entry("migrate.guard", PlannedGuard.class),
                    Map.entry("migrate.journal", PlannedJournal.class),
                    Map.entry("migrate.progress", PlannedMeter.class),
                    Map.entry("migrate.record", PlannedRecord.class),
                    Map.entry("migrate.lock", PlannedLock.class),
                    Map.entry("migrate.wave", RecordedStep.class),
                    Map.entry("migrate.run", PrintingRun.class),
                    Map.entry("migrate.report", AskingReport.class),
                    Map.entry("migrate.report.fleet", AskingFleet.class),
                    Map.entry("migrate.report.result", AskingResult.class),
                    Map.entry("migrate.cli.terminal", ConnectedTerminal.class),
                    Map.entry("migrate.cli.option", PlannedOption.class),
                    Map.entry("migrate.cli.connect", AdaptedConnection.class),
                    Map.entry("migrate.cli.bridge", PlannedBridgeVerb.class),
                    Map.entry("migrate.cli.install", PlannedInstallVerb.class),
                    Map.entry("migrate.cli.plan", AdaptedPlanVerb.class),
                    Map.entry("migrate.cli.verify", AdaptedVerify.class),
                    Map.entry("migrate.cli", AdaptedCommand.class))),
            Stream.of(
                ProvenRule.of(LAYERS.complete(), Stray.class),
                ProjectRules.pure(
                    DatedPlan.class,
                    "migrate.plan",
                    "migrate.report",
                    "migrate.report.fleet",
                    "migrate.report.result",
                    "migrate.rule",
                    "migrate.hazard")))
        .flatMap(rules -> rules);
  }
}
