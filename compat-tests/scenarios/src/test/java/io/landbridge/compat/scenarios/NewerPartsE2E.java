package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server of 3.1.0 with the API of 3.2.1: as near to a server that cannot be had here as it gets.
 * Whether that works is not proven by it; that its API is not in the way is. The Raft
 * implementation of 3.3 cannot be tried so: a 3.1.0 does not start with it.
 */
class NewerPartsE2E {

  @TempDir Path work;

  @Test
  void anApplicationIsTranslatedAndSurvivesARestart() throws IOException {
    Artifacts artifacts = Artifacts.locate();
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0).asInstalled().withPlugin(artifacts.pluginJar());
    List<Path> parts = artifacts.newerParts();
    for (Path each : parts) {
      spec = spec.withPlugin(each);
    }
    spec =
        spec.withPlugin(artifacts.pluginList()).withProperty("landbridge.view.max-shrink", "60%");
    Steps steps = new Steps(work, "shop");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        NamingProcess client =
            NamingProcess.start(NamingLine.NACOS_3_2, ensemble.member(0).address(), work)) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      for (Path each : parts) {
        Processes.hasOpen(server.pid(), each);
      }
      client.ask("subscribe shop");
      new RawRegistrations(ensemble.api(0), "public")
          .provider27("shop", "demo.OrderService:2.0.0", "10.0.0.1", 20880);
      eventually(
          () ->
              assertThat(Steps.status(server).path("catalog").path("instances").asInt())
                  .isEqualTo(1));
      steps.apply(server.baseUrl());
      eventually(() -> assertThat(client.told("shop")).hasSize(1));
      isSwitchedInTheList(server, client);

      server.kill9();
      ensemble.startAll();

      assertThat(steps.instancesShownBy(server)).as("in its first answer").isEqualTo(1);
      Steps.isActive(server);
      steps.rollback(server.baseUrl());
      eventually(() -> assertThat(client.told("shop")).isEmpty());
    }
  }

  /** Who shows the list is a stand-in; what it lists is found by the API of 3.2.1. */
  private static void isSwitchedInTheList(NacosServer server, NamingProcess client) {
    JsonNode listed = listed(server);
    assertThat(listed.path("enabled").asBoolean()).isTrue();
    assertThat(listed.path("config").path("version").asText())
        .isEqualTo(Steps.status(server).path("pluginVersion").asText());
    assertThat(listed.path("config").path("landbridge.view.max-shrink").asText()).isEqualTo("60%");
    assertThat(listed.path("config").path("landbridge.view.cache").asText()).isEqualTo("32MB");
    assertThat(listed.path("configDefinitions").findValuesAsText("key"))
        .contains("version", "state", "landbridge.view.cache");
    assertThat(listed.path("config").path("state").asText()).startsWith("active");

    turn(server, false);
    eventually(() -> assertThat(client.told("shop")).isEmpty());
    assertThat(listed(server).path("config").path("state").asText()).startsWith("suspended since");
    assertThat(Steps.status(server).path("suspension").path("suspended").asBoolean()).isTrue();

    turn(server, true);
    eventually(() -> assertThat(client.told("shop")).hasSize(1));
    assertThat(listed(server).path("config").path("state").asText()).startsWith("active");
  }

  private static JsonNode listed(NacosServer server) {
    for (JsonNode each : server.api().get("/v3/admin/core/plugin/list").json()) {
      if (each.path("pluginId").asText().equals("trace:landbridge")) {
        return each;
      }
    }
    throw new AssertionError("Landbridge is not in the list of " + server);
  }

  private static void turn(NacosServer server, boolean enabled) {
    NacosApi.Answer answer =
        server
            .api()
            .put(
                "/v3/admin/core/plugin/status",
                Map.of(
                    "pluginType", "trace",
                    "pluginName", "landbridge",
                    "enabled", String.valueOf(enabled)));
    assertThat(answer.ok()).as("%s", answer).isTrue();
  }
}
