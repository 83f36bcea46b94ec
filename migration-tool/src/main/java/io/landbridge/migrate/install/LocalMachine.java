package io.landbridge.migrate.install;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The machine this command runs on.
 *
 * @param environment environment variables
 * @param limitMillis how long a program may run, in milliseconds
 */
public record LocalMachine(Map<String, String> environment, long limitMillis) implements Machine {

  private static final Path PROC = Path.of("/proc");
  private static final long LIMIT_MILLIS = 60_000;

  /** Copies the map. */
  public LocalMachine {
    environment = Map.copyOf(environment);
  }

  /** A machine whose programs may run for a minute. */
  public LocalMachine(Map<String, String> environment) {
    this(environment, LIMIT_MILLIS);
  }

  @Override
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  @Override
  public String user() {
    return System.getProperty("user.name", "");
  }

  @Override
  public Optional<Path> program(String name) {
    for (String directory : variable("PATH").split(File.pathSeparator, -1)) {
      Path file = Path.of(directory.isEmpty() ? "." : directory, name);
      if (Files.isRegularFile(file) && Files.isExecutable(file)) {
        try {
          return Optional.of(file.toRealPath());
        } catch (IOException e) {
          // The link has just gone; the next directory may have another one.
          continue;
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public List<RunningProgram> programs() {
    // ProcessHandle cuts off long command lines on Linux, and that of a server is long.
    return Files.isDirectory(PROC.resolve("self")) ? fromProc() : fromJava();
  }

  private static List<RunningProgram> fromProc() {
    List<RunningProgram> programs = new ArrayList<>();
    try (Stream<Path> entries = Files.list(PROC)) {
      for (Path each : entries.filter(LocalMachine::isProcess).toList()) {
        arguments(each)
            .ifPresent(
                found ->
                    programs.add(
                        new RunningProgram(Long.parseLong(each.getFileName().toString()), found)));
      }
    } catch (IOException e) {
      return fromJava();
    }
    return programs;
  }

  private static boolean isProcess(Path entry) {
    return entry.getFileName().toString().matches("[0-9]{1,18}");
  }

  private static Optional<List<String>> arguments(Path process) {
    try {
      String line = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      return line.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Arrays.asList(
                  new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                      .split("\0")));
    } catch (IOException e) {
      // It has ended, or belongs to somebody who hides it.
      return Optional.empty();
    }
  }

  private static List<RunningProgram> fromJava() {
    return ProcessHandle.allProcesses()
        .map(
            each -> {
              List<String> line = new ArrayList<>();
              each.info().command().ifPresent(line::add);
              each.info().arguments().ifPresent(more -> line.addAll(Arrays.asList(more)));
              return new RunningProgram(each.pid(), line);
            })
        .toList();
  }

  @Override
  public long freeBytes(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  @Override
  public boolean isReadable(Path path) {
    return Files.isReadable(path) && (!Files.isDirectory(path) || Files.isExecutable(path));
  }

  @Override
  public boolean isWritable(Path directory) {
    return Files.isWritable(directory) && Files.isExecutable(directory);
  }

  @Override
  public Finished run(List<String> command) throws IOException {
    Path out = Files.createTempFile("landbridge", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(out.toFile())
              .start();
      try {
        if (!process.waitFor(limitMillis, TimeUnit.MILLISECONDS)) {
          throw new TimeLimitException(limitMillis);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      } finally {
        process.destroyForcibly();
      }
      return new Finished(
          process.exitValue(), new String(Files.readAllBytes(out), StandardCharsets.UTF_8));
    } finally {
      Files.deleteIfExists(out);
    }
  }
}
