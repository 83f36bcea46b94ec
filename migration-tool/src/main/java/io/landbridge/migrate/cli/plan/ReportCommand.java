package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.ClusterReading;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.WrittenFile;
import io.landbridge.migrate.hazard.HazardFinder;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.report.PlanNextSteps;
import io.landbridge.migrate.report.fleet.FleetReport;
import io.landbridge.migrate.report.fleet.FleetReportBuilder;
import io.landbridge.migrate.report.fleet.HtmlReport;
import io.landbridge.migrate.run.Completed;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how far a plan is. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Show the progress of a plan. Reports progress per wave, clients that still use the"
            + " interface level, savings, open hazards and the timeline. With --out, also writes"
            + " an HTML page. Reads the cluster only; requires the plugin.")
final class ReportCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--plan",
      required = true,
      paramLabel = "FILE",
      description = "The plan to report on.")
  Path plan = Path.of("plan.yaml");

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description = "The journal of the plan (default: the plan's name with .journal).")
  @Nullable Path journal;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the HTML report to FILE (overwrites).")
  @Nullable Path out;

  private final Terminal terminal;

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (out != null) {
      WrittenFile.refuseDirectory(out, "report");
    }
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Plan read = PlanFile.read(plan);
    PlannedRun run =
        new PlannedRun(read, plan, journal == null ? PlanOptions.journalOf(plan) : journal);
    List<JournalEntry> entries = run.entries();
    Registry registry = cluster.registry();
    run.requireCluster(cluster, registry);
    Set<String> named =
        cluster
            .require()
            .runningPluginWhereAnswered(
                "continuing without this member; its clients are missing from the report");
    HazardFinder hazards = new HazardFinder();
    Inventory inventory =
        cluster
            .reading()
            .withLosses(
                cluster
                    .reading()
                    .inventory(
                        registry,
                        read.steps().stream()
                            .map(step -> NamespaceId.of(step.namespace()))
                            .collect(Collectors.toCollection(TreeSet::new)),
                        hazards),
                named);
    FleetReport report =
        new FleetReportBuilder(
                read,
                inventory,
                hazards.findings(
                    inventory, cluster.reading().rulesAndMappings(registry, inventory)),
                cluster.plugin().applications(),
                completed(cluster),
                run.done())
            .build(
                cluster.reading().consumers(read.steps()),
                service -> ClusterReading.hasProvider(registry, service),
                entries,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    report.silent().stream()
        .filter(each -> !named.contains(each.member()))
        .forEach(
            each ->
                terminal.warn(
                    "a member does not answer (%s)".formatted(each.reason()),
                    each.member(),
                    "continuing without this member; its clients are missing from the report"));
    if (out != null) {
      WrittenFile.write(out, "report", HtmlReport.of(report));
    }
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .fleet(
                    report,
                    out == null ? "" : String.valueOf(out),
                    PlanNextSteps.afterReport(report, server.invocation())));
    return ExitCode.OK;
  }

  private static SortedSet<String> completed(Cluster cluster)
      throws RegistryException, CommandException {
    try {
      return new Completed(cluster.notes()).all();
    } catch (StoppedException e) {
      throw CommandException.precondition(e.what(), e.where(), e.advice());
    }
  }
}
