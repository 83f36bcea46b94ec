package io.landbridge.compat.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Gives some programs processors of their own, as if they ran on other machines than everything
 * else: otherwise what is measured of them is in part what others leave over.
 *
 * @param own for those programs, as {@code taskset} takes it; empty when nothing is divided
 * @param rest for everything else
 */
public record Processors(String own, String rest) {

  /** Nothing is divided, and nothing moved. */
  public static final Processors UNDIVIDED = new Processors("", "");

  /** Which processors this process may use, as the kernel says it. */
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final String ALLOWED = "Cpus_allowed_list:";

  /**
   * Divides those of this machine into halves, and takes the second for this process and what it
   * will start. Nothing is divided where there is one alone, or no {@code taskset}.
   */
  public static Processors divide() {
    List<String> allowed = allowed();
    int half = allowed.size() / 2;
    if (half == 0) {
      return UNDIVIDED;
    }
    Processors divided =
        new Processors(
            String.join(",", allowed.subList(0, half)),
            String.join(",", allowed.subList(half, allowed.size())));
    return moves(ProcessHandle.current().pid(), divided.rest) ? divided : UNDIVIDED;
  }

  private static List<String> allowed() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .flatMap(line -> Stream.of(line.substring(ALLOWED.length()).trim().split(",")))
          .flatMap(Processors::each)
          .toList();
    } catch (IOException none) {
      return List.of();
    }
  }

  /** Of {@code 3} or {@code 4-7}. */
  private static Stream<String> each(String range) {
    String[] ends = range.split("-", 2);
    return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
        .mapToObj(String::valueOf);
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
