package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.operation.Operation.Direction;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.report.result.OperationResult;
import io.landbridge.migrate.run.Execution;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What apply and rollback have in common: look first, change only when told to, count. */
final class ApplicationChanges {

  private ApplicationChanges() {}

  static OperationResult make(
      List<Operation> operations, Direction direction, boolean yes, Consumer<String> progress)
      throws RegistryException, CommandException {
    return make(operations, List.of(), direction, yes, progress);
  }

  /**
   * The same.
   *
   * @param refused what was asked for and cannot even be tried
   */
  static OperationResult make(
      List<Operation> operations,
      List<Outcome> refused,
      Direction direction,
      boolean yes,
      Consumer<String> progress)
      throws RegistryException, CommandException {
    Execution execution = new Execution(progress);
    List<Outcome> preview;
    try {
      preview = execution.preview(operations, direction);
    } catch (RegistryException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        throw CommandException.precondition(
            e.what(),
            e.where(),
            "application not found; a new registration takes up to 2 s to appear, and 'landbridge"
                + " status' lists the known applications");
      }
      throw e;
    }
    return OperationResult.of(
        !yes,
        Stream.concat(
                refused.stream(), (yes ? execution.run(operations, direction) : preview).stream())
            .toList());
  }

  static int exitCode(OperationResult result) {
    if (result.failed() == 0) {
      return result.left() == 0 ? ExitCode.OK : ExitCode.PARTIAL;
    }
    return result.succeeded() == 0 ? ExitCode.FAILED : ExitCode.PARTIAL;
  }
}
