package io.landbridge.compat.browser;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program on the node that Playwright brings, so that no other has to be installed.
 *
 * @param script the file with the program
 * @param arguments its arguments
 */
public record NodeProgram(Path script, List<String> arguments) {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Copies the arguments. */
  public NodeProgram {
    arguments = List.copyOf(arguments);
  }

  /**
   * How a program ended.
   *
   * @param exitCode its exit code
   * @param output what it wrote to either stream
   */
  public record Ending(int exitCode, String output) {}

  /**
   * Runs it to its end.
   *
   * @param output a file for what it writes
   * @throws IllegalStateException if it takes more than ten minutes
   */
  public Ending run(Path output) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(
        Driver.ensureDriverInstalled(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), false)
            .driverDir()
            .resolve("node")
            .toString());
    command.add(script.toString());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(command + " did not end in " + LIMIT);
      }
    } finally {
      process.destroyForcibly();
    }
    return new Ending(process.exitValue(), Files.readString(output));
  }
}
