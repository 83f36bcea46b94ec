package io.landbridge.migrate.progress;

import java.util.function.Consumer;

/**
 * Is told how far a command is. A plain one gets a line of text for each thing done. One that shows
 * a live line counts the parts of a task, and keeps the lines that are not about one of them.
 */
public interface Meter extends Consumer<String> {

  /**
   * A task begins, in place of the one before.
   *
   * @param task its name, for people
   * @param total how many parts it has
   * @param parts what the parts are called, in the plural
   */
  default void begin(String task, long total, String parts) {}

  /** So many parts of the task are done. */
  default void done(long parts) {}

  /**
   * So many parts of the task are done, which is worth a line where no live line shows it.
   *
   * @param line how far it is, for people
   */
  default void reached(long parts, String line) {
    accept(line);
  }

  /** A part of the task is done, and what became of it. */
  default void part(String line) {
    accept(line);
  }

  /** What the task waits for now; empty for nothing any more. */
  default void waits(String what) {
    if (!what.isEmpty()) {
      accept(what);
    }
  }

  /** The task has ended, one way or the other. */
  default void end() {}

  /** The meter that some lines go to. */
  static Meter of(Consumer<String> lines) {
    return lines instanceof Meter meter ? meter : lines::accept;
  }
}
