package io.landbridge.compat.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.nightly.Result.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {

  private static final Result GOOD =
      new Result(
          "bench-push",
          Outcome.PASSED,
          Duration.ofMillis(61_900),
          Map.of("ratio_p50", 1.23456),
          "",
          Path.of("/logs/bench-push.log"));
  private static final Result BAD =
      new Result(
          "faults",
          Outcome.FAILED,
          Duration.ofSeconds(7),
          Map.of("failed", 2.0),
          "exit code 1",
          Path.of("/logs/faults.log"));
  private static final Result SKIPPED =
      new Result(
          "upgrade",
          Outcome.SKIPPED,
          Duration.ofSeconds(1),
          Map.of(),
          "all of it",
          Path.of("/logs/upgrade.log"));

  @Test
  void tableHasALineForEachPartAndTheCountsOnTheLast() {
    assertThat(new Summary("nightly", false, 3, List.of(GOOD, BAD, SKIPPED)).table().lines())
        .containsExactly(
            "part        outcome  seconds  figures, log",
            "bench-push  passed        61  ratio_p50 1.235; /logs/bench-push.log",
            "faults      failed         7  exit code 1; failed 2; /logs/faults.log",
            "upgrade     skipped        1  all of it; /logs/upgrade.log",
            "1 passed, 1 failed, 1 skipped");
  }

  @Test
  void jsonHasTheSame() throws IOException {
    JsonNode json = json(new Summary("nightly", true, 3, List.of(GOOD, BAD, SKIPPED)));

    assertThat(json.path("small").asBoolean()).isTrue();
    assertThat(json.path("planned").asInt()).isEqualTo(3);
    assertThat(json.path("passed").asInt()).isEqualTo(1);
    assertThat(json.path("failed").asInt()).isEqualTo(1);
    assertThat(json.path("skipped").asInt()).isEqualTo(1);
    assertThat(json.path("seconds").asInt()).isEqualTo(69);
    assertThat(json.path("parts")).hasSize(3);
    JsonNode first = json.path("parts").path(0);
    assertThat(first.path("part").asText()).isEqualTo("bench-push");
    assertThat(first.path("outcome").asText()).isEqualTo("passed");
    assertThat(first.path("seconds").asInt()).isEqualTo(61);
    assertThat(first.path("figures").path("ratio_p50").asDouble()).isEqualTo(1.23456);
    assertThat(first.path("log").asText()).isEqualTo("/logs/bench-push.log");
    assertThat(first.has("why")).isFalse();
    assertThat(json.path("parts").path(1).path("why").asText()).isEqualTo("exit code 1");
  }

  @Test
  void onlyAWholeRunWithoutFailuresIsGood() {
    assertThat(new Summary("nightly", false, 2, List.of(GOOD, SKIPPED)).isGood()).isTrue();
    assertThat(new Summary("nightly", false, 2, List.of(GOOD, BAD)).isGood()).isFalse();

    Summary interrupted = new Summary("nightly", false, 3, List.of(GOOD, SKIPPED));
    assertThat(interrupted.isGood()).isFalse();
    assertThat(interrupted.table())
        .endsWith("1 of 3 parts were not run\n1 passed, 0 failed, 1 skipped\n");
  }

  private static JsonNode json(Summary summary) throws IOException {
    return new ObjectMapper().readTree(summary.json());
  }
}
