package io.landbridge.migrate.cli.terminal;

import io.landbridge.registry.RegistryException;
import java.util.function.Supplier;

/** Why a command ends early: its exit code, and what, where and what to do. */
public final class CommandException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** Makes it; the message is made of what, where and advice. */
  public CommandException(int exitCode, String what, String where, String advice) {
    super(what + ": " + where + ": " + advice);
    this.exitCode = exitCode;
  }

  /** For a command that was typed wrongly. */
  public static CommandException usage(String what, String where, String advice) {
    return new CommandException(ExitCode.USAGE, what, where, advice);
  }

  /**
   * A value made of what was given with an option.
   *
   * @param option which
   * @param advice what to give
   * @param value makes it; an IllegalArgumentException says why it cannot be made
   */
  public static <T> T orUsage(String option, String advice, Supplier<T> value)
      throws CommandException {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw usage("invalid value: " + e.getMessage(), option, advice);
    }
  }

  /** For what must be so before a command can do its work, and is not. */
  public static CommandException precondition(String what, String where, String advice) {
    return new CommandException(ExitCode.PRECONDITION, what, where, advice);
  }

  /** For a failure of a server. */
  public static CommandException of(RegistryException failure) {
    int exitCode =
        switch (failure.kind()) {
          case PLUGIN_MISSING -> ExitCode.PRECONDITION;
          case INTERRUPTED -> ExitCode.INTERRUPTED;
          case UNREACHABLE,
              UNAUTHORISED,
              NOT_FOUND,
              UNAVAILABLE,
              REFUSED,
              CONFLICT,
              INCOMPLETE,
              TOO_LARGE,
              UNEXPECTED_ANSWER ->
              ExitCode.FAILED;
        };
    return new CommandException(exitCode, failure.what(), failure.where(), failure.advice());
  }

  /** Returns how the command ends. */
  public int exitCode() {
    return exitCode;
  }
}
