package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.RegistryDump;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Installed and not switched on, the plugin changes nothing that anybody can see. */
class ObserveOnlyE2E {

  private static final String API = "/landbridge/v1";

  /** Of JRaft's: once started it wakes a thread a thousand times a second. */
  private static final String TIMER_OF_READS = "read-index.time";

  private static final RegistryDump.Probe PROBE =
      new RegistryDump.Probe(Set.of(), Set.of("DEFAULT_GROUP@@shop"));

  @ParameterizedTest
  @CsvSource({"V2_2_4", "V3_1_0"})
  void aServerWithThePluginShowsWhatAServerWithoutItShows(NacosVersion version) throws IOException {
    ServerSpec stock = ServerSpec.of(version);
    try (NacosEnsemble other = NacosEnsemble.start(stock);
        NacosEnsemble ensemble =
            NacosEnsemble.start(stock.withPlugin(Artifacts.locate().pluginJar()))) {
      fill(other.api(0));
      RegistryDump without = Steps.settledDump(other.api(0), PROBE);
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      fill(ensemble.api(0));
      // Only once it has seen everything does it mean something that nothing shows.
      await()
          .alias("all providers are in the catalog")
          .atMost(Steps.SOON)
          .until(() -> Steps.status(server).path("catalog").path("instances").asInt() == 2);

      assertThat(without.diff(Steps.settledDump(ensemble.api(0), PROBE))).isEmpty();
      SameRequests.areAnsweredAlike(
          URI.create(other.member(0).baseUrl()), URI.create(server.baseUrl()));
      assertThat(threads(server)).noneMatch(each -> each.startsWith(TIMER_OF_READS));
    }
  }

  /** Their names, of which the system keeps fifteen letters. */
  private static List<String> threads(NacosServer server) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(server.pid()), "task"))) {
      for (Path each : (Iterable<Path>) tasks::iterator) {
        try {
          names.add(Files.readString(each.resolve("comm")).strip());
        } catch (NoSuchFileException ended) {
          continue;
        }
      }
    }
    assertThat(names).anyMatch(each -> each.startsWith("landbridge-"));
    return names;
  }

  @ParameterizedTest
  @CsvSource({"V2_2_4", "V3_1_0"})
  void brokenMetadataIsReportedAndDisturbsNothingElse(NacosVersion version) throws Exception {
    // Nacos 3.1 refuses most of this itself unless an operator switched the check off.
    ServerSpec spec =
        ServerSpec.of(version)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("management.endpoints.web.exposure.include", "prometheus")
            .withProperty("landbridge.log.max-size", "64KB")
            .withProperty("landbridge.log.max-files", "2")
            .withProperty("logging.level.io.landbridge", "DEBUG")
            .withProperty("nacos.core.param.check.enabled", "false");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations raw = new RawRegistrations(ensemble.api(0), "public");
      raw.provider27("shop", "demo.OrderService:2.0.0", "10.0.0.1", 20880);
      Map<String, String> good = Map.of("application", "broken", "protocol", "dubbo");
      raw.register("providers:demo.NoProtocol::", "10.0.1.1", 20880, without(good, "protocol"));
      raw.register("providers:demo.NoApp::", "10.0.1.2", 20880, without(good, "application"));
      raw.register("providers:demo.PortZero::", "10.0.1.3", 0, good);
      raw.register(
          "providers:demo.Control::", "10.0.1.4", 20880, with(good, "application", "a\u0007b"));
      raw.register(
          "providers:demo.Large::", "10.0.1.5", 20880, with(good, "big", "x".repeat(1 << 20)));

      JsonNode status =
          await()
              .atMost(Steps.SOON)
              .until(
                  () -> Steps.status(server),
                  each ->
                      each.path("untranslatableTotal").asInt() == 5
                          && each.path("catalog").path("instances").asInt() == 1);

      assertThat(status.path("untranslatable").findValuesAsText("kind"))
          .containsExactlyInAnyOrder(
              "NO_PROTOCOL", "NO_APPLICATION", "BAD_PORT", "BAD_APPLICATION", "TOO_LARGE");
      assertThat(status.path("state").asText()).isEqualTo("ACTIVE");
      eventually(
          () ->
              assertThat(
                      ensemble
                          .api(0)
                          .get(
                              "/v1/ns/instance/list",
                              Map.of("serviceName", "providers:demo.OrderService:2.0.0:"))
                          .json()
                          .path("hosts"))
                  .hasSize(1));
      wrongRequestsAreAnsweredInWords(ensemble.api(0));
      OperatorReads.listsComeInParts(ensemble.api(0));
      OperatorReads.aWatchWakesOnAChange(ensemble.api(0));
      OperatorReads.digestsAreEqualAtTheSameCount(ensemble.members());
      Monitoring monitoring = new Monitoring(server);
      monitoring.everyMetricIsDocumentedAndTheOtherWayRound();
      monitoring.numbersAreThoseOfTheStatus();
      monitoring.theLogFileIsThereAndItsWarningsAreInTheServersLogToo();
    }
  }

  private static void wrongRequestsAreAnsweredInWords(NacosApi api) {
    isRefused(
        api.get(API + "/application", Map.of("application", "nobody")),
        404,
        "unknown application 'nobody'");
    isRefused(api.get(API + "/application"), 400, "'application' is missing");
    isRefused(api.get(API + "/instances", Map.of("application", "a,b")), 400, "has a comma");
    isRefused(
        api.put(API + "/translation", Map.of("application", "shop")), 400, "'enabled' is missing");
    isRefused(
        api.put(API + "/translation", Map.of("application", "shop", "enabled", "maybe")),
        400,
        "not true or false");
    isRefused(
        api.put(API + "/translation", Map.of("application", "nobody", "enabled", "true")),
        404,
        "unknown application 'nobody'");
  }

  private static void isRefused(NacosApi.Answer answer, int status, String reason) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.json().path("code").asInt()).isEqualTo(status);
    assertThat(answer.json().path("message").asText()).contains(reason);
    assertThat(answer.json().path("data").isNull()).isTrue();
  }

  private static void fill(NacosApi api) {
    RawRegistrations raw = new RawRegistrations(api, "public");
    raw.provider27("shop", "demo.OrderService:2.0.0", "10.0.0.1", 20880);
    raw.provider27("shop", "demo.PlainService", "10.0.0.1", 20880);
    raw.provider26("old-shop", "demo.PlainService", "10.0.0.2", 20880);
    raw.consumer("front", "demo.OrderService");
    raw.register("spring-app", "10.0.0.3", 8080, Map.of("preserved.register.source", "SPRING"));
    assertThat(
            api.post(
                    "/v1/cs/configs",
                    Map.of("dataId", "demo.Else", "group", "mapping", "content", "other-shop"))
                .ok())
        .isTrue();
  }

  private static Map<String, String> with(Map<String, String> map, String key, String value) {
    Map<String, String> more = new HashMap<>(map);
    more.put(key, value);
    return more;
  }

  private static Map<String, String> without(Map<String, String> map, String key) {
    Map<String, String> less = new HashMap<>(map);
    less.remove(key);
    return less;
  }
}
