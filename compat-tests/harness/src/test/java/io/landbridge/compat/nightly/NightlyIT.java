package io.landbridge.compat.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With shell commands for parts. */
class NightlyIT {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final long LOG_BYTES = 1 << 20;

  @TempDir private Path directory;

  @Test
  void whateverComesOfAPartTheNextIsRun() throws Exception {
    Summary summary =
        run(
            part("counts", "echo noise; echo '3 passed, 0 failed, 1 skipped'"),
            part("fails", "echo '1 passed, 2 failed, 0 skipped'; exit 1"),
            new Part("missing", List.of("/no/such/command"), LONG, List.of()),
            new Part("slow", shell("sleep 300 & wait"), Duration.ofSeconds(1), List.of()),
            part("talks", "yes"),
            part("says-nothing", "true"),
            part("lies", "echo '1 passed, 1 failed, 0 skipped'"),
            part("skips", "echo '0 passed, 0 failed, 4 skipped'"),
            part(
                "scenario",
                "echo '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 2, Time elapsed: 1"
                    + " s'"),
            bench(
                "measures",
                "echo '{\"old\":1}'; echo progress >&2; echo '{\"ratio\":0.5,\"lost\":0}'"),
            bench("breaks", "echo '{\"ratio\":0.5}'"),
            part("last", "echo '1 passed, 0 failed, 0 skipped'"));

    assertThat(summary.results())
        .extracting(each -> each.part() + " " + each.outcome() + " " + each.why())
        .containsExactly(
            "counts PASSED ",
            "fails FAILED exit code 1",
            "missing FAILED " + why(summary, "missing"),
            "slow FAILED it was ended after 1 s",
            "talks FAILED " + why(summary, "talks"),
            "says-nothing FAILED it says of no test that it ran",
            "lies FAILED it counts failures, and ended as if there were none",
            "skips SKIPPED all of it",
            "scenario PASSED ",
            "measures PASSED ",
            "breaks FAILED no lost in what it printed",
            "last PASSED ");
    assertThat(why(summary, "missing")).startsWith("it cannot be started: ");
    assertThat(why(summary, "talks")).startsWith("it was ended after it had printed ");
    assertThat(result(summary, "counts").figures())
        .containsEntry("passed", 3.0)
        .containsEntry("skipped", 1.0);
    assertThat(result(summary, "fails").figures()).containsEntry("failed", 2.0);
    assertThat(result(summary, "scenario").figures()).containsEntry("passed", 3.0);
    assertThat(result(summary, "measures").figures())
        .containsEntry("ratio", 0.5)
        .containsEntry("lost", 0.0);
    assertThat(Files.readString(directory.resolve("counts.log"))).startsWith("noise\n");
    assertThat(summary.isGood()).isFalse();
    assertThat(written().path("parts")).hasSize(12);
    assertThat(written().path("failed").asInt()).isEqualTo(7);
  }

  @Test
  void stopEndsAllThatWasStartedAndBeginsNothingElse() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Nightly nightly =
        new Nightly("nightly", directory, directory, LOG_BYTES, line -> begun.countDown());
    AtomicReference<Summary> summary = new AtomicReference<>();
    Thread runner =
        new Thread(
            () -> {
              try {
                summary.set(
                    nightly.run(
                        List.of(
                            part("parent", "sleep 300 & echo $! > child; wait"),
                            part("next", "touch next-was-run")),
                        true));
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    runner.start();
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    ProcessHandle child = child();

    nightly.stop();
    runner.join(60_000);

    assertThat(child.isAlive()).isFalse();
    assertThat(directory.resolve("next-was-run")).doesNotExist();
    assertThat(summary.get().results()).hasSize(1);
    assertThat(summary.get().results().get(0).why()).isEqualTo("it was interrupted");
    assertThat(written().path("planned").asInt()).isEqualTo(2);
    assertThat(written().path("parts")).hasSize(1);
  }

  private ProcessHandle child() throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    Path file = directory.resolve("child");
    while (System.nanoTime() < deadline) {
      Optional<String> pid =
          Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
      if (pid.isPresent() && !pid.get().isEmpty()) {
        return ProcessHandle.of(Long.parseLong(pid.get())).orElseThrow();
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("the part did not begin");
  }

  private Summary run(Part... parts) throws Exception {
    return new Nightly("nightly", directory, directory, LOG_BYTES, line -> {})
        .run(Arrays.asList(parts), false);
  }

  private static Part part(String name, String script) {
    return new Part(name, shell(script), LONG, List.of());
  }

  private static Part bench(String name, String script) {
    return new Part(name, shell(script), LONG, List.of("ratio", "lost"));
  }

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  private static Result result(Summary summary, String part) {
    return summary.results().stream()
        .filter(each -> each.part().equals(part))
        .findFirst()
        .orElseThrow();
  }

  private static String why(Summary summary, String part) {
    return result(summary, part).why();
  }

  private JsonNode written() throws IOException {
    return new ObjectMapper().readTree(directory.resolve("summary.json").toFile());
  }
}
