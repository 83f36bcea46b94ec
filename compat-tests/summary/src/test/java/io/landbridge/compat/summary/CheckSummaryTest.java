package io.landbridge.compat.summary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On reports that Surefire and the profiler have written. */
class CheckSummaryTest {

  private static final Instant START = Instant.parse("2026-11-01T10:00:00Z");

  /** Passes five times, once of those when run again, fails, breaks, and is skipped twice. */
  private static final String OUTCOMES = "TEST-demo.OutcomesTest.xml";

  /** Breaks before its tests start. */
  private static final String NEVER_STARTS = "TEST-demo.NeverStartsTest.xml";

  /** Passes, and prints what looks like a report. */
  private static final String CHATTY = "TEST-demo.ChattyTest.xml";

  @TempDir Path root;

  @Test
  void countsWhatFailedBrokeWasSkippedAndPassedInTheEnd() throws IOException {
    report(OUTCOMES, "server/target/surefire-reports");
    report(NEVER_STARTS, "server/target/failsafe-reports");
    report(CHATTY, "compat-tests/harness/target/surefire-reports");

    assertThat(lines())
        .containsSubsequence(
            "Failed tests",
            "  demo.NeverStartsTest",
            "  demo.OutcomesTest.breaks",
            "  demo.OutcomesTest.fails")
        .last()
        .isEqualTo("6 passed, 3 failed, 2 skipped");
  }

  @Test
  void addsUpTheExecutionsOfAModule() throws IOException {
    report(CHATTY, "scenarios/target/failsafe-reports");
    report(CHATTY, "scenarios/target/failsafe-reports-alone");
    Files.move(
        copy("reports/" + CHATTY, "scenarios/target/failsafe-reports", "other.xml"),
        root.resolve("scenarios/target/failsafe-reports/TEST-demo.ChattyTest-again.xml"));

    assertThat(lines())
        .contains("      0.4  demo.ChattyTest")
        .last()
        .isEqualTo("3 passed, 0 failed, 0 skipped");
  }

  @Test
  void takesNothingOfAnEarlierBuild() throws IOException {
    old(report(OUTCOMES, "server/target/surefire-reports"));
    old(
        copy(
            "profiler-report-2026-11-28-23-22-43.json",
            "target/.profiler",
            "profiler-report-9.json"));
    old(records("server\t3.1.0"));
    report(CHATTY, "server/target/surefire-reports");

    assertThat(lines())
        .noneMatch(line -> line.startsWith("Modules"))
        .contains("Started: 0 servers, 0 programs, 0 commands")
        .last()
        .isEqualTo("1 passed, 0 failed, 0 skipped");
  }

  @Test
  void countsAReportThatCannotBeReadAsAFailure() throws IOException {
    Path report = report(OUTCOMES, "server/target/surefire-reports");
    String whole = Files.readString(report);
    Files.writeString(report, whole.substring(0, whole.length() / 2));
    report(CHATTY, "server/target/surefire-reports");

    assertThat(lines())
        .anyMatch(line -> line.startsWith("Cannot read " + report + ": "))
        .contains("  whatever is in " + OUTCOMES + ", which cannot be read")
        .last()
        .isEqualTo("1 passed, 1 failed, 0 skipped");
  }

  @Test
  void takesAnEmptyReportForOneThatCannotBeRead() throws IOException {
    Files.writeString(report(OUTCOMES, "server/target/surefire-reports"), "");
    Files.writeString(report(CHATTY, "server/target/surefire-reports"), "<testsuite/>");

    assertThat(lines()).last().isEqualTo("0 passed, 2 failed, 0 skipped");
  }

  @Test
  void hasTheTimesOfModulesAlsoOfABuildThatFailed() throws IOException {
    copy("profiler-report-2026-11-28-23-22-43.json", "target/.profiler", "profiler-report-1.json");

    assertThat(lines(1))
        .containsSubsequence("Modules, in seconds", "      0.5  X :: a", "      0.5  X :: b")
        .contains("Maven failed, with status 1.");
  }

  @Test
  void findsTheTimesOfABuildOfAPartInItsFirstModule() throws IOException {
    copy(
        "profiler-report-2026-11-28-23-22-43.json",
        "compat-tests/.profiler",
        "profiler-report-1.json");

    assertThat(lines()).contains("      0.5  X :: a");
  }

  @Test
  void countsWhatWasStarted() throws IOException {
    records(
        "server\t3.1.0", "server\t1.4.1", "server\t3.1.0", "command\tplan", "program\tdubbo-3.2");

    assertThat(lines())
        .contains(
            "Started: 3 servers (1.4.1: 1, 3.1.0: 2), 1 programs (dubbo-3.2: 1), 1 commands (plan:"
                + " 1)");
  }

