package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.doctor.MemberReport;
import io.landbridge.migrate.doctor.Reports;
import io.landbridge.migrate.member.LeaveOutEntry;
import io.landbridge.migrate.member.LeaveOutEntry.Member;
import io.landbridge.migrate.report.MaintenanceNextSteps;
import io.landbridge.migrate.report.result.SkippedEntryResult;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginStatus;
import io.landbridge.registry.plugin.PluginStoppedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Leads the members past an entry of the log that none of them can read. */
@Command(
    name = "skip-entry",
    mixinStandardHelpOptions = true,
    description =
        "Cannot be undone: skip a log entry that no member can read. For a cluster whose members"
            + " all stopped at the same unreadable entry. If a newer plugin wrote the entry,"
            + " install that version instead. Each member continues after a restart; nothing"
            + " else is lost. Refused if a member has read the entry. Dry run unless --yes is"
            + " given.")
final class SkipEntryCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--without",
      paramLabel = "MEMBER",
      description =
          "Proceed without this member, which is down (repeatable). The other members must be a"
              + " majority.")
  List<String> without = new ArrayList<>();

  @Mixin YesOption yes = new YesOption();

  private final Terminal terminal;

  SkipEntryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    List<Member> members = members(cluster);
    LeaveOutEntry operation = new LeaveOutEntry(cluster.plugin(), without);
    Optional<PluginStoppedEntry> entry = operation.entry(members);
    if (entry.isEmpty()) {
      throw CommandException.precondition(
          "no member has stopped at an entry of the log",
          "skip-entry",
          "see 'landbridge doctor' for what is wrong");
    }
    SkippedEntryResult result =
        SkippedEntryResult.of(
            !yes.isGiven(),
            entry.get(),
            yes.isGiven() ? operation.run(members) : operation.preview(members));
    yes.pending(
        "entry %d is skipped on every member, which cannot be undone".formatted(result.entry()));
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .skippedEntry(
                    result, MaintenanceNextSteps.afterSkippedEntry(result, server.invocation())));
    if (result.failed() == 0) {
      return ExitCode.OK;
    }
    return result.succeeded() == 0 ? ExitCode.FAILED : ExitCode.PARTIAL;
  }

  private List<Member> members(Cluster cluster) throws RegistryException, InterruptedException {
    List<Member> members = new ArrayList<>();
    for (MemberReport report :
        new Reports(cluster.plugin(), output.progress(terminal), System::currentTimeMillis)
            .of(cluster.servers(), () -> {})) {
      Optional<ServerAddress> address = report.status().map(PluginStatus::asked);
      members.add(
          new Member(
              report.member(),
              address,
              address.isPresent() ? cluster.plugin().stoppedEntry(address.get()) : Optional.empty(),
              report.detail()));
    }
    return members;
  }
}
