package io.landbridge.migrate.cli.verify;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.report.Invocation;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Where runs of verify are recorded. */
@Command
public final class RecordOptions {

  @Option(
      names = "--records",
      paramLabel = "DIR",
      description =
          "Directory of the recorded verifies (default: the plan's name with .verify; without a"
              + " plan, landbridge/verify in XDG_STATE_HOME or in ~/.local/state).")
  @Nullable Path directory;

  /**
   * The records of a plan, or those of all that was compared without one; empty where the
   * environment does not say where the latter go.
   */
  public Optional<VerifyRecords> records(@Nullable Path plan, Terminal terminal)
      throws CommandException {
    try {
      return directory(plan, terminal).map(VerifyRecords::in);
    } catch (InvalidPathException e) {
      throw CommandException.usage(
          "this is no name of a directory", e.getInput(), "give another one with --records");
    }
  }

  /** The records; refuses where nobody knows where they are. */
  public VerifyRecords required(@Nullable Path plan, Terminal terminal) throws CommandException {
    return records(plan, terminal)
        .orElseThrow(
            () ->
                CommandException.usage(
                    "nobody knows where verifies are recorded",
                    "neither XDG_STATE_HOME nor HOME is set",
                    "give --plan or --records"));
  }

  private Optional<Path> directory(@Nullable Path plan, Terminal terminal) {
    Path given = directory;
    if (given != null) {
      return Optional.of(given);
    }
    if (plan != null) {
      return Optional.of(plan.resolveSibling(plan.getFileName() + ".verify"));
    }
    String state = terminal.variable("XDG_STATE_HOME");
    String home = terminal.variable("HOME");
    // As the specification has it, a relative path does not count.
    if (!state.isEmpty() && Path.of(state).isAbsolute()) {
      return Optional.of(Path.of(state, "landbridge", "verify"));
    }
    return home.isEmpty()
        ? Optional.empty()
        : Optional.of(Path.of(home, ".local", "state", "landbridge", "verify"));
  }

  /** The option as it was given, with a blank before it; empty if it was not. */
  public String text() {
    Path given = directory;
    return given == null ? "" : " --records " + Invocation.quoted(given.toString());
  }
}
