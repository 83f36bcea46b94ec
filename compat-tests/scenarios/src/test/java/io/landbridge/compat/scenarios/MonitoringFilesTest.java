package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Alerts and dashboards use metrics that there are, and each alert says what to do. */
class MonitoringFilesTest {

  private static final Pattern METRIC = Pattern.compile("landbridge_[a-z_]+");
  private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `(landbridge_\\w+)` \\|");
  private static final Pattern ALERT = Pattern.compile("(?m)^ +- alert: (\\w+)$");
  private static final Pattern SECTION = Pattern.compile("(?m)^## (Landbridge\\w+)$");

  private static Path monitoring() {
    return Artifacts.locate().root().resolve("distribution/src/monitoring");
  }

  static Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(monitoring())) {
      return files.filter(Files::isRegularFile).sorted().toList().stream();
    }
  }

  static Stream<Path> dashboards() throws IOException {
    return files().filter(each -> each.toString().endsWith(".json"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyMetricIsOneOfThePlugin(Path file) throws IOException {
    Set<String> known = new TreeSet<>(found(DOCUMENTED, page("metrics.md"), 1));
    assertThat(found(METRIC, Files.readString(file), 0)).isNotEmpty().isSubsetOf(known);
  }

  @Test
  void everyAlertHasASectionThatSaysWhatToDo() throws IOException {
    List<String> alerts = found(ALERT, Files.readString(monitoring().resolve("alerts.yaml")), 1);

    assertThat(alerts).hasSizeGreaterThan(10).doesNotHaveDuplicates();
    assertThat(found(SECTION, page("alerts.md"), 1)).isEqualTo(alerts);
  }

  @Test
  void thePageNamesEveryDashboard() throws IOException {
    assertThat(dashboards().map(each -> "`" + each.getFileName() + "`"))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(page("alerts.md")).contains(name));
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void aDashboardCanBeImportedAnywhere(Path file) throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(file.toFile());
    List<Integer> ids = new ArrayList<>();
    for (JsonNode panel : dashboard.path("panels")) {
      ids.add(panel.path("id").asInt());
      for (JsonNode target : panel.path("targets")) {
        assertThat(target.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
        assertThat(target.path("expr").asText()).contains("{job=\"$job\",instance=~\"$instance\"");
      }
    }
    assertThat(ids).hasSizeGreaterThan(5).doesNotHaveDuplicates();
    assertThat(dashboard.path("uid").asText()).isNotEmpty();
  }

  /** Prometheus itself: each rule fires when it should, and none on a cluster that is well. */
  @Test
  void theRulesDoWhatTheirTestsSay() throws Exception {
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "promtool"))),
        "promtool is not here; it is in Debian's package prometheus");
    for (List<String> command :
        List.of(
            List.of("promtool", "check", "rules", "alerts.yaml"),
            List.of("promtool", "test", "rules", "alerts-test.yaml"))) {
      Process process =
          new ProcessBuilder(command)
              .directory(monitoring().toFile())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(output).isZero();
    }
  }

  private static String page(String name) throws IOException {
    return Files.readString(Artifacts.locate().root().resolve("docs").resolve(name));
  }

  private static List<String> found(Pattern pattern, String text, int group) {
    return pattern
        .matcher(text)
        .results()
        .map(each -> each.group(group))
        .distinct()
        .collect(Collectors.toList());
  }
}
