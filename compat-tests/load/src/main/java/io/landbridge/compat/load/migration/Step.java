package io.landbridge.compat.load.migration;

import java.util.List;

/**
 * One command of a migration.
 *
 * @param name for people
 * @param arguments without the server
 * @param journalled whether it writes down what it does
 */
record Step(String name, List<String> arguments, boolean journalled) {

  /** Copies the list. */
  Step {
    arguments = List.copyOf(arguments);
  }

  /**
   * How one went that nobody killed.
   *
   * @param millis from its start to its end
   * @param entries how many changes it wrote down as intended or done
   */
  record Took(long millis, int entries) {}
}
