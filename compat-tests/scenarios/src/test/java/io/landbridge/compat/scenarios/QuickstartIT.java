package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code distribution/quickstart --nacos-home} with a server that writes where it stands. */
class QuickstartIT {

  private static final Artifacts ARTIFACTS = Artifacts.locate();

  @TempDir private Path home;
  @TempDir private Path temporary;

  @BeforeEach
  void unpack() throws IOException {
    Files.createDirectories(home.resolve("target"));
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(home.resolve("conf/application.properties"), "server.port=8848\n");
    UntidyServer.writeJar(home.resolve("target/nacos-server.jar"));
  }

  @Test
  void installationAndCloneStayAsTheyAre() throws Exception {
    SortedSet<Path> installed = tree(home);
    SortedSet<Path> clone = besides(ARTIFACTS.root());
    SortedSet<Path> distribution = besides(ARTIFACTS.distribution());

    String output = run();

    assertThat(output).contains("the plugin is disabled", "seen: " + temporary);
    assertThat(tree(home)).isEqualTo(installed);
    assertThat(besides(ARTIFACTS.root())).isEqualTo(clone);
    assertThat(besides(ARTIFACTS.distribution())).isEqualTo(distribution);
    // It was untidy indeed.
    assertThat(tree(temporary))
        .extracting(each -> String.valueOf(each.getFileName()))
        .containsAll(UntidyServer.LEFT);
  }

  @Test
  void pluginOfInstallationIsUsedAsItIs() throws Exception {
    Path plugin = home.resolve("plugins/landbridge-naming-plugin-0.0.1.jar");
    Files.createDirectories(plugin.getParent());
    Files.writeString(plugin, "an older one");
    SortedSet<Path> installed = tree(home);

    assertThat(run()).contains("is used unchanged", "seen: " + plugin);

    assertThat(tree(home)).isEqualTo(installed);
    assertThat(plugin).hasContent("an older one");
  }

  /** It ends with 1, because that server has no plugin that runs. */
  private String run() throws IOException, InterruptedException {
    Path out = Files.createTempFile("quickstart", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                ARTIFACTS.distribution().resolve("quickstart").toString(),
                "--check",
                "--no-build",
                "--nacos-home",
                home.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("TMPDIR", temporary.toString());
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(2, TimeUnit.MINUTES);
      if (!ended) {
        // SIGTERM: it stops what it started.
        process.destroy();
        process.waitFor(1, TimeUnit.MINUTES);
      }
      String output = Files.readString(out);
      assertThat(ended).as(output).isTrue();
      assertThat(process.exitValue()).as(output).isEqualTo(1);
      return output;
    } finally {
      process.destroyForcibly();
      Files.delete(out);
    }
  }

  private static SortedSet<Path> tree(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return new TreeSet<>(files.toList());
    }
  }

  /** The files of a source directory, without build output. */
  private static SortedSet<Path> besides(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return new TreeSet<>(files.filter(each -> !each.endsWith("target")).toList());
    }
  }
}
