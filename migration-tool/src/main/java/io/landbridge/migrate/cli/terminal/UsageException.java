package io.landbridge.migrate.cli.terminal;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A command line that can be parsed and makes no sense: what is wrong, and what to do. */
public final class UsageException extends ParameterException {

  private static final long serialVersionUID = 1L;

  private final String what;
  private final String advice;

  /**
   * Creates one.
   *
   * @param verb the verb that was typed
   * @param what what is wrong
   * @param advice what to do
   */
  public UsageException(CommandSpec verb, String what, String advice) {
    super(verb.commandLine(), what);
    this.what = what;
    this.advice = advice;
  }

  /** Makes it for a command whose verb is missing. */
  public static UsageException noVerb(CommandSpec command) {
    return new UsageException(
        command,
        "no verb given",
        "give a verb; '%s --help' lists all verbs".formatted(command.qualifiedName()));
  }

  /** Returns what is wrong. */
  public String what() {
    return what;
  }

  /** Returns what to do. */
  public String advice() {
    return advice;
  }
}
