package io.landbridge.compat.waiting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The records of one check, that is of one {@code ./mvnw verify}: what its processes have started
 * and waited for. {@code CheckSummary} counts and sorts them.
 *
 * <p>A process writes to a file of its own, one record a line, fields separated by tabs, the first
 * one says what it is:
 *
 * <pre>
 * server   version   for which test
 * program  line
 * command  verb
 * late     waited in ms   limit in ms   held|failed   what for   where
 * unprepared  server or program   why
 * </pre>
 *
 * <p>Safe for use by several threads. Nothing here fails a test: what cannot be written is said on
 * the standard error stream.
 */
public final class CheckRecords {

  /** Environment variable: the directory of the records. Without it nobody keeps any. */
  public static final String DIRECTORY = "LANDBRIDGE_CHECK_RECORDS";

  private final Path directory;

  CheckRecords(Path directory) {
    this.directory = directory;
  }

  /** The records of the check that this process is part of; empty if it is part of none. */
  public static Optional<CheckRecords> ofThisCheck() {
    return of(System.getenv());
  }

  static Optional<CheckRecords> of(Map<String, String> environment) {
    String directory = environment.getOrDefault(DIRECTORY, "");
    // Outside Maven, an IDE hands the variable on as the pom has it.
    if (directory.isBlank() || directory.contains("${")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new CheckRecords(Path.of(directory)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Notes that a server process was started, in whatever check this is. */
  public static void serverStarted(String version) {
    ofThisCheck()
        .ifPresent(records -> records.add("server", version, Waiter.ofThisThread().test()));
  }

  /** Notes that a program was started, in whatever check this is. */
  public static void programStarted(String line) {
    ofThisCheck().ifPresent(records -> records.add("program", line));
  }

  /** Notes that a command of the migration tool was run, in whatever check this is. */
  public static void commandRun(List<String> arguments) {
    String verb = arguments.isEmpty() ? "" : arguments.get(0);
    ofThisCheck().ifPresent(records -> records.add("command", verb));
  }

  /** Notes that a server or a program could not be prepared for quick starts, and why. */
  public static void notPrepared(String what, String why) {
    ofThisCheck().ifPresent(records -> records.add("unprepared", what, why));
  }

  /** Adds a record. Tabs and line breaks in its fields become spaces. */
  void add(String kind, Object... fields) {
    String line =
        Stream.concat(Stream.of(kind), Stream.of(fields))
            .map(field -> field.toString().replaceAll("[\\t\\r\\n]+", " "))
            .collect(Collectors.joining("\t", "", "\n"));
    Path file = directory.resolve(ProcessHandle.current().pid() + ".tsv");
    try {
      Files.createDirectories(directory);
      // One write to the end of the file, which comes between those of other threads, never into
      // them.
      Files.write(
          file,
          line.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      System.err.println("Cannot write a record of the check to " + file + ": " + e);
    }
  }
}
