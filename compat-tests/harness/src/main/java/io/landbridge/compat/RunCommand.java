package io.landbridge.compat;

import java.nio.file.Path;
import java.time.LocalTime;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** What the commands of {@code compat-tests/run} have in common. */
public final class RunCommand {

  private static final String KEPT = "landbridge.compat.kept";

  private RunCommand() {}

  /**
   * Runs a command and exits with what it returns; with 1 if it fails, and with 2 for wrong usage,
   * which is also what an {@link IllegalArgumentException} says.
   *
   * @param command with the annotations of picocli
   * @param args as typed
   */
  public static void runAndExit(Callable<Integer> command, String[] args) {
    CommandLine line = new CommandLine(command);
    line.setExecutionExceptionHandler(
        (failure, failed, parsed) -> {
          failed.getErr().println(failure.getMessage());
          return failure instanceof IllegalArgumentException ? 2 : 1;
        });
    System.exit(line.execute(args));
  }

  /** Prints a line with the time of day before it. */
  public static void say(String line) {
    System.out.println("%tT %s".formatted(LocalTime.now(), line));
  }

  /**
   * Where the logs of the runs of a command stay. It need not exist.
   *
   * @param command whose logs they are
   */
  public static Path logs(String command) {
    return Path.of(System.getProperty(KEPT, "target/" + command)).toAbsolutePath();
  }
}
