package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.verify.RecordOptions;
import io.landbridge.migrate.cli.verify.RecordedVerify;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.VerifyListResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the recorded runs of verify. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List the recorded runs of verify, the newest first. Asks no server.")
final class VerifyListCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "List the runs that compared this plan (default: those without a plan).")
  @Nullable Path plan;

  @Mixin RecordOptions options = new RecordOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private final Terminal terminal;

  VerifyListCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws CommandException {
    requireNoOptionsBefore(spec);
    VerifyRecords records = options.required(plan, terminal);
    VerifyRecords.Listing found = list(records);
    VerifyListResult result = VerifyListResult.of(records.directory().toString(), found);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .verifyList(result, NextSteps.afterVerifyList(result, located(plan, options))));
    return ExitCode.OK;
  }

  /** What is typed to find the same records again, with a blank before it. */
  static String located(@Nullable Path plan, RecordOptions options) {
    return RecordedVerify.planOption(plan) + options.text();
  }

  static VerifyRecords.Listing list(VerifyRecords records) throws CommandException {
    try {
      return records.list();
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.FAILED,
          "the recorded verifies cannot be read (%s)".formatted(e),
          records.directory().toString(),
          "check the permissions of the directory");
    }
  }

  /** An option of verify itself would be passed over. */
  static void requireNoOptionsBefore(CommandSpec verb) throws CommandException {
    var before = verb.parent().commandLine().getParseResult();
    if (before != null && !before.matchedOptions().isEmpty()) {
      String option = before.matchedOptions().get(0).longestName();
      throw CommandException.usage(
          option + " would be ignored",
          verb.qualifiedName(),
          "give it after '%s'".formatted(verb.name()));
    }
  }
}
