package io.landbridge.migrate.cli.install;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.CommandText;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.install.InstallException;
import io.landbridge.migrate.install.Installation;
import io.landbridge.migrate.install.LocalMachine;
import io.landbridge.migrate.install.Machine;
import io.landbridge.migrate.install.NacosHome;
import io.landbridge.migrate.install.Proposal;
import io.landbridge.migrate.report.Invocation;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.result.InstallResult;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.stream.Stream;
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

  /** Decides what comes after the changes; a login is options with a blank before each. */
  interface Next {
    NextStep after(Proposal proposal, boolean checkOnly, Invocation typed, String login);
  }

  /** The login that the next command needs and that the environment does not have. */
  private static String login(Proposal proposal, Terminal terminal) {
    boolean isGiven =
        Stream.of("NACOS_USERNAME", ServerOptions.TOKEN_VARIABLE, "LANDBRIDGE_PROFILE")
            .anyMatch(each -> !terminal.variable(each).isEmpty());
    return proposal.home().wantsLogin() && !isGiven ? " --username nacos --password" : "";
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
      Machine machine = new LocalMachine(terminal.environment());
      proposal = search.in(new Installation(NacosHome.open(home, machine), machine));
    } catch (InstallException e) {
      throw CommandException.usage(e.what(), e.where(), e.advice());
    } catch (InterruptedIOException e) {
      throw new CommandException(
          ExitCode.INTERRUPTED,
          "the check was interrupted; nothing was changed",
          home.toString(),
          "run the same command again");
    } catch (AccessDeniedException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "this user may not read a file of the server",
          String.valueOf(e.getFile()),
          "run the command as the owner of the server's directory");
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "the server's directory cannot be examined (%s)".formatted(e.getMessage()),
          home.toString(),
          "see that nobody changes the directory and that its disk is well, then run the same"
              + " command again");
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
    NextStep after = next.after(proposal, check, CommandText.of(mixee), login(proposal, terminal));
    terminal
        .out()
        .print(
            output.report(terminal).installation(verb, InstallResult.of(proposal, check), after));
    return proposal.isReady() ? ExitCode.OK : ExitCode.PRECONDITION;
  }
}
