package io.landbridge.migrate.report;

/**
 * What to do after a command.
 *
 * @param command the command to run now
 * @param why the reason, and what has to be done before
 */
public record NextStep(String command, String why) {

  String text() {
    return "Next: " + Printable.of(command) + "\n  " + Printable.of(why) + "\n";
  }
}
