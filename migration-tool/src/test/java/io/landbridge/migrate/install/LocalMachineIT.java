package io.landbridge.migrate.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.install.Machine.Finished;
import io.landbridge.migrate.install.Machine.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalMachineIT {

  private final Machine machine = new LocalMachine(System.getenv());

  @TempDir private Path directory;

  /** ProcessHandle shows less of a long command line than a server's has. */
  @Test
  void commandLineOfARunningProgramIsWhole() throws Exception {
    List<String> command =
        List.of("sh", "-c", "read line", "x".repeat(9000), "-Dnacos.home=/with a blank");
    Process process = new ProcessBuilder(command).start();
    try {
      assertThat(machine.programs()).contains(new RunningProgram(process.pid(), command));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void programIsFoundWhereTheLinkLeads() throws IOException {
    Path real = Files.createDirectories(directory.resolve("jdk/bin")).resolve("javac");
    Files.writeString(real, "#!/bin/sh\n");
    assertThat(real.toFile().setExecutable(true)).isTrue();
    Path links = Files.createDirectory(directory.resolve("links"));
    Files.createSymbolicLink(links.resolve("javac"), real);
    Machine other = new LocalMachine(Map.of("PATH", "/nowhere:" + links));

    assertThat(other.program("javac")).contains(real.toRealPath());
    assertThat(other.program("java")).isEmpty();
  }

  @Test
  void programIsRunToItsEnd() throws IOException {
    assertThat(machine.run(List.of("sh", "-c", "echo out; echo err >&2; cat; exit 3")))
        .isEqualTo(new Finished(3, "out\nerr\n"));
    assertThatThrownBy(() -> machine.run(List.of("/nowhere/java"))).isInstanceOf(IOException.class);
  }

  @Test
  void programThatDoesNotEndIsEnded() {
    Machine impatient = new LocalMachine(Map.of(), 100);

    assertThatThrownBy(() -> impatient.run(List.of("sh", "-c", "sleep 60")))
        .isInstanceOf(TimeLimitException.class);
  }

  @Test
  void diskAndRightsAreThoseOfTheDirectory() throws IOException {
    assertThat(machine.freeBytes(directory)).isPositive();
    assertThat(machine.isReadable(directory)).isTrue();
    assertThat(machine.isReadable(directory.resolve("nowhere"))).isFalse();
    assertThat(machine.isWritable(directory)).isTrue();
    assertThat(machine.isWritable(directory.resolve("nowhere"))).isFalse();
  }
}
