package io.landbridge.compat.load.suite;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/** Reports for tests. */
final class Reports {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Reports() {}

  /**
   * Three runs of one that compares two, and one that failed with text nobody can be trusted with.
   */
  static Report some() {
    Benchmark ramp =
        new Benchmark(
            "ramp",
            "How much is made in a second.",
            List.of("--rounds", "3"),
            List.of(),
            Duration.ofMinutes(1),
            List.of(
                Figure.of("made / stock", "/ratio")
                    .between("per second", "/made", "/stock")
                    .atLeast(1),
                Figure.of("lost", "/lost").atMost(0),
                Figure.of("never measured", "/nothing").atMost(1)),
            List.of(
                Plot.of(
                    "How it went",
                    "seconds",
                    "% of all",
                    new Plot.Line("ours", "/timeline", "second", "known", true),
                    new Plot.Line("rounds", "/rounds", "", "", false),
                    new Plot.Line("nobody has this", "/other", "second", "known", false))));
    Benchmark broken =
        new Benchmark(
            "broken",
            "What fails.",
            List.of(),
            List.of(),
            Duration.ofMinutes(1),
            List.of(),
            List.of());
    RunFile failed = RunFile.of("broken", 1, List.of("broken"), "abc", "2026-01-01T01:00:00Z");
    failed.failed(3, "<script>alert('x')</script> & \"more\"");
    return new Report(
        new Machine(2, "a processor", 4_096, "Linux 6", "a JVM", "abc", List.of("Nacos 3.1.0")),
        false,
        3,
        "2026-01-01T02:00:00Z",
        List.of(
            new Report.Section(
                ramp, List.of(run(1, 90, 100, 0), run(2, 120, 100, 1), run(3, 130, 110, 0))),
            new Report.Section(broken, List.of(failed))));
  }

  private static RunFile run(int number, int made, int stock, int lost) {
    RunFile file = RunFile.of("ramp", number, List.of("ramp"), "abc", "2026-01-01T00:00:00Z");
    ObjectNode result = JSON.createObjectNode();
    result.put("made", made).put("stock", stock).put("lost", lost);
    result.put("ratio", made / (double) stock);
    for (int second = 0; second < 1_000; second++) {
      result.withArray("timeline").addObject().put("second", second).put("known", second / 2);
    }
    result.withArray("rounds").add(3).add(5).add(4);
    file.done(12.5, result);
    file.json().put("load_before", number == 2 ? 1.7 : 0.1);
    file.json()
        .withArray("machine")
        .addObject()
        .put("second", 2)
        .put("busy_percent", 80)
        .put("stolen_percent", 1);
    return file;
  }
}
