package io.landbridge.compat.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Short-lived commands of the operating system; each ends in a minute or is ended. */
final class Shell {

  private static final long SECONDS = 60;

  private Shell() {}

  /** Whether this process may do what only root may. */
  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Whether a command is installed. */
  static boolean has(String command) {
    return Stream.of("/usr/sbin", "/sbin", "/usr/bin", "/bin")
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
  }

  /**
   * Runs a command.
   *
   * @return what it printed
   * @throws IllegalStateException if it fails; says why
   */
  static String run(String... command) {
    Result result = result(command);
    if (result.failure().isPresent()) {
      throw new IllegalStateException(result.failure().get());
    }
    return result.output();
  }

  /** Runs a command; says why it failed, if it did. */
  static Optional<String> tried(String... command) {
    return result(command).failure();
  }

  private static Result result(String... command) {
    String line = String.join(" ", command);
    try {
      Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Result(output, Optional.of("'" + line + "' did not end"));
      }
      return process.exitValue() == 0
          ? new Result(output, Optional.empty())
          : new Result(output, Optional.of("'" + line + "' failed: " + output));
    } catch (IOException e) {
      return new Result("", Optional.of("'" + line + "' cannot be run: " + e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("Interrupted: " + Arrays.toString(command)));
    }
  }

  private record Result(String output, Optional<String> failure) {}
}
