package io.landbridge.compat.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A disk that is full, and has room again. */
class SmallDiskIT {

  @Test
  void isFullUntilItIsFreed() throws IOException {
    assumeThat(SmallDisk.whyNotHere()).isEmpty();
    Path data;
    try (SmallDisk disk = SmallDisk.create(2)) {
      data = disk.data();
      Files.write(data.resolve("before"), new byte[100_000]);

      disk.fill();
      assertThatThrownBy(() -> Files.write(data.resolve("more"), new byte[100_000]))
          .isInstanceOf(IOException.class);
      Files.delete(data.resolve("before"));
      disk.fill();
      assertThatThrownBy(() -> Files.write(data.resolve("more"), new byte[100_000]))
          .as("what the member freed is filled too")
          .isInstanceOf(IOException.class);

      disk.free();
      assertThat(Files.write(data.resolve("more"), new byte[100_000])).hasSize(100_000);
    }
    assertThat(data).doesNotExist();
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(data.getParent() + " ");
  }
}
