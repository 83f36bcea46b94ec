package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.verify.PlanRecords;
import io.landbridge.migrate.cli.verify.RecordOptions;
import io.landbridge.migrate.cli.verify.RecordedVerify;
import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.report.NextSteps;
import io.landbridge.migrate.report.result.VerifyShowResult;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a recorded run of verify. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description =
        "Show a recorded run of verify with its differences. Asks no server. The exit code is that"
            + " of the run: 0 if both models were equal, 3 if they differed, 4 if an application"
            + " was unknown or not compared yet.")
final class VerifyShowCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "The id of the run (default: the newest run).")
  @Nullable String id;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "Take a run that compared this plan (default: one without a plan).")
  @Nullable Path plan;

  @Mixin RecordOptions options = new RecordOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private final Terminal terminal;

  VerifyShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws CommandException {
    VerifyListCommand.requireNoOptionsBefore(spec);
    VerifyRecords records = options.required(plan, terminal);
    VerifyRecord record = id == null ? newest(records) : RecordedVerify.read(records, id);
    VerifyShowResult result = VerifyShowResult.of(record);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .verifyShow(
                    result,
                    NextSteps.afterVerifyShow(result, VerifyListCommand.located(plan, options))));
    if (!result.gone().isEmpty() || !result.finished()) {
      return ExitCode.PARTIAL;
    }
    return record.differing() == 0 ? ExitCode.OK : ExitCode.DRIFT;
  }

  private VerifyRecord newest(VerifyRecords records) throws CommandException {
    VerifyRecords.Listing found = VerifyListCommand.list(records);
    PlanRecords.warn(found.unusable(), records, terminal);
    return found.records().stream()
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.precondition(
                    "no verify is recorded",
                    records.directory().toString(),
                    "run 'landbridge verify' first, or check --plan and --records"));
  }
}
