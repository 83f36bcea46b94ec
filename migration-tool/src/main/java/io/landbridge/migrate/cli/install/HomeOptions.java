package io.landbridge.migrate.cli.install;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.CommandText;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.install.InstallException;
import io.landbridge.migrate.install.Installation;
import io.landbridge.migrate.install.LocalMachine;
import io.landbridge.migrate.install.NacosHome;
import io.landbridge.migrate.install.Proposal;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.result.InstallResult;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The server whose files are changed, and how install and uninstall change them. */
@Command
final class HomeOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec mixee = CommandSpec.create();

  @Option(
      names = "--nacos-home",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the unpacked Nacos server.")
  Path home = Path.of("");

  @Option(names = "--check", description = "Only check; change nothing.")
  boolean check;

  /** Finds what to change in a home. */
  interface Search {
    Proposal in(Installation installation) throws InstallException, IOException;
  }

  /** Decides what comes after the changes. */
  interface Next {
    NextStep after(Proposal proposal, boolean checkOnly, Invocation typed);
  }

  /**
   * Checks the home, and changes it unless only a check is wanted or something stands in the way.
   *
   * @param search finds the changes
   * @param next what comes after
   */
  int run(String verb, OutputOptions output, Terminal terminal, Search search, Next next)
      throws CommandException {
    Proposal proposal;
    try {
      proposal =
          search.in(
              new Installation(NacosHome.open(home), new LocalMachine(terminal.environment())));
    } catch (InstallException e) {
      throw CommandException.usage(e.what(), e.where(), e.advice());
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "the server's directory cannot be examined (%s)".formatted(e.getMessage()),
          home.toString(),
          "run the command as a user with read access to this directory");
    }
    if (!check) {
      try {
        proposal.carryOut();
      } catch (IOException e) {
        throw new CommandException(
            ExitCode.FAILED,
            "a file cannot be changed (%s); the changes before it were made"
                .formatted(e.getMessage()),
            home.toString(),
            "fix the cause, then run the same command again to make the remaining changes");
      }
    }
    NextStep after = next.after(proposal, check, CommandText.of(mixee));
    terminal
        .out()
        .print(
            output.report(terminal).installation(verb, InstallResult.of(proposal, check), after));
    return proposal.isReady() ? ExitCode.OK : ExitCode.PRECONDITION;
  }
}
