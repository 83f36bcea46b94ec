package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code distribution/quickstart}, as somebody new runs it. */
class QuickstartE2E {

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
    Path out = Files.createTempFile("quickstart", ".txt");
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(elsewhere.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(8, TimeUnit.MINUTES);
      if (!ended) {
        // SIGTERM: it stops what it started.
        process.destroy();
        process.waitFor(1, TimeUnit.MINUTES);
      }
      assertThat(ended).as(Files.readString(out)).isTrue();
      return new Run(process.exitValue(), Files.readString(out));
    } finally {
      process.destroyForcibly();
      Files.delete(out);
    }
  }

  private record Run(int status, String output) {}
}
