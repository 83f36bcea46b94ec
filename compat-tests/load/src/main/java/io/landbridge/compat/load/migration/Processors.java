package io.landbridge.compat.load.migration;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Gives real programs processors of their own, as if they ran on other machines than the servers:
 * otherwise what is measured of them is mostly how much servers and commands leave over.
 *
 * @param programs for them, as {@code taskset} takes it
 * @param rest for everything else
 */
record Processors(String programs, String rest) {

  private static final String NONE = "";

  /** Divides those of this machine, and takes its part for this process and what it will start. */
  static Processors divide() {
    int count = Runtime.getRuntime().availableProcessors();
    if (count < 2) {
      return new Processors(NONE, NONE);
    }
    Processors divided =
        new Processors("0-%d".formatted(count / 2 - 1), "%d-%d".formatted(count / 2, count - 1));
    return move(ProcessHandle.current().pid(), divided.rest) ? divided : new Processors(NONE, NONE);
  }

  boolean areDivided() {
    return !programs.isEmpty();
  }

  /** Moves a program to where programs belong. */
  void move(long program) {
    if (areDivided() && !move(program, programs)) {
      throw new MigrationException("Process " + program + " cannot be moved to " + programs);
    }
  }

  private static boolean move(long process, String list) {
    try {
      Process taskset =
          new ProcessBuilder("taskset", "-a", "-c", "-p", list, Long.toString(process))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return taskset.waitFor(10, TimeUnit.SECONDS) && taskset.exitValue() == 0;
    } catch (IOException none) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("Interrupted");
    }
  }
}
