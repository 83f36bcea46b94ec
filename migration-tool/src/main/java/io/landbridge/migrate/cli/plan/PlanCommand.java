package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.ToolVersion;
import io.landbridge.migrate.cli.terminal.WrittenFile;
import io.landbridge.migrate.hazard.HazardFinder;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanHash;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.PlanResult;
import io.landbridge.model.LogText;
import io.landbridge.registry.Registry;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes down what apply would do. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description =
        "Write a migration plan for review: applications, waves, reasons and savings. Reads the"
            + " cluster only. Works without the plugin; with the plugin, the plan includes more"
            + " calls.")
final class PlanCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin ServerOptions.Namespaces namespaces = new ServerOptions.Namespaces();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin WaveOptions waves = new WaveOptions();
  @Mixin RuleOptions rules = new RuleOptions();

  @ArgGroup(exclusive = true)
  Targets targets = new Targets();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "Write the plan to FILE: JSON if the name ends in .json, YAML otherwise.")
  Path out = Path.of("plan.yaml");

  private final Terminal terminal;

  PlanCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Limits limits = waves.limits();
    int verifyWithin = waves.verifyWithin();
    // Before everything is read.
    WrittenFile.refuseDirectory(out, PlanFile.WHAT);
    RuleSettings settings = rules.settings();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    HazardFinder hazards = new HazardFinder();
    Registry registry = cluster.registry();
    Inventory inventory =
        cluster
            .reading()
            .withLosses(
                cluster
                    .reading()
                    .withSubscribers(
                        cluster
                            .reading()
                            .inventory(registry, namespaces.wanted(server, terminal), hazards)));
    cluster.reading().warnOfUnread(inventory.unowned(), "not part of the plan");
    Selection asked = Selection.of(targets.applications);
    List<String> unknown = asked.unknown(inventory);
    Selection selection = asked.without(unknown);
    if (selection.in(inventory).isEmpty()) {
      throw CommandException.precondition(
          "there is nothing to plan",
          inventory.server(),
          "no Dubbo application is registered on this server; check --server and --namespace");
    }
    Plan made =
        Planner.plan(
            inventory,
            hazards.findings(inventory, cluster.reading().rulesAndMappings(registry, inventory)),
            new PlanRequest(
                selection.predicate(),
                waves.excluded(inventory),
                waves.first(inventory),
                limits,
                settings,
                rules.consumers(inventory),
                cluster.reading().membersIfTold(),
                ToolVersion.text(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    Plan plan = PlanHash.seal(waves.showing(made.requiringVerify(verifyWithin)));
    PlanFile.write(out, plan);
    unknown.forEach(
        each ->
            terminal.warn(
                "unknown application '%s'".formatted(LogText.of(each)),
                inventory.server(),
                "not part of the plan; the other applications are, and 'landbridge scan' lists"
                    + " all"));
    PlanResult result = new PlanResult(out.toString(), plan, unknown);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .plan(
                    result,
                    NextSteps.afterPlan(
                        result, Invocation.quoted(result.file()), server.invocation())));
    return unknown.isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
  }

  /** Which applications; all when none is named. */
  static final class Targets {

    @Option(
        names = "--application",
        paramLabel = "APP",
        split = ",",
        description = "Select this application (repeatable).")
    List<String> applications = new ArrayList<>();

    @Option(names = "--all", description = "Select all applications (default).")
    boolean all;
  }
}
