package io.landbridge.compat.nightly;

import java.time.Duration;
import java.util.List;

/**
 * One program that is run.
 *
 * @param name as {@code --only} has it, and as its log is called
 * @param command the words of it
 * @param limit after which it is ended
 * @param figures the keys of the JSON object it prints last that are worth a place in the table;
 *     none if it prints none
 */
record Part(String name, List<String> command, Duration limit, List<String> figures) {

  Part {
    command = List.copyOf(command);
    figures = List.copyOf(figures);
  }

  @Override
  public String toString() {
    return String.join(" ", command);
  }
}
