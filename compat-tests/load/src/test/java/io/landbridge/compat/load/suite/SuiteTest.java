package io.landbridge.compat.load.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTest {

  @TempDir Path directory;

  private final List<String> progress = new ArrayList<>();
  private Path script;
  private Path calls;

  /** A bench that notes what it is asked to run, and does what its name says. */
  @BeforeEach
  void writeScript() throws IOException {
    script = directory.resolve("bench");
    calls = directory.resolve("calls");
    Files.writeString(
        script,
        """
        #!/bin/sh
        echo "$@" >> %s
        case "$1" in
          good) echo "progress" >&2; echo "some text"; echo '{"rate": 7, "stock": 5}' ;;
          slow) sleep 0.3; echo '{"rate": 7}' ;;
          broken) echo "bench: no servers" >&2; exit 1 ;;
          silent) ;;
          endless) exec sleep 600 ;;
        esac
        """
            .formatted(calls));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  private static Benchmark benchmark(String name, int seconds) {
    return new Benchmark(
        name,
        "What it measures.",
        List.of("--large", "9"),
        List.of("--tiny"),
        Duration.ofSeconds(seconds),
        List.of(Figure.of("rate", "/rate").between("per second", "/rate", "/stock").atLeast(6)),
        List.of());
  }

  private Suite suite(int runs, boolean small, boolean resume, Benchmark... benchmarks) {
    return new Suite(
        script,
        new Suite.Settings(
            directory.resolve("results"), List.of(benchmarks), runs, small, resume, "abc"),
        progress::add);
  }

  @Test
  void goesOnAfterOneThatFails() throws Exception {
    List<RunFile> files =
        suite(
                1,
                false,
                false,
                benchmark("broken", 60),
                benchmark("silent", 60),
                benchmark("good", 60))
            .run();

    assertThat(files).extracting(RunFile::isDone).containsExactly(false, false, true);
    assertThat(files.get(0).why()).contains("it ended with 1", "bench: no servers");
    assertThat(files.get(1).why()).contains("it printed no JSON object");
    assertThat(files.get(2).number("/rate")).contains(7.0);
    assertThat(Files.readAllLines(calls))
        .containsExactly(
            "broken --json --large 9", "silent --json --large 9", "good --json --large 9");
    Report report = report(files, benchmark("broken", 1), benchmark("good", 1));
    assertThat(report.failed()).containsExactly("broken");
    assertThat(report.targets(true)).isEqualTo(1);
  }

  @Test
  void oneThatHangsIsEnded() throws Exception {
    List<RunFile> files = suite(1, true, false, benchmark("endless", 1)).run();

    assertThat(files.get(0).why()).contains("it was ended after 1 s");
  }

  @Test
  void resumedLeavesOutWhatIsFinished() throws Exception {
    suite(2, true, false, benchmark("good", 60), benchmark("broken", 60)).run();
    Files.delete(calls);

    List<RunFile> files =
        suite(3, true, true, benchmark("good", 60), benchmark("broken", 60)).run();

    assertThat(Files.readAllLines(calls))
        .containsExactly(
            "broken --json --tiny",
            "broken --json --tiny",
            "good --json --tiny",
            "broken --json --tiny");
    assertThat(files).hasSize(6).filteredOn(RunFile::isDone).hasSize(3);
  }

  @Test
  void resumedDoesNotTakeASmallRunForAFullOne() throws Exception {
    suite(1, true, false, benchmark("good", 60)).run();

    suite(1, false, true, benchmark("good", 60)).run();

    assertThat(Files.readAllLines(calls))
        .containsExactly("good --json --tiny", "good --json --large 9");
  }

  @Test
  void withoutResumeEverythingIsRunAgain() throws Exception {
    suite(1, true, false, benchmark("good", 60)).run();
    suite(1, true, false, benchmark("good", 60)).run();

    assertThat(Files.readAllLines(calls)).hasSize(2);
  }

  @Test
  void notesWhatTheMachineDid() throws Exception {
    List<RunFile> files = suite(1, true, false, benchmark("slow", 60)).run();

    assertThat(files.get(0).json().has("load_before")).isTrue();
    if (Files.exists(Path.of("/proc/stat"))) {
      assertThat(files.get(0).json().path("machine")).isNotEmpty();
      assertThat(files.get(0).json().at("/machine/0/memory_mb").asDouble()).isPositive();
      assertThat(files.get(0).json().at("/machine/0/busy_percent").asDouble())
          .isBetween(0.0, 100.0);
    }
  }

  private static Report report(List<RunFile> files, Benchmark... benchmarks) {
    List<Report.Section> sections = new ArrayList<>();
    for (Benchmark each : benchmarks) {
      sections.add(
          new Report.Section(
              each, files.stream().filter(file -> file.benchmark().equals(each.name())).toList()));
    }
    return new Report(
        new Machine(2, "a processor", 4_096, "Linux", "a JVM", "abc", List.of("Nacos 3.1.0")),
        false,
        1,
        "2026-01-01T00:00:00Z",
        sections);
  }

  @Test
  void figuresAreMinimumMedianAndMaximum() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).contains(new Spread(1, 2, 3, 3));
    assertThat(Spread.of(List.of(4.0, 1.0))).contains(new Spread(1, 2.5, 4, 2));
    assertThat(Spread.of(List.of())).isEqualTo(Optional.empty());
    assertThat(new Spread(0.95, 1, 1_234.4, 3)).hasToString("1 (0.95 to 1,234)");
    assertThat(new Spread(2, 2, 2, 1)).hasToString("2");
  }

  @Test
  void targetsHaveASide() {
    assertThat(Target.atLeast(0.95).met(0.95)).isTrue();
    assertThat(Target.atLeast(0.95).met(0.949)).isFalse();
    assertThat(Target.atMost(0).met(0)).isTrue();
    assertThat(Target.atMost(0).met(1)).isFalse();
    assertThat(Target.atLeast(11_000)).hasToString("≥ 11,000");
  }
}
