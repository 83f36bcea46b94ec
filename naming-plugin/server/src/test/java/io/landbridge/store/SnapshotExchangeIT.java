package io.landbridge.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members of one group may run on servers that bring different versions of RocksDB, and hand each
 * other snapshots: 7.7.3, with which this module is built, and 8.8.1, which is newer by most.
 */
class SnapshotExchangeIT {

  private static final Path NEWER =
      Path.of(System.getProperty("landbridge.rocksdbjni", "target/rocksdbjni/newer.jar"));

  @TempDir Path directory;

  @Test
  void whatTheNewerRocksDbSavesTheOlderLoads() throws Exception {
    Path snapshot = directory.resolve("snapshot");
    String saved = newer("save", snapshot);

    assertThat(SnapshotExchange.save(directory.resolve("same"))).isEqualTo(saved);
    assertThat(SnapshotExchange.load(snapshot)).isEqualTo(newer("load", snapshot));
  }

  @Test
  void whatTheOlderRocksDbSavesTheNewerLoads() throws Exception {
    Path snapshot = directory.resolve("snapshot");
    SnapshotExchange.save(snapshot);

    assertThat(newer("load", snapshot)).isEqualTo(SnapshotExchange.load(snapshot));
  }

  /** Does it in another process and gives what it prints of the catalog. */
  private String newer(String what, Path snapshot) throws IOException, InterruptedException {
    assertThat(NEWER).isRegularFile();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String changed =
        Arrays.stream(path.split(File.pathSeparator))
            .map(each -> each.contains("rocksdbjni") ? NEWER.toAbsolutePath().toString() : each)
            .collect(Collectors.joining(File.pathSeparator));
    File output = directory.resolve(what + ".txt").toFile();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                changed,
                SnapshotExchange.class.getName(),
                what,
                snapshot.toString())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output.toPath(), StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
    assertThat(lines.get(lines.size() - 2)).endsWith(NEWER.getFileName().toString());
    return lines.get(lines.size() - 1);
  }
}
