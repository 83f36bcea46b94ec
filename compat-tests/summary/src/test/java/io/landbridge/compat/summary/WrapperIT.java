package io.landbridge.compat.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code mvnw} with a script in place of Maven, and the summary run from its source. */
@DisabledOnOs(OS.WINDOWS)
class WrapperIT {

  private static final String SOURCE =
      "compat-tests/summary/src/main/java/io/landbridge/compat/summary/CheckSummary.java";

  private static final String URL = "https://localhost/org/apache/maven/apache-maven-0-bin.zip";

  @TempDir Path root;

  private Path maven;

  @BeforeEach
  void copyTheWrapper() throws IOException {
    Path real = Path.of("../..").toAbsolutePath().normalize();
    copy(real.resolve("mvnw"), root.resolve("mvnw"));
    copy(real.resolve(SOURCE), root.resolve(SOURCE));
    Files.createDirectories(root.resolve(".mvn/wrapper"));
    Files.writeString(
        root.resolve(".mvn/wrapper/maven-wrapper.properties"), "distributionUrl=" + URL + "\n");
    maven =
        root.resolve("m2/wrapper/dists/apache-maven-0")
            .resolve(Integer.toHexString(URL.hashCode()))
            .resolve("bin/mvn");
    Files.createDirectories(maven.getParent());
  }

  @Test
  void endsACheckWithItsSummary() throws Exception {
    maven("echo \"called with $*\"; read line; echo \"read $line\"");

    Run run = run("clean", "verify");

    assertThat(run.lines())
        .startsWith("called with clean verify -Dprofile -DprofileFormat=JSON", "read the input")
        .contains("Maven passed, but no test was run.")
        .last()
        .isEqualTo("0 passed, 0 failed, 0 skipped");
    assertThat(run.status()).isZero();
    assertThat(root.resolve("target/check-summary.json")).exists();
  }

  @Test
  void keepsTheStatusOfMaven() throws Exception {
    maven("exit 7");

    Run run = run("-q", "install");

    assertThat(run.lines())
        .contains("Maven failed, with status 7.")
        .last()
        .isEqualTo("0 passed, 0 failed, 0 skipped");
    assertThat(run.status()).isEqualTo(7);
  }

  @Test
  void keepsTheStatusOfMavenWhenThereIsNoSummary() throws Exception {
    maven("exit 0");
    Files.delete(root.resolve(SOURCE));

    Run run = run("verify");

    assertThat(run.lines()).last().isEqualTo("There is no summary of this check.");
    assertThat(run.status()).isZero();
  }

  @Test
  void forgetsTheRecordsOfTheCheckBefore() throws Exception {
    Path check = Files.createDirectories(root.resolve("target/check"));
    Files.writeString(check.resolve("1.tsv"), "server\t1.4.1\n");
    maven("printf 'server\\t3.1.0\\n' >\"${0%/m2/*}/target/check/2.tsv\"");

    assertThat(run("verify").lines())
        .contains("Started: 1 servers (3.1.0: 1), 0 programs, 0 commands");
  }

  @Test
  void saysNothingAfterOtherGoals() throws Exception {
    maven("echo \"called with $*\"; exit 3");

    Run run = run("package", "-DskipTests");

    assertThat(run.lines()).containsExactly("called with package -DskipTests");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void saysNothingWithinACheck() throws Exception {
    maven("echo \"called with $*\"");

    assertThat(finish(start(List.of("verify"), "elsewhere")).lines())
        .containsExactly("called with verify");
  }

  @Test
  void endsMavenWhenItIsToEnd() throws Exception {
    maven("trap 'echo ended; exit 143' TERM; echo ready; while :; do sleep 0.1; done");
    Process process = start(List.of("verify"), "");
    assertThat(process.inputReader().readLine()).isEqualTo("ready");

    process.toHandle().destroy();

    Run run = finish(process);
    assertThat(run.lines()).startsWith("ended").contains("Maven failed, with status 143.");
    assertThat(run.status()).isEqualTo(143);
  }

  private void maven(String script) throws IOException {
    Files.writeString(maven, "#!/bin/sh\n" + script + "\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  private Run run(String... arguments) throws Exception {
    return finish(start(List.of(arguments), ""));
  }

  private Process start(List<String> arguments, String records) throws IOException {
    List<String> command = new ArrayList<>(List.of("./mvnw"));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
    builder.environment().put("MAVEN_USER_HOME", root.resolve("m2").toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // These tests are part of a check themselves.
    builder.environment().put("LANDBRIDGE_CHECK_RECORDS", records);
    Process process = builder.start();
    process.getOutputStream().write("the input\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    return process;
  }

  private static Run finish(Process process) throws InterruptedException {
    try {
      List<String> lines = process.inputReader().lines().toList();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return new Run(process.exitValue(), lines);
    } catch (UncheckedIOException e) {
      throw new AssertionError(e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
  }

  private record Run(int status, List<String> lines) {}
}
