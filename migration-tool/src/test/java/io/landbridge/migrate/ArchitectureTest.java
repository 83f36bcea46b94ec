package io.landbridge.migrate;

import io.landbridge.architecture.Layers;
import io.landbridge.architecture.ModuleArchitecture;
import io.landbridge.architecture.ProjectRules;
import io.landbridge.architecture.ProvenRule;
import io.landbridge.migrate.cli.Main;
import java.util.Map;
import java.util.stream.Stream;
import wrong.io.landbridge.migrate.backup.PlanningBackup;
import wrong.io.landbridge.migrate.cli.AdaptedCommand;
import wrong.io.landbridge.migrate.consumer.PlanningConsumer;
import wrong.io.landbridge.migrate.doctor.PlanningDoctor;
import wrong.io.landbridge.migrate.execute.PlannedExecution;
import wrong.io.landbridge.migrate.inventory.PlanningInventory;
import wrong.io.landbridge.migrate.operation.PrintingOperation;
import wrong.io.landbridge.migrate.plan.AskingPlan;
import wrong.io.landbridge.migrate.plan.DatedPlan;
import wrong.io.landbridge.migrate.report.AskingReport;
import wrong.io.landbridge.migrate.stray.Stray;
import wrong.io.landbridge.migrate.verify.PlannedComparison;

/** Whether nothing prints does not apply here: printing is what this module is for. */
class ArchitectureTest extends ModuleArchitecture {

  private static final String JSON = "com.fasterxml.jackson..";
  private static final String TIME = "java.time..";

  private static final Layers LAYERS =
      new Layers()
          .row(
              "migrate.inventory",
              "registry",
              "model",
              "dubbo",
              "dubbo.json",
              "java.net",
              "java.util.concurrent")
          .row("migrate.plan", "migrate.inventory", "model", "dubbo", JSON, "org.yaml.snakeyaml..")
          .row(
              "migrate.verify",
              "migrate.inventory",
              "registry",
              "model",
              "dubbo",
              "dubbo.json",
              JSON)
          .row("migrate.operation", "registry", "registry.plugin", "model", TIME)
          .row("migrate.doctor", "registry", "registry.plugin")
          .row("migrate.consumer", "registry", "registry.plugin")
          .row(
              "migrate.backup",
              "registry",
              "registry.plugin",
              "model",
              JSON,
              "java.io",
              "java.nio.file")
          .row("migrate.execute", "migrate.operation", "registry", "model")
          .row(
              "migrate.report",
              "migrate.inventory",
              "migrate.plan",
              "migrate.doctor",
              "migrate.consumer",
              "migrate.backup",
              "migrate.operation",
              "migrate.verify",
              "registry",
              "registry.plugin",
              "model",
              JSON)
          .row(
              "migrate.cli",
              "migrate.inventory",
              "migrate.plan",
              "migrate.doctor",
              "migrate.consumer",
              "migrate.backup",
              "migrate.operation",
              "migrate.execute",
              "migrate.report",
              "migrate.verify",
              "registry",
              "registry.connect",
              "registry.http",
              "registry.plugin",
              "model",
              TIME,
              "java.io",
              "java.nio.file",
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
                Map.of(
                    "migrate.inventory", PlanningInventory.class,
                    "migrate.plan", AskingPlan.class,
                    "migrate.verify", PlannedComparison.class,
                    "migrate.operation", PrintingOperation.class,
                    "migrate.doctor", PlanningDoctor.class,
                    "migrate.consumer", PlanningConsumer.class,
                    "migrate.backup", PlanningBackup.class,
                    "migrate.execute", PlannedExecution.class,
                    "migrate.report", AskingReport.class,
                    "migrate.cli", AdaptedCommand.class)),
            Stream.of(
                ProvenRule.of(LAYERS.complete(), Stray.class),
                ProjectRules.pure(DatedPlan.class, "migrate.plan", "migrate.report")))
        .flatMap(rules -> rules);
  }
}
