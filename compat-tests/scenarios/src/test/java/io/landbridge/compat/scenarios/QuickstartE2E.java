package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code distribution/quickstart}, as somebody new runs it. What it prints is recorded for the
 * README: {@code -Dlandbridge.recording=write} replaces {@code docs/quickstart.svg}.
 */
class QuickstartE2E {

  private static final Path RECORDING = Artifacts.locate().root().resolve("docs/quickstart.svg");

  private static final Path SCRIPT = Artifacts.locate().distribution().resolve("quickstart");

  /** Where the script runs: it must not matter. */
  @TempDir private Path elsewhere;

  @TempDir private Path temporary;

  @Test
  void checkShowsTheWholeWayAndLeavesNothingBehind() throws Exception {
    Run run = run(Map.of(), "--check", "--no-build");

    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .containsSubsequence(
            "no provider",
            "landbridge scan",
            "landbridge plan",
            "landbridge apply",
            "landbridge verify",
            "answered",
            "landbridge rollback",
            "no provider",
            "all checks passed");
    assertThat(temporary).isEmptyDirectory();
    assertThat(elsewhere).isEmptyDirectory();
    recordingIsCurrent(run);
  }

  private void recordingIsCurrent(Run run) throws IOException {
    List<TerminalRecording.Line> lines =
        run.lines().stream()
            .map(
                each ->
                    new TerminalRecording.Line(
                        each.at(), each.text().replace(temporary.toString(), "/tmp")))
            .toList();
    String now = new TerminalRecording(lines).svg("distribution/quickstart --check");
    Files.writeString(Path.of("target/quickstart.svg"), now);
    if (System.getProperty("landbridge.recording", "").equals("write")) {
      Files.writeString(RECORDING, now);
    }
    assertThat(steps(Files.readString(RECORDING))).isNotEmpty().isEqualTo(steps(now));
  }

  /** The titles of the steps and the programs that are run, which are the same in every run. */
  private static List<String> steps(String recording) {
    return Pattern.compile(">(== [^<]*|   \\$ [^ <]*)")
        .matcher(recording)
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--chekc", "--nacos-home", "--nacos-home=/there/is/no/such/directory"})
  void badArgumentsAreRefused(String argument) throws Exception {
    Run run = run(Map.of(), argument);

    assertThat(run.status()).as(run.output()).isEqualTo(2);
    assertThat(run.output()).startsWith("quickstart: ").contains(argument.split("=", -1)[0]);
  }

  @Test
  void aMissingJdkIsNamed() throws Exception {
    Run run = run(Map.of("JAVA_HOME", "/there/is/no/jdk"), "--check");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.output()).contains("JDK 17", "/there/is/no/jdk/bin/javac");
  }

  @Test
  void aGivenServerAndTheCloneStayAsTheyAre() throws Exception {
    Path home = Files.createDirectories(elsewhere.resolve("nacos"));
    Files.createDirectories(home.resolve("target"));
    Files.createDirectories(home.resolve("conf"));
    Files.createFile(home.resolve("target/nacos-server.jar"));
    Files.createFile(home.resolve("conf/application.properties"));
    Path bin = Files.createDirectories(elsewhere.resolve("jdk/bin"));
    program(bin.resolve("javac"), "echo javac 17.0.1");
    // As the server's web server does, it writes to where it was started.
    program(bin.resolve("java"), "pwd; touch written-by-the-server; exit 1");
    List<String> before = files(home);

    Run run =
        run(
            Map.of("JAVA_HOME", elsewhere.resolve("jdk").toString()),
            "--check",
            "--no-build",
            "--nacos-home=" + home);

    assertThat(run.status()).as(run.output()).isEqualTo(1);
    assertThat(run.output()).contains("the server ended while it started", temporary.toString());
    assertThat(files(home)).isEqualTo(before);
    assertThat(SCRIPT.resolveSibling("../written-by-the-server")).doesNotExist();
  }

  private static void program(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.map(Path::toString).sorted().toList();
    }
  }

  private Run run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<TerminalRecording.Line> lines = Collections.synchronizedList(new ArrayList<>());
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(elsewhere.toFile()).redirectErrorStream(true);
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().putAll(environment);
    long began = System.nanoTime();
    Process process = builder.start();
    Thread reader = new Thread(() -> read(process, began, lines), "output");
    reader.start();
    try {
      boolean ended = process.waitFor(8, TimeUnit.MINUTES);
      if (!ended) {
        // SIGTERM: it stops what it started.
        process.destroy();
        process.waitFor(1, TimeUnit.MINUTES);
      }
      reader.join(TimeUnit.MINUTES.toMillis(1));
      Run run = new Run(ended ? process.exitValue() : -1, List.copyOf(lines));
      assertThat(ended).as(run.output()).isTrue();
      return run;
    } finally {
      process.destroyForcibly();
    }
  }

  private static void read(Process process, long began, List<TerminalRecording.Line> lines) {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(new TerminalRecording.Line(Duration.ofNanos(System.nanoTime() - began), line));
      }
    } catch (IOException closed) {
      // It was ended.
    }
  }

  private record Run(int status, List<TerminalRecording.Line> lines) {

    String output() {
      return lines.stream()
          .map(TerminalRecording.Line::text)
          .collect(Collectors.joining("\n", "", "\n"));
    }
  }
}
