package io.landbridge.migrate.cli;

import io.landbridge.registry.RegistryException;
import java.util.function.Supplier;

/** Why a command ends early: its exit code, and what, where and what to do. */
final class CommandException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  CommandException(int exitCode, String what, String where, String advice) {
    super(what + ": " + where + ": " + advice);
    this.exitCode = exitCode;
  }

  static CommandException usage(String what, String where, String advice) {
    return new CommandException(ExitCode.USAGE, what, where, advice);
  }

  /**
   * A value made of what was given with an option.
   *
   * @param option which
   * @param advice what to give
   * @param value makes it; an IllegalArgumentException says why it cannot be made
   */
  static <T> T orUsage(String option, String advice, Supplier<T> value) throws CommandException {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw usage("invalid value: " + e.getMessage(), option, advice);
    }
  }

  static CommandException precondition(String what, String where, String advice) {
    return new CommandException(ExitCode.PRECONDITION, what, where, advice);
  }

  static CommandException of(RegistryException failure) {
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

  int exitCode() {
    return exitCode;
  }
}
