package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.bridge.BridgeCommand;
import io.landbridge.migrate.cli.install.InstallVerbs;
import io.landbridge.migrate.cli.option.OptionRules;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.plan.PlanVerbs;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.HelpText;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.Printable;
import io.landbridge.registry.RegistryException;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Where the process begins and ends. */
public final class Main {

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(run(Terminal.system(), args));
  }

  static int run(Terminal terminal, String... args) {
    int exitCode = commandLine(terminal).execute(args);
    terminal.out().flush();
    Optional<String> loss = terminal.loss().get();
    if (loss.isPresent()) {
      error(
          terminal,
          "the result could not be written whole (%s): standard output: make room, or send it elsewhere"
              .formatted(loss.get()));
    }
    terminal.err().flush();
    return loss.isPresent() && exitCode == ExitCode.OK ? ExitCode.FAILED : exitCode;
  }

  static CommandLine commandLine(Terminal terminal) {
    CommandLine root =
        new CommandLine(new LandbridgeCommand()).addSubcommand(new InitCommand(terminal));
    InstallVerbs.of(terminal).forEach(root::addSubcommand);
    root.addSubcommand(new ScanCommand(terminal));
    PlanVerbs.of(terminal).forEach(root::addSubcommand);
    return root.addSubcommand(new SuspendCommand(terminal))
        .addSubcommand(new ResumeCommand(terminal))
        .addSubcommand(new StatusCommand(terminal))
        .addSubcommand(new ConsumersCommand(terminal))
        .addSubcommand(new DoctorCommand(terminal))
        .addSubcommand(new SkipEntryCommand(terminal))
        .addSubcommand(new SignEntriesCommand(terminal))
        .addSubcommand(new BackupCommand(terminal))
        .addSubcommand(new RestoreCommand(terminal))
        .addSubcommand(ControlCommand.of(terminal))
        .addSubcommand(BridgeCommand.of(terminal))
        .addSubcommand(
            new CommandLine(new AutoComplete.GenerateCompletion()).setCommandName("completion"))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false)
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setHelpFactory(HelpText::new)
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setParameterExceptionHandler(
            (failure, typed) -> ended(terminal, UsageErrors.of(failure, typed)))
        .setExecutionStrategy(
            parsed -> {
              OptionRules.check(parsed);
              int exitCode = new CommandLine.RunLast().execute(parsed);
              return YesOption.isConfirmed(parsed, exitCode, terminal)
                  ? new CommandLine.RunLast().execute(parsed)
                  : exitCode;
            })
        .setExecutionExceptionHandler((failure, each, parsed) -> ended(terminal, failure));
  }

  private static int ended(Terminal terminal, Exception failure) {
    CommandException end =
        failure instanceof CommandException known
            ? known
            : failure instanceof RegistryException registry ? CommandException.of(registry) : null;
    if (end != null) {
      error(terminal, String.valueOf(end.getMessage()));
      return end.exitCode();
    }
    error(
        terminal,
        "internal error (%s): landbridge: please report it with the trace below"
            .formatted(failure));
    failure.printStackTrace(terminal.err());
    return ExitCode.FAILED;
  }

  /** Keeps what was printed before in front of the error, also where both go to one file. */
  private static void error(Terminal terminal, String message) {
    terminal.out().flush();
    terminal.err().println(terminal.fresh() + "landbridge: error: " + Printable.of(message));
  }
}
