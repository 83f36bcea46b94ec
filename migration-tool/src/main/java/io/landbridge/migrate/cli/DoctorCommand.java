package io.landbridge.migrate.cli;

import io.landbridge.migrate.campaign.ClusterLock;
import io.landbridge.migrate.campaign.StoppedException;
import io.landbridge.migrate.doctor.Diagnosis;
import io.landbridge.migrate.doctor.Finding;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.MemberReport;
import io.landbridge.migrate.doctor.Reports;
import io.landbridge.migrate.doctor.Reports.Moment;
import io.landbridge.migrate.doctor.RunNote;
import io.landbridge.migrate.doctor.WorkReport;
import io.landbridge.migrate.doctor.WorkReports;
import io.landbridge.migrate.report.DoctorResult;
import io.landbridge.registry.RegistryException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what is wrong with a cluster and what to do. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Diagnose every member and show each problem with its remedy. Examines the plugin, the"
            + " catalog's group, the configuration center, the bridge and the applications. One"
            + " reachable server is enough to find the others. Read-only.")
final class DoctorCommand implements Callable<Integer> {

  /** Long enough for a follower to apply what the leader has. */
  private static final long BETWEEN_LOOKS_MILLIS = 2_500;

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

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
                output.progress(terminal),
                System::currentTimeMillis)
            .of(cluster.servers(), moment);
    Optional<WorkReport> work =
        new WorkReports(
                cluster.plugin(), cluster.bridge(), () -> run(cluster), output.progress(terminal))
            .of(reports, moment);
    List<Finding> findings = Diagnosis.of(reports, work);
    terminal.out().print(output.report(terminal).doctor(DoctorResult.of(reports, findings)));
    if (findings.stream().anyMatch(each -> each.severity() == Severity.ERROR)) {
      return ExitCode.FAILED;
    }
    return findings.stream().allMatch(each -> each.severity() == Severity.NOTE)
        ? ExitCode.OK
        : ExitCode.PARTIAL;
  }

  private static Optional<RunNote> run(Cluster cluster) throws RegistryException {
    try {
      return ClusterLock.present(cluster.notes())
          .map(each -> new RunNote(each.name(), each.doing(), each.until()));
    } catch (StoppedException e) {
      return Optional.of(RunNote.UNREADABLE);
    }
  }
}
