package io.landbridge.compat.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.compat.waiting.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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

  private static Process sleeper() throws IOException {
    return new ProcessBuilder("sleep", "120").start();
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
    try (StallDetector stalls = StallDetector.start(QUICK)) {
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
    try (StallDetector stalls = StallDetector.start(QUICK)) {
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

  @Test
  void whatAProcessWaitsForAProcessorIsSeen() throws IOException {
    List<Process> crowd = new ArrayList<>();
    try {
      for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
        crowd.add(new ProcessBuilder("timeout", "60", "sh", "-c", "while :; do :; done").start());
      }
      ChildProcesses processes = new ChildProcesses(Duration.ZERO);
      AtomicLong waited = new AtomicLong();
      assertThat(
              Eventually.holds(
                  Duration.ofSeconds(40),
                  Duration.ofMillis(200),
                  () ->
                      processes.waited().stream()
                              .mapToLong(each -> waited.addAndGet(each.nanos()))
                              .max()
                              .orElse(0)
                          > 500_000_000))
          .as("one more than there are processors: %s ns", waited)
          .isTrue();
    } finally {
      crowd.forEach(each -> each.descendants().forEach(ProcessHandle::destroyForcibly));
      crowd.forEach(Process::destroyForcibly);
    }
  }
}
