package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The archives, as an operator unpacks them. */
class DistributionIT {

  private static final Path TARGET = Artifacts.locate().distribution().resolve("target");

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"tar.gz, tar -xzf", "zip, jar -xf"})
  void theCommandRunsWhereItIsUnpacked(String type, String unpack) throws Exception {
    Path home = unpacked(type, unpack);
    Path command = home.resolve("bin/landbridge");
    // The zip format keeps permissions, but the jar tool does not restore them.
    if (type.equals("zip")) {
      assertThat(command.toFile().setExecutable(true)).isTrue();
    }

    assertThat(command).isExecutable();
    assertThat(output(directory, command.toString(), "--help"))
        .contains("scan", "plan", "apply", "verify", "rollback");
    String version = home.getFileName().toString().substring("landbridge-".length());
    assertThat(output(directory, command.toString(), "--version")).contains(version);
  }

  @Test
  void theArchiveHoldsWhatIsNeededAndNothingElse() throws Exception {
    Path home = unpacked("tar.gz", "tar -xzf");
    String version = home.getFileName().toString().substring("landbridge-".length());

    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.filter(Files::isRegularFile).map(home::relativize).map(Path::toString))
          .contains(
              "plugins/landbridge-naming-plugin-" + version + ".jar",
              "lib/landbridge-cli-" + version + ".jar",
              "bin/landbridge",
              "INSTALL.md",
              "CHANGELOG.md",
              "LICENSE",
              "NOTICE",
              "docs/admin-api.md",
              "docs/cli.md")
          .allMatch(name -> name.matches("(plugins|lib|bin|docs)/[^/]+|[A-Z]+(\\.md)?"));
    }
    assertThat(home.resolve("INSTALL.md")).content().contains(version).doesNotContain("${");
  }

  private Path unpacked(String type, String unpack) throws Exception {
    Path archive;
    try (Stream<Path> files = Files.list(TARGET)) {
      archive =
          files
              .filter(file -> file.getFileName().toString().matches("landbridge-.*\\." + type))
              .findFirst()
              .orElseThrow(
                  () -> new AssertionError("No archive of type " + type + " in " + TARGET));
    }
    String[] command = unpack.split(" ", -1);
    output(directory, tool(command[0]), command[1], archive.toString());
    String name = archive.getFileName().toString();
    return directory.resolve(name.substring(0, name.length() - type.length() - 1));
  }

  private static String tool(String name) {
    return name.equals("jar")
        ? Path.of(System.getProperty("java.home"), "bin/jar").toString()
        : name;
  }

  private static String output(Path directory, String... command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "out", ".txt");
    Process process =
        new ProcessBuilder(List.of(command))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", List.of(command)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(out)).isZero();
    return Files.readString(out);
  }
}
