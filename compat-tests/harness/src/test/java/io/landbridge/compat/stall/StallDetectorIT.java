package io.landbridge.compat.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** On real processes, and faster than a server counts. */
@EnabledOnOs(OS.LINUX)
class StallDetectorIT {

  /** A limit of 2 s, so that what a busy machine does is none. */
  private static final Patience QUICK =
      new Patience(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(6),
          Duration.ofSeconds(1),
          Duration.ZERO);

  /** A JVM that does nothing. */
  static final class Sleeper {

    private Sleeper() {}

    public static void main(String[] arguments) throws InterruptedException {
      Thread.sleep(120_000);
    }
  }

  private static Process sleeper() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Sleeper.class.getName())
        .start();
  }

  private static void signal(String name, Process process) {
    try {
      assertThat(
              new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                  .start()
                  .waitFor())
          .isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void isWatched(StallDetector stalls, Process process) {
    assertThat(
            Eventually.holds(
                Duration.ofSeconds(60),
                Duration.ofMillis(100),
                () -> stalls.watches(process.pid())))
        .isTrue();
  }

  /** Stops it until somebody has seen that it is, and has had the time to count. */
  private static void stopped(Process process, Duration length) {
    signal("STOP", process);
    long start = System.nanoTime();
    Eventually.holds(
        length.plusSeconds(20),
        Duration.ofMillis(50),
        () -> System.nanoTime() - start >= length.toNanos());
    signal("CONT", process);
  }

  @Test
  void aProcessThatIsStoppedMakesAWindowVoid() throws IOException {
    Process child = sleeper();
    AtomicInteger tries = new AtomicInteger();
    try (StallDetector stalls = StallDetector.start(QUICK, Duration.ZERO)) {
      isWatched(stalls, child);
      stalls.holds(
          "nobody is stopped",
          () -> {
            stopped(child, Duration.ofSeconds(tries.incrementAndGet() == 1 ? 4 : 0));
            return tries.get() == 1 ? List.of(Deviation.now("it is missing")) : List.of();
          });
      assertThat(tries).hasValue(2);
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void aProcessThatTheTestStopsExplainsNothing() throws IOException {
    Process child = sleeper();
    try (StallDetector stalls = StallDetector.start(QUICK, Duration.ZERO)) {
      isWatched(stalls, child);
      assertThatThrownBy(
              () ->
                  stalls.holds(
                      "nobody is missing",
                      () -> {
                        stalls.pausing(child.pid(), () -> stopped(child, Duration.ofSeconds(4)));
                        return List.of(Deviation.now("somebody else is missing"));
                      }))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("did not stall");
    } finally {
      child.destroyForcibly();
    }
  }
}
