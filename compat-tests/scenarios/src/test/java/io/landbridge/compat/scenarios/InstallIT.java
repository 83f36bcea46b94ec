package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The archive is installed in homes with the classes of real servers, in the layout of the official
 * ones, and taken out again. No server is started.
 */
class InstallIT {

  private static final Artifacts ARTIFACTS = Artifacts.locate();
  private static final long LIMIT_SECONDS = 180;

  @TempDir private Path directory;

  private record Run(int exitCode, String output) {}

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void pluginIsInstalledInAServerItFitsAndRemoved(NacosVersion version) throws Exception {
    Path home = home(version);
    SortedMap<String, Long> before = content(home);

    Run checked = run("install", home, "--check");
    assertThat(checked.exitCode()).as(checked.output()).isZero();
    assertThat(checked.output())
        .contains("OK        server       Nacos " + version.number())
        .contains("has everything this plugin needs.");
    assertThat(content(home)).isEqualTo(before);

    Run installed = run("install", home, "--set", "landbridge.view.cache=64MB");
    assertThat(installed.exitCode()).as(installed.output()).isZero();
    try (Stream<Path> jars = Files.list(home.resolve("plugins"))) {
      assertThat(jars.filter(each -> each.toString().endsWith(".jar")))
          .singleElement()
          .satisfies(jar -> assertThat(jar).hasSameBinaryContentAs(ARTIFACTS.pluginJar()));
    }
    assertThat(run("install", home).output()).contains("Nothing to install");

    Run removed = run("uninstall", home);
    assertThat(removed.exitCode()).as(removed.output()).isZero();
    assertThat(content(home)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"V1_4_1", "V2_0_3"})
  void serverThatLacksSomethingIsLeftAlone(NacosVersion version) throws Exception {
    Path home = home(version);
    SortedMap<String, Long> before = content(home);

    Run refused = run("install", home);

    assertThat(refused.exitCode()).as(refused.output()).isEqualTo(5);
    assertThat(refused.output())
        .containsPattern("OBSTACLE +server +Nacos %s".formatted(version.number()))
        .contains("this plugin needs");
    assertThat(content(home)).isEqualTo(before);
  }

  private Path home(NacosVersion version) throws IOException {
    Path home = directory.resolve("nacos");
    Files.createDirectories(home.resolve("target"));
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(home.resolve("conf/application.properties"), "server.port=8848");
    try (ZipOutputStream jar =
        new ZipOutputStream(Files.newOutputStream(home.resolve("target/nacos-server.jar")))) {
      jar.setLevel(Deflater.NO_COMPRESSION);
      for (Path each : ARTIFACTS.serverJars(version)) {
        jar.putNextEntry(new ZipEntry("BOOT-INF/lib/" + each.getFileName()));
        Files.copy(each, jar);
      }
    }
    return home;
  }

  private static SortedMap<String, Long> content(Path home) throws IOException {
    SortedMap<String, Long> content = new TreeMap<>();
    try (Stream<Path> all = Files.walk(home)) {
      for (Path each : all.toList()) {
        content.put(home.relativize(each).toString(), sum(each));
      }
    }
    return content;
  }

  /** The server's jar is large, and nothing opens it to write: its size says enough. */
  private static long sum(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    if (file.endsWith("nacos-server.jar")) {
      return Files.size(file);
    }
    CRC32 sum = new CRC32();
    sum.update(Files.readAllBytes(file));
    return sum.getValue();
  }

  private Run run(String verb, Path home, String... more) throws Exception {
    Path command = ARTIFACTS.archive().resolve("bin/landbridge");
    Path out = Files.createTempFile(directory, "out", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(
                        List.of(command.toString(), verb, "--nacos-home", home.toString()).stream(),
                        Stream.of(more))
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("LANDBRIDGE_CACHE", "");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Run(process.exitValue(), Files.readString(out));
  }
}
