package io.landbridge.compat.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckRecordsTest {

  @TempDir Path directory;

  @Test
  void makesItsDirectoryAndKeepsARecordALine() throws IOException {
    Path deeper = directory.resolve("target/check");

    new CheckRecords(deeper).add("server", "3.1.0");
    new CheckRecords(deeper).add("late", 1, "a\tb\nc");

    assertThat(lines(deeper)).containsExactly("server\t3.1.0", "late\t1\ta b c");
  }

  @Test
  void keepsRecordsOfManyThreadsApart() throws IOException {
    CheckRecords records = new CheckRecords(directory);
    String line = "x".repeat(1000);

    IntStream.range(0, 2000).parallel().forEach(number -> records.add("program", line));

    assertThat(lines(directory)).hasSize(2000).containsOnly("program\t" + line);
  }

  @Test
  void isHarmlessWithoutADirectory() {
    assertThat(CheckRecords.of(Map.of())).isEmpty();
    assertThat(CheckRecords.of(Map.of(CheckRecords.DIRECTORY, " "))).isEmpty();
    assertThat(CheckRecords.of(Map.of(CheckRecords.DIRECTORY, "${project.dir}/check"))).isEmpty();
    assertThat(CheckRecords.of(Map.of(CheckRecords.DIRECTORY, directory.toString()))).isPresent();
  }

  @Test
  void doesNotFailATestWhereItCannotWrite() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertThatCode(() -> new CheckRecords(file).add("server", "3.1.0")).doesNotThrowAnyException();
  }

  static List<String> lines(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return Files.readAllLines(files.findFirst().orElseThrow());
    }
  }
}
