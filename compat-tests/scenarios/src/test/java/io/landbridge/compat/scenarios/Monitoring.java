package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a monitoring system and an operator with a pager see of a running server. */
record Monitoring(NacosServer server) {

  private static final Pattern DOCUMENTED =
      Pattern.compile("^\\| `(landbridge_\\w+)` \\| (gauge|counter) \\|", Pattern.MULTILINE);
  private static final Pattern TYPED =
      Pattern.compile("^# TYPE (landbridge_\\w+) (\\w+)$", Pattern.MULTILINE);

  void everyMetricIsDocumentedAndTheOtherWayRound() throws IOException {
    String document =
        Files.readString(Artifacts.locate().root().resolve("docs").resolve("metrics.md"));

    assertThat(pairs(TYPED, scrape())).isNotEmpty().isEqualTo(pairs(DOCUMENTED, document));
  }

  void numbersAreThoseOfTheStatus() {
    // Something may change from the one answer to the other.
    eventually(this::compareNumbers);
  }

  private void compareNumbers() {
    JsonNode status = Steps.status(server);
    String page = scrape();

    assertThat(value(page, "landbridge_state{state=\"ACTIVE\",}")).isEqualTo(1);
    assertThat(value(page, "landbridge_state{state=\"DISABLED\",}")).isZero();
    assertThat(value(page, "landbridge_leader")).isEqualTo(1);
    assertThat(value(page, "landbridge_ready")).isEqualTo(1);
    assertThat(value(page, "landbridge_catalog_instances"))
        .isEqualTo(status.path("catalog").path("instances").asInt())
        .isPositive();
    assertThat(value(page, "landbridge_catalog_applied_total"))
        .isGreaterThanOrEqualTo(status.path("catalog").path("applied").asLong());
    assertThat(value(page, "landbridge_untranslatable"))
        .isEqualTo(status.path("untranslatableTotal").asInt());
    assertThat(value(page, "landbridge_log_behind")).isBetween(0.0, 100.0);
  }

  void theLogFileIsThereAndItsWarningsAreInTheServersLogToo() {
    // It may begin anew while it is read.
    await().atMost(Steps.SOON).ignoreExceptions().untilAsserted(this::compareLogs);
  }

  private void compareLogs() throws IOException {
    List<Path> files;
    try (var all = Files.list(server.logs())) {
      files =
          all.filter(each -> each.getFileName().toString().startsWith("landbridge.log")).toList();
    }
    assertThat(files).hasSizeBetween(1, 2);
    for (Path each : files) {
      assertThat(Files.size(each)).isLessThan((64 << 10) + 20_000);
    }
    String ours = files.stream().map(Monitoring::text).collect(Collectors.joining());
    assertThat(ours).contains("Landbridge").doesNotContain("com.alibaba");
    // Said before the file was open, and in the server's log ever since.
    String servers =
        text(server.logs().resolve("start.out")) + text(server.logs().resolve("nacos.log"));
    ours.lines()
        .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
        .map(line -> line.substring(line.indexOf(" - ") + 3))
        .forEach(line -> assertThat(servers).contains(line));
    // What the groups of the server itself write there is the server's own matter.
    assertThat(text(server.logs().resolve("protocol-raft.log")))
        .contains("landbridge_catalog")
        .doesNotContain("receive log : group: \"landbridge_catalog\"");
  }

  private String scrape() {
    NacosApi.Answer answer = server.api().get("/actuator/prometheus");
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  private static double value(String page, String series) {
    List<String> lines =
        page.lines()
            .filter(
                line ->
                    line.startsWith(series + " ")
                        || line.startsWith(series.replace(",}", "}") + " "))
            .toList();
    assertThat(lines).as(series).hasSize(1);
    return Double.parseDouble(lines.get(0).substring(lines.get(0).lastIndexOf(' ') + 1));
  }

  private static SortedSet<String> pairs(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1) + " " + found.group(2))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String text(Path file) {
    try {
      return Files.exists(file)
          ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
          : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
