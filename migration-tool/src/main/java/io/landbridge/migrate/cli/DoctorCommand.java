package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.connect.PluginNotes;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.doctor.Diagnosis;
import io.landbridge.migrate.doctor.Finding;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.MemberReport;
import io.landbridge.migrate.doctor.MemberReport.Answer;
import io.landbridge.migrate.doctor.Reports;
import io.landbridge.migrate.doctor.Reports.Moment;
import io.landbridge.migrate.doctor.RunNote;
import io.landbridge.migrate.doctor.ServerVersion;
import io.landbridge.migrate.doctor.UpgradeDiagnosis;
import io.landbridge.migrate.doctor.WorkReport;
import io.landbridge.migrate.doctor.WorkReports;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.DoctorResult;
import io.landbridge.migrate.run.ClusterLock;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Says what is wrong with a cluster and what to do. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Diagnose every member and show each problem with its remedy. Examines the plugin, the"
            + " catalog's group, the configuration center, the bridge and the applications. One"
            + " reachable server is enough to find the others. With --to, also shows what an"
            + " upgrade of the servers involves, even without the plugin. Read-only.")
final class DoctorCommand implements Callable<Integer> {

  /** Long enough for a follower to apply what the leader has. */
  private static final long BETWEEN_LOOKS_MILLIS = 2_500;

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--to",
      paramLabel = "VERSION",
      converter = VersionConverter.class,
      description =
          "Also show what could go wrong in a rolling upgrade of the servers to this version of"
              + " Nacos, for example 3.3.1.")
  @Nullable ServerVersion to;

  private final Terminal terminal;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    Moment moment = () -> TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    List<MemberReport> reports =
        new Reports(
                cluster.plugin(),
                cluster.configurations(),
                cluster::listed,
                output.progress(terminal),
                System::currentTimeMillis)
            .of(cluster.servers(), moment);
    PluginClient plugin = plugin(cluster, reports);
    Optional<WorkReport> work =
        new WorkReports(plugin, cluster.bridge(), () -> run(plugin), output.progress(terminal))
            .of(reports, moment);
    List<Finding> findings = new ArrayList<>(Diagnosis.of(reports, work));
    if (to != null) {
      findings.addAll(UpgradeDiagnosis.of(cluster.facts(members(cluster, reports)), to));
      findings.sort(Comparator.comparing(Finding::severity));
    }
    DoctorResult result = DoctorResult.of(reports, findings);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .doctor(result, NextSteps.afterDoctor(result, server.invocation())));
    if (findings.stream().anyMatch(each -> each.severity() == Severity.ERROR)) {
      return ExitCode.FAILED;
    }
    return findings.stream().allMatch(each -> each.severity() == Severity.NOTE)
        ? ExitCode.OK
        : ExitCode.PARTIAL;
  }

  private static List<ServerAddress> members(Cluster cluster, List<MemberReport> reports) {
    ServerAddress first = cluster.servers().get(0);
    return reports.stream()
        .filter(each -> each.answer() != Answer.UNREACHABLE)
        .flatMap(each -> first.findSibling(each.member()).stream())
        .toList();
  }

  /** Reads what an operator types. */
  static final class VersionConverter implements ITypeConverter<ServerVersion> {

    @Override
    public ServerVersion convert(String value) {
      return ServerVersion.parse(value)
          .orElseThrow(
              () -> new TypeConversionException("'" + value + "' is not a version, such as 3.3.1"));
    }
  }

  /** A server that was given may be one without the plugin, where others have it. */
  private static PluginClient plugin(Cluster cluster, List<MemberReport> reports) {
    return reports.stream().noneMatch(each -> each.answer() == Answer.NO_PLUGIN)
        ? cluster.plugin()
        : reports.stream()
            .flatMap(each -> each.status().stream())
            .filter(PluginStatus::ready)
            .findFirst()
            .map(each -> cluster.plugin(each.asked()))
            .orElse(cluster.plugin());
  }

  private static Optional<RunNote> run(PluginClient plugin) throws RegistryException {
    try {
      return ClusterLock.present(new PluginNotes(plugin))
          .map(each -> new RunNote(each.name(), each.doing(), each.until(), each.held()));
    } catch (StoppedException e) {
      return Optional.of(RunNote.UNREADABLE);
    }
  }
}