  @Test
  void saysHowManyServersAClassStarted() throws IOException {
    report(CHATTY, "server/target/surefire-reports");
    records("server\t3.1.0\tdemo.ChattyTest", "server\t2.2.4\tdemo.ChattyTest");

    assertThat(lines()).contains("      0.1  demo.ChattyTest, 2 servers");
    assertThat(new ObjectMapper().readTree(summary(0).json()).at("/classes/0/servers").asInt())
        .isEqualTo(2);
  }

  @Test
  void namesWhatStartsSlowlyAndWhy() throws IOException {
    records("unprepared\tNacos 3.1.0\tjava.lang.IllegalStateException: No archive was made");

    assertThat(lines())
        .contains(
            "Not prepared, so that it starts slowly: Nacos 3.1.0:"
                + " java.lang.IllegalStateException: No archive was made");
    assertThat(new ObjectMapper().readTree(summary(0).json()).path("unprepared")).hasSize(1);
  }

  @Test
  void namesTheLongestWaits() throws IOException {
    String[] waits = new String[25];
    for (int i = 0; i < waits.length; i++) {
      waits[i] =
          "late\t%d\t30000\theld\tthe light\tio.landbridge.RoomIT".formatted(10_100 + 1000 * i);
    }
    waits[3] = "late\t60000\t60000\tfailed\tthe dark\tio.landbridge.RoomIT";
    records(waits);

    List<String> lines = lines();
    int first = lines.indexOf("Waits of more than a third of their limit, in seconds") + 1;
    assertThat(lines.subList(first, first + 21))
        .startsWith(
            "     60.0  of 60.0 for the dark: io.landbridge.RoomIT (failed)",
            "     34.1  of 30.0 for the light: io.landbridge.RoomIT")
        .endsWith("           and 5 more");
  }

  @Test
  void saysThatNothingWasTested() throws IOException {
    String nothing = "Maven passed, but no test was run.";

    assertThat(lines()).contains(nothing).last().isEqualTo("0 passed, 0 failed, 0 skipped");
    assertThat(lines(0, "verify", "-T2")).contains(nothing);
    assertThat(lines(0, "-DskipTests", "verify")).doesNotContain(nothing);
    assertThat(lines(0, "-pl", "server", "verify")).doesNotContain(nothing);
    assertThat(lines(1)).doesNotContain(nothing);
    report(CHATTY, "server/target/surefire-reports");
    assertThat(lines()).doesNotContain(nothing);
  }

  @Test
  void givesTheSameAsJson() throws IOException {
    report(OUTCOMES, "server/target/surefire-reports");
    copy("profiler-report-2026-11-28-23-22-43.json", "target/.profiler", "profiler-report-1.json");
    records(
        "server\t3.1.0",
        "late\t11000\t30000\theld\t\"light\" \\ \u00e9\tio.landbridge.RoomIT",
        "late\tx");

    JsonNode json = new ObjectMapper().readTree(summary(1).json());

    assertThat(json.path("maven_status").asInt()).isEqualTo(1);
    assertThat(json.path("passed").asInt()).isEqualTo(5);
    assertThat(json.path("failed").asInt()).isEqualTo(2);
    assertThat(json.path("skipped").asInt()).isEqualTo(2);
    assertThat(json.path("modules").path(0).toString())
        .isEqualTo("{\"name\":\"X :: a\",\"seconds\":0.517}");
    assertThat(json.path("classes").path(0).toString())
        .isEqualTo("{\"name\":\"demo.OutcomesTest\",\"tests\":9,\"seconds\":0.036,\"servers\":0}");
    assertThat(json.path("servers").toString()).isEqualTo("{\"3.1.0\":1}");
    assertThat(json.path("programs").toString()).isEqualTo("{}");
    assertThat(json.path("late_waits").path(0).path("what").asText())
        .isEqualTo("\"light\" \\ \u00e9");
    assertThat(json.path("failed_tests").toString())
        .isEqualTo("[\"demo.OutcomesTest.breaks\",\"demo.OutcomesTest.fails\"]");
    assertThat(json.path("unreadable")).hasSize(1);
  }

  private List<String> lines() throws IOException {
    return lines(0);
  }

  private List<String> lines(int status, String... arguments) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      summary(status, arguments).print(out);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private CheckSummary summary(int status, String... arguments) throws IOException {
    return CheckSummary.of(root, START, status, List.of(arguments));
  }

  private Path report(String name, String directory) throws IOException {
    return copy("reports/" + name, directory, name);
  }

  private Path records(String... lines) throws IOException {
    Path file = root.resolve("target/check/17.tsv");
    Files.createDirectories(file.getParent());
    return Files.write(file, List.of(lines));
  }

  private Path copy(String resource, String directory, String name) throws IOException {
    Path file = root.resolve(directory).resolve(name);
    Files.createDirectories(file.getParent());
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("/" + resource), resource)) {
      Files.copy(in, file);
    }
    return file;
  }

  private static void old(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(START.minusSeconds(1)));
  }
}
