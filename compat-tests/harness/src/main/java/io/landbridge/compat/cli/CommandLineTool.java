package io.landbridge.compat.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.waiting.CheckRecords;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Runs {@code landbridge} and keeps what it printed. Every run is ended after five minutes at the
 * latest, unless another limit is given.
 *
 * <p>Runs of this build share processes that wait for the next one, see {@link CommandHosts}; they
 * are processes of their own, begun by the launcher, where they may be killed and where {@link
 * #asProcess()} says so.
 */
public final class CommandLineTool {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(2);

  /** 128 and the number of SIGKILL, as a shell would say. */
  private static final int KILLED = 137;

  private final Path launcher;
  private final Path workingDirectory;
  private final Map<String, String> environment;
  private final Duration limit;
  private final boolean shared;

  private CommandLineTool(
      Path launcher,
      Path workingDirectory,
      Map<String, String> environment,
      Duration limit,
      boolean shared) {
    this.launcher = launcher;
    this.shared = shared;
    this.workingDirectory = workingDirectory;
    this.environment = Map.copyOf(environment);
    this.limit = limit;
  }

  /**
   * The command of this build.
   *
   * @param workingDirectory where it is run; what it prints is kept there while it runs
   * @throws IllegalStateException if it is not built
   */
  public static CommandLineTool ofThisBuild(Path workingDirectory) {
    return new CommandLineTool(
        Artifacts.locate().commandLineTool(), workingDirectory, Map.of(), LIMIT, true);
  }

  /**
   * The command of the archive, as an operator unpacks it.
   *
   * @param workingDirectory where it is run; what it prints is kept there while it runs
   * @throws IllegalStateException if it is not built
   */
  public static CommandLineTool ofArchive(Path workingDirectory) {
    return new CommandLineTool(
        Artifacts.locate().archive().resolve("bin/landbridge"),
        workingDirectory,
        Map.of("JAVA_HOME", System.getProperty("java.home"), "LANDBRIDGE_CACHE", ""),
        LIMIT,
        false);
  }

  /** The same, with one more environment variable. */
  public CommandLineTool withVariable(String name, String value) {
    Map<String, String> more = new TreeMap<>(environment);
    more.put(name, value);
    return new CommandLineTool(launcher, workingDirectory, more, limit, shared);
  }

  /** The same, with another limit for a run. */
  public CommandLineTool withLimit(Duration other) {
    return new CommandLineTool(launcher, workingDirectory, environment, other, shared);
  }

  /** The same, and each run is a process of its own, as an operator's are. */
  public CommandLineTool asProcess() {
    return new CommandLineTool(launcher, workingDirectory, environment, limit, false);
  }

  /** Runs it to its end. */
  public Run run(String... arguments) {
    if (shared) {
      return runShared(arguments);
    }
    return runUnless(() -> false, arguments)
        .orElseThrow(() -> new IllegalStateException("somebody killed landbridge"));
  }

  /**
   * Runs it and kills it with SIGKILL after a while, if it has not ended by then.
   *
   * @return whether it was killed
   */
  public boolean runAndKill(Duration after, String... arguments) {
    long end = System.nanoTime() + after.toNanos();
    return runUnless(() -> System.nanoTime() - end >= 0, arguments).isEmpty();
  }

  /**
   * Runs it and kills it with SIGKILL as soon as something is so.
   *
   * @param toBeKilled asked every few milliseconds
   * @return how it ended; empty if it was killed
   */
  public Optional<Run> runUnless(BooleanSupplier toBeKilled, String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    try {
      Printed printed = Printed.in(workingDirectory);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(workingDirectory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(printed.out().toFile())
              .redirectError(printed.err().toFile());
      builder.environment().clear();
      builder.environment().putAll(CommandHosts.environment(workingDirectory, environment));
      // The launcher becomes the program itself, so there is nobody else to kill.
      Process process = builder.start();
      CheckRecords.commandRun(List.of(arguments));
      long deadline = System.nanoTime() + limit.toNanos();
      boolean kill = false;
      while (!kill && !process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        kill = toBeKilled.getAsBoolean();
        if (System.nanoTime() - deadline > 0) {
          process.destroyForcibly().waitFor();
          throw new IllegalStateException(
              "%s did not end within %s: %s".formatted(command, limit, printed.complaints()));
        }
      }
      if (kill) {
        process.destroyForcibly().waitFor();
      }
      Run run = printed.ended(process.exitValue());
      // It may have ended in the moment before.
      return kill && run.exitCode() == KILLED ? Optional.empty() : Optional.of(run);
    } catch (IOException e) {
      throw new UncheckedIOException(command + " could not be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(command + " was interrupted", e);
    }
  }

  private Run runShared(String... arguments) {
    String what = "landbridge " + String.join(" ", arguments);
    try {
      Printed printed = Printed.in(workingDirectory);
      CheckRecords.commandRun(List.of(arguments));
      CommandHost.Request request =
          new CommandHost.Request(
              arguments,
              CommandHosts.environment(workingDirectory, environment),
              printed.out().toAbsolutePath().toString(),
              printed.err().toAbsolutePath().toString());
      try {
        return printed.ended(Shared.HOSTS.run(workingDirectory, request, limit));
      } catch (TimeoutException e) {
        throw new IllegalStateException(
            "%s did not end within %s: %s".formatted(what, limit, printed.complaints()), e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(what + " could not be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(what + " was interrupted", e);
    }
  }

  /** One for all tests of this JVM; none before the first run. */
  private static final class Shared {

    static final CommandHosts HOSTS =
        new CommandHosts(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            Artifacts.locate().commandJar()
                + File.pathSeparator
                + CommandHost.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** Where a run prints to while it lasts. */
  private record Printed(Path out, Path err) {

    static Printed in(Path directory) throws IOException {
      return new Printed(
          Files.createTempFile(directory, "run", ".out"),
          Files.createTempFile(directory, "run", ".err"));
    }

    String complaints() throws IOException {
      return Files.readString(err, StandardCharsets.UTF_8);
    }

    Run ended(int exitCode) throws IOException {
      Run run = new Run(exitCode, Files.readString(out, StandardCharsets.UTF_8), complaints());
      Files.delete(out);
      Files.delete(err);
      return run;
    }
  }

  /**
   * A run that ended.
   *
   * @param exitCode its exit code
   * @param out what it printed
   * @param err what it complained about
   */
  public record Run(int exitCode, String out, String err) {

    /**
     * What it printed as JSON, which has the schema it names.
     *
     * @throws UncheckedIOException if it is not; shows it
     * @throws IllegalStateException if it is not as the schema says; says where
     */
    public JsonNode json() {
      if (out.isBlank()) {
        throw new IllegalStateException("It printed no document: " + this);
      }
      try {
        JsonNode document = JSON.readTree(out);
        DocumentSchemas.requireValid(document);
        return document;
      } catch (IOException e) {
        throw new UncheckedIOException("Not JSON: " + this, e);
      }
    }
  }
}
