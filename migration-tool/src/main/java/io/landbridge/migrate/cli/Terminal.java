package io.landbridge.migrate.cli;

import io.landbridge.migrate.report.Printable;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command talks to.
 *
 * @param out results
 * @param err errors and progress
 * @param environment environment variables
 * @param outIsTerminal whether a person reads the results
 * @param errIsTerminal whether a person reads the progress
 */
record Terminal(
    PrintWriter out,
    PrintWriter err,
    Map<String, String> environment,
    boolean outIsTerminal,
    boolean errIsTerminal) {

  /** The launcher script knows what Java cannot find out: which streams are terminals. */
  static Terminal system() {
    return new Terminal(
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        System.getenv(),
        Boolean.getBoolean("landbridge.terminal.out"),
        Boolean.getBoolean("landbridge.terminal.err"));
  }

  String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /** Says what is no result, and worth knowing all the same. */
  void note(String what) {
    out.flush();
    err.println("landbridge: " + Printable.of(what));
  }

  /** Says what is not well and no reason to stop. */
  void warn(String what, String where, String advice) {
    err.println("landbridge: warning: " + Printable.of(what + ": " + where + ": " + advice));
  }

  /** Says what went wrong and was got over. */
  void warn(CommandException failure) {
    out.flush();
    err.println("landbridge: warning: " + Printable.of(String.valueOf(failure.getMessage())));
    err.flush();
  }

  /** Asks without echo; empty when there is nobody to ask. */
  String askPassword(String prompt) {
    Console console = System.console();
    char @Nullable [] password = console == null ? null : console.readPassword("%s", prompt);
    return password == null ? "" : new String(password);
  }
}
