package io.landbridge.compat.cluster;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Gives some programs processors of their own, as if they ran on other machines than everything
 * else: otherwise what is measured of them is in part what others leave over.
 *
 * @param own for those programs, as {@code taskset} takes it; empty when nothing is divided
 * @param rest for everything else
 */
public record Processors(String own, String rest) {

  private static final String NONE = "";

  /**
   * Divides those of this machine into halves, and takes the second for this process and what it
   * will start. Nothing is divided where there is one alone, or no {@code taskset}.
   */
  public static Processors divide() {
    int count = Runtime.getRuntime().availableProcessors();
    if (count < 2) {
      return new Processors(NONE, NONE);
    }
    Processors divided =
        new Processors("0-%d".formatted(count / 2 - 1), "%d-%d".formatted(count / 2, count - 1));
    return moves(ProcessHandle.current().pid(), divided.rest)
        ? divided
        : new Processors(NONE, NONE);
  }

  /** Whether there is more than one part. */
  public boolean areDivided() {
    return !own.isEmpty();
  }

  /**
   * Moves a program to the first half.
   *
   * @throws IllegalStateException if it cannot be moved
   */
  public void giveOwn(long program) {
    move(program, own);
  }

  /**
   * Moves a program that was started before they were divided to the second half.
   *
   * @throws IllegalStateException if it cannot be moved
   */
  public void giveRest(long program) {
    move(program, rest);
  }

  private void move(long program, String list) {
    if (areDivided() && !moves(program, list)) {
      throw new IllegalStateException("Process " + program + " cannot be moved to " + list);
    }
  }

  private static boolean moves(long process, String list) {
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
      throw new IllegalStateException("Interrupted", e);
    }
  }
}
