package io.landbridge.compat.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowingLogIT {

  private static final int LONGER_THAN_ONE_READ = 300_000;

  @TempDir Path directory;

  @Test
  void textIsFoundWhereverAWriteOrAReadEnds() throws IOException {
    for (int before = 65_520; before < 65_560; before++) {
      Path file = directory.resolve("log-" + before);
      GrowingLog log = new GrowingLog(file, "gave up", "failed to start");
      assertThat(log.hasText()).isFalse();
      append(file, "x".repeat(before));
      append(file, "failed to");
      assertThat(log.hasText()).isFalse();
      append(file, " start" + "y".repeat(LONGER_THAN_ONE_READ));

      assertThat(log.hasText()).as("after %d characters", before).isTrue();
      assertThat(log.hasText()).as("again").isTrue();
    }
  }

  @Test
  void logThatIsBegunAnewIsReadFromItsBeginning() throws IOException {
    Path file = directory.resolve("log");
    GrowingLog log = new GrowingLog(file, "gave up");
    append(file, "gave up\n");
    assertThat(log.hasText()).isTrue();

    Files.move(file, directory.resolve("log.1"));
    assertThat(log.hasText()).isFalse();
    append(file, "all is well now\n");
    assertThat(log.hasText()).isFalse();
    append(file, "gave up\n");
    assertThat(log.hasText()).isTrue();

    Files.writeString(file, "short\n", StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(log.hasText()).isFalse();
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
