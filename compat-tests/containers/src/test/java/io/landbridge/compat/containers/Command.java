package io.landbridge.compat.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How a program ended.
 *
 * @param line the program and its arguments
 * @param exitCode 0 if all went well
 * @param out what it printed
 * @param err what it printed to its standard error
 */
record Command(List<String> line, int exitCode, String out, String err) {

  /** The longest is the one that makes the base image. */
  private static final long LIMIT_SECONDS = 900;

  static Command run(Path directory, String... line) {
    return run(directory, Map.of(), List.of(line));
  }

  /** Runs a program to its end. */
  static Command run(Path directory, Map<String, String> environment, List<String> line) {
    try {
      Path out = Files.createTempFile("command", ".out");
      Path err = Files.createTempFile("command", ".err");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly().waitFor();
          throw new AssertionError(
              "%s did not end in time: %s".formatted(line, Files.readString(err)));
        }
        return new Command(line, process.exitValue(), Files.readString(out), Files.readString(err));
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot run " + line, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }

  /** The same, if it ended well. */
  Command ok() {
    assertThat(exitCode).as("%s", this).isZero();
    return this;
  }
}
