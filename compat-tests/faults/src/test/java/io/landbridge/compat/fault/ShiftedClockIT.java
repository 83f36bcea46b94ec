package io.landbridge.compat.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The time of day of another JVM jumps, and it does not wait longer or shorter for that. */
class ShiftedClockIT {

  @TempDir Path directory;

  /** Says the time of day, and how long a wait of half a second took, again and again. */
  static final class Teller {

    public static void main(String[] args) throws InterruptedException {
      Object lock = new Object();
      while (true) {
        long start = System.nanoTime();
        synchronized (lock) {
          lock.wait(500);
        }
        long waited = (System.nanoTime() - start) / 1_000_000;
        System.out.println(System.currentTimeMillis() + " " + waited);
      }
    }
  }

  @Test
  @Timeout(60)
  void jumpsAndComesBack() throws IOException {
    assumeThat(ShiftedClock.whyNotHere()).isEmpty();
    ShiftedClock clock = new ShiftedClock(directory);
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Teller.class.getName());
    builder.environment().putAll(clock.environment());
    Process teller = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(teller.getInputStream(), StandardCharsets.UTF_8))) {
      for (Duration shift : List.of(Duration.ZERO, Duration.ofHours(1), Duration.ZERO)) {
        clock.jump(shift);
        awaitShift(said, shift);
      }
    } finally {
      teller.destroyForcibly();
    }
  }

  private static void awaitShift(BufferedReader said, Duration shift) throws IOException {
    while (true) {
      String[] words = said.readLine().split(" ", -1);
      assertThat(Long.parseLong(words[1])).as("a wait of 500 ms").isBetween(450L, 10_000L);
      long off = Long.parseLong(words[0]) - System.currentTimeMillis();
      if (Math.abs(off - shift.toMillis()) < 5_000) {
        return;
      }
    }
  }
}
