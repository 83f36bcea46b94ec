package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An operator turns the whole plugin off while the server runs, and on again. */
class SuspensionE2E {

  private static final String SHOP = "shop";
  private static final String MALL = "mall";
  private static final String ORDERS = "providers:demo.OrderService::";
  private static final String GATES = "providers:demo.GateService::";

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void nothingDerivedIsLeftUntilItIsResumed(NacosVersion version) {
    ServerSpec spec =
        ServerSpec.of(version)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("management.endpoints.web.exposure.include", "prometheus");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1);
        WireClient client =
            WireClient.connect(
                    wire,
                    ClientOptions.of(List.of(ServerEndpoint.parse(ensemble.member(0).address()))))
                .join()) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations raw = new RawRegistrations(server.api(), "public");
      raw.provider27(SHOP, "demo.OrderService", "10.0.0.1", 20880);
      raw.provider3(MALL, "demo.GateService", "10.0.0.2", 20880, new TreeMap<>());
      Watched shop = Watched.of(client, SHOP);
      Watched gates = Watched.of(client, GATES);
      new Steps(work, SHOP).isObserved(server);
      new Steps(work, SHOP).apply(server.baseUrl());
      new Steps(work, MALL).isObserved(server);
      new Steps(work, MALL).apply(server.baseUrl());
      shop.shows("derived", all -> all.size() == 1);
      gates.shows("derived", all -> all.size() == 1);
      eventually(() -> assertThat(names(server)).contains(SHOP, GATES));

      suspend(server);
      shop.shows("nothing", Map::isEmpty);
      gates.shows("nothing", Map::isEmpty);
      isStock(server);
      refusals(server);

      // What happens meanwhile is not shown, but known; and a rollback needs nothing to be shown.
      raw.provider27(SHOP, "demo.OrderService", "10.0.0.3", 20880);
      await()
          .atMost(Steps.SOON)
          .until(
              () ->
                  server
                          .api()
                          .get("/landbridge/v1/application", Map.of("application", SHOP))
                          .json()
                          .path("data")
                          .path("instances")
                          .asInt()
                      == 2);
      isStock(server);
      new Steps(work, MALL).rollback(server.baseUrl());

      if (version.line() == 2) {
        ensemble.restart(0);
        await()
            .atMost(Steps.SOON)
            .ignoreExceptions()
            .until(() -> Steps.status(server).path("state").asText().equals("SUSPENDED"));
        raw.provider27(SHOP, "demo.OrderService", "10.0.0.1", 20880);
        raw.provider27(SHOP, "demo.OrderService", "10.0.0.3", 20880);
        isStock(server);
      }

      CommandLineTool.Run resumed = landbridge(server, "resume", "--yes", "-o", "json");
      assertThat(resumed.exitCode()).as("%s", resumed).isZero();
      assertThat(resumed.json().path("outcomes").path(0).path("after").asText()).isEqualTo("SHOWN");
      shop.shows("both", all -> all.keySet().equals(Set.of("10.0.0.1:20880", "10.0.0.3:20880")));
      Steps.isActive(server);
      assertThat(gates.last().get()).isEmpty();
      await()
          .alias("the doctor finds nothing")
          .atMost(Steps.SOON)
          .untilAsserted(() -> assertThat(landbridge(server, "doctor").exitCode()).isZero());
    }
  }

  private void suspend(NacosServer server) {
    CommandLineTool.Run preview = landbridge(server, "suspend");
    assertThat(preview.exitCode()).as("%s", preview).isZero();
    assertThat(preview.out()).contains("would change", "--yes");
    assertThat(new Steps(work, SHOP).instancesShownBy(server)).isEqualTo(1);

    CommandLineTool.Run done = landbridge(server, "suspend", "--yes", "-o", "json");
    assertThat(done.exitCode()).as("%s", done).isZero();
    JsonNode outcome = done.json().path("outcomes").path(0);
    assertThat(outcome.path("member").asText()).isEqualTo(server.address());
    assertThat(outcome.path("result").asText()).isEqualTo("CHANGED");
    assertThat(outcome.path("problem").asText()).isEmpty();
    assertThat(landbridge(server, "suspend", "--yes").out()).contains("unchanged");
  }

  /** As a server without the plugin answers. */
  private void isStock(NacosServer server) {
    assertThat(new Steps(work, SHOP).instancesShownBy(server)).isZero();
    assertThat(new Steps(work, GATES).instancesShownBy(server)).isZero();
    assertThat(names(server)).contains(ORDERS).doesNotContain(SHOP, GATES);
  }

  private void refusals(NacosServer server) {
    JsonNode status = Steps.status(server);
    assertThat(status.path("state").asText()).isEqualTo("SUSPENDED");
    assertThat(status.path("suspension").path("suspended").asBoolean()).isTrue();
    assertThat(status.path("suspension").path("durable").asBoolean()).isTrue();
    CommandLineTool.Run apply = landbridge(server, "apply", "--application", SHOP, "--yes");
    assertThat(apply.exitCode()).as("%s", apply).isEqualTo(5);
    assertThat(apply.err()).contains("SUSPENDED", "landbridge resume");
    CommandLineTool.Run shown = landbridge(server, "status");
    assertThat(shown.exitCode()).as("%s", shown).isEqualTo(5);
    assertThat(shown.out()).contains("SUSPENDED", SHOP);
    await()
        .alias("the doctor finds that it is suspended")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              CommandLineTool.Run doctor = landbridge(server, "doctor", "-o", "json");
              assertThat(doctor.exitCode()).as("%s", doctor).isEqualTo(4);
              assertThat(doctor.json().path("findings").findValuesAsText("kind"))
                  .containsExactly("SUSPENDED", "TOLD_AND_NOT_SHOWN");
            });
    assertThat(server.api().get("/actuator/prometheus").body())
        .containsPattern("(?m)^landbridge_suspended 1");
    assertThat(server.api().put("/landbridge/v1/suspension", Map.of()).status()).isEqualTo(400);
  }

  private static List<String> names(NacosServer server) {
    JsonNode answer =
        server
            .api()
            .get(
                "/v1/ns/service/list",
                Map.of("groupName", "DEFAULT_GROUP", "pageNo", "1", "pageSize", "100"))
            .json();
    List<String> names = new ArrayList<>();
    answer.path("doms").forEach(each -> names.add(each.asText()));
    return names;
  }

  private CommandLineTool.Run landbridge(NacosServer server, String verb, String... options) {
    List<String> arguments = new ArrayList<>();
    arguments.add(verb);
    arguments.add("--server");
    arguments.add(server.baseUrl());
    arguments.addAll(List.of(options));
    return CommandLineTool.ofThisBuild(work).run(arguments.toArray(String[]::new));
  }
}
