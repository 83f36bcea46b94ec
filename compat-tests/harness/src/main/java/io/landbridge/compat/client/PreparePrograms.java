package io.landbridge.compat.client;

import io.landbridge.compat.cluster.Prepared;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs each program once, so that the archive of its loaded classes can be kept for all later
 * starts. A provider and a consumer on the same class path share one, and load mostly the same.
 *
 * @param work where the programs have their directories meanwhile
 */
public record PreparePrograms(Path work) {

  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** A program to be prepared: its class path, its main class, its arguments and its input. */
  private record Part(ProgramLine line, String mainClass, List<String> arguments, String input) {}

  /** The folders below {@code compat-tests/programs} that are not prepared for their jars. */
  public List<String> pending() {
    Programs programs = Programs.locate();
    return Stream.<ProgramLine>concat(
            Arrays.stream(DubboLine.values()), Arrays.stream(NamingLine.values()))
        .filter(line -> !line.isNative())
        .filter(line -> !programs.prepared(line).isOf(programs.classPath(line)))
        .map(ProgramLine::folder)
        .toList();
  }

  /**
   * Prepares a program.
   *
   * @param folder one of {@link #pending}
   * @param server {@code host:port} of a running server that clients of every version can use
   * @throws IllegalStateException if it does not end by itself, or leaves no archive; shows its log
   */
  public void prepare(String folder, String server) {
    Part part =
        parts(server).filter(each -> each.line().folder().equals(folder)).findFirst().orElseThrow();
    Programs programs = Programs.locate();
    Prepared prepared = programs.prepared(part.line());
    prepared.begin();
    run(programs, part, prepared.archive());
    prepared.finish(programs.classPath(part.line()));
  }

  private static Stream<Part> parts(String server) {
    Stream<Part> dubbo =
        Arrays.stream(DubboLine.values())
            .map(
                line ->
                    new Part(
                        line,
                        "io.landbridge.compat.program.ProviderMain",
                        List.of("registry=" + server, "application=prepare-" + line.dubbo()),
                        "stop\n"));
    Stream<Part> naming =
        Arrays.stream(NamingLine.values())
            .map(
                line ->
                    new Part(
                        line,
                        "io.landbridge.compat.program.NamingMain",
                        List.of("server=" + server),
                        "register prepare 127.0.0.1 1 DEFAULT\nsubscribe prepare\nlist prepare\n"
                            + "deregister prepare 127.0.0.1 1 DEFAULT\n"));
    return Stream.concat(dubbo, naming);
  }

  private void run(Programs programs, Part part, Path archive) {
    try {
      Path home = Files.createDirectories(work.resolve("prepare-" + part.line().folder()));
      Path log = home.resolve("program.log");
      Path input = Files.writeString(home.resolve("input"), part.input());
      List<String> command =
          new ArrayList<>(
              programs.command(
                  part.line(),
                  List.of("-XX:ArchiveClassesAtExit=" + archive),
                  List.of(),
                  part.mainClass()));
      command.addAll(part.arguments());
      command.add("home=" + home);
      Process process =
          new ProcessBuilder(command)
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectInput(input.toFile())
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(command + " did not end within " + LIMIT + ": " + log);
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException(
            "%s ended with %d: %s"
                .formatted(
                    command,
                    process.exitValue(),
                    new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot prepare " + part.line().folder(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }
}
