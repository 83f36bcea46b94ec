package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.doctor.MemberReport;
import io.landbridge.migrate.doctor.Reports;
import io.landbridge.migrate.member.SuspendMember;
import io.landbridge.migrate.member.SuspendMember.MemberOutcome;
import io.landbridge.migrate.report.MaintenanceNextSteps;
import io.landbridge.migrate.report.result.SuspensionResult;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What suspend and resume have in common: every member, one by one, none of which needs another.
 */
final class Suspensions {

  private Suspensions() {}

  /**
   * Runs one of the two.
   *
   * @param verb its name, for the report
   * @param suspended the wanted state
   * @param yes whether to do it, and not only to show it
   * @return the exit code
   */
  static int run(
      String verb,
      boolean suspended,
      YesOption yes,
      ServerOptions server,
      OutputOptions output,
      Terminal terminal)
      throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    SuspensionResult result = make(cluster, suspended, yes.isGiven(), output.progress(terminal));
    yes.pending(result);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .suspension(
                    verb,
                    result,
                    suspended
                        ? MaintenanceNextSteps.afterSuspend(result, server.invocation())
                        : MaintenanceNextSteps.afterResume(result, server.invocation())));
    return exitCode(result);
  }

  private static SuspensionResult make(
      Cluster cluster, boolean suspended, boolean yes, Consumer<String> progress)
      throws RegistryException, InterruptedException {
    List<MemberReport> reports =
        new Reports(cluster.plugin(), progress, System::currentTimeMillis)
            .of(cluster.servers(), () -> {});
    List<MemberOutcome> outcomes = new ArrayList<>();
    for (MemberReport report : reports) {
      Optional<PluginStatus> status = report.status();
      if (status.isEmpty()) {
        outcomes.add(MemberOutcome.failed(report.member(), report.detail()));
      } else {
        SuspendMember operation =
            new SuspendMember(cluster.plugin(), report.member(), status.get());
        outcomes.add(yes ? operation.run(suspended) : operation.preview(suspended));
      }
    }
    return SuspensionResult.of(!yes, outcomes);
  }

  private static int exitCode(SuspensionResult result) {
    if (result.failed() == 0) {
      return ExitCode.OK;
    }
    return result.succeeded() == 0 ? ExitCode.FAILED : ExitCode.PARTIAL;
  }
}
