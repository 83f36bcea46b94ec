package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of two clusters before they are joined, and of what they hold. */
class BridgeLooksE2E {

  @TempDir private Path work;

  @Test
  void checksAndComparesTwoClusters() {
    try (NacosEnsemble old = NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1));
        NacosEnsemble fresh =
            NacosEnsemble.start(
                ServerSpec.of(NacosVersion.V2_2_4).withPlugin(Artifacts.locate().pluginJar()))) {
      NacosServer legacy = old.member(0);
      NacosServer server = fresh.member(0);
      Steps.isActive(server);
      register(legacy.api(), "10.0.0.1", "1.0");
      register(server.api(), "10.0.0.1", "1.0");

      isReady(server, legacy);
      isRefusedTheOtherWayRound(server, legacy);
      isCompared(server, legacy);
    }
  }

  private CommandLineTool.Run run(String verb, NacosServer server, NacosServer legacy) {
    return CommandLineTool.ofThisBuild(work)
        .run(
            "bridge",
            verb,
            "--server",
            server.baseUrl(),
            "--legacy",
            legacy.baseUrl(),
            "-o",
            "json");
  }

  private void isReady(NacosServer server, NacosServer legacy) {
    CommandLineTool.Run run = run("check", server, legacy);

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.json().path("schema").asText()).isEqualTo("landbridge/bridge-check/1");
    assertThat(run.json().path("ready").asBoolean()).isTrue();
    assertThat(texts(run.json().path("checks"), "check"))
        .contains(
            "servers",
            "plugin",
            "legacy-servers",
            "member-lists",
            "legacy-access",
            "clocks",
            "capacity",
            "namespaces",
            "configuration");
    assertThat(run.out()).contains("is Nacos 1.4.1", "1 instances of 1 services to import");
    // The beat that tries out the right to write leaves nothing behind.
    assertThat(
            legacy
                .api()
                .get("/v1/ns/service/list", Map.of("pageNo", "1", "pageSize", "9"))
                .json()
                .path("count")
                .asInt())
        .isEqualTo(1);
  }

  private void isRefusedTheOtherWayRound(NacosServer server, NacosServer legacy) {
    CommandLineTool.Run run = run("check", legacy, server);

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(5);
    List<String> obstacles =
        StreamSupport.stream(run.json().path("checks").spliterator(), false)
            .filter(each -> each.path("result").asText().equals("OBSTACLE"))
            .map(each -> each.path("check").asText())
            .toList();
    assertThat(obstacles).contains("servers", "plugin", "legacy-servers");
  }

  private void isCompared(NacosServer server, NacosServer legacy) {
    CommandLineTool.Run equal = run("diff", server, legacy);
    assertThat(equal.exitCode()).as(equal.toString()).isZero();
    assertThat(equal.json().path("equal").asBoolean()).isTrue();

    register(server.api(), "10.0.0.1", "2.0");
    register(legacy.api(), "10.0.0.2", "1.0");
    register(server.api(), "10.0.0.3", "1.0");

    CommandLineTool.Run run = run("diff", server, legacy);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(3);
    JsonNode differences = run.json().path("differences");
    assertThat(texts(differences, "ip")).containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
    assertThat(texts(differences, "field")).containsExactly("weight", "instance", "instance");
    assertThat(texts(differences, "here")).containsExactly("2.0", "", "registered");
    assertThat(texts(differences, "there")).containsExactly("1.0", "registered", "");
  }

  private static List<String> texts(JsonNode list, String field) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path(field).asText())
        .toList();
  }

  /** One that nobody beats for and that lives all the same. */
  private static void register(NacosApi api, String ip, String weight) {
    Map<String, String> form = new HashMap<>();
    form.put("serviceName", "shop.Orders");
    form.put("ip", ip);
    form.put("port", "80");
    form.put("weight", weight);
    form.put(
        "metadata",
        "{\"preserved.heart.beat.timeout\":\"600000\",\"preserved.ip.delete.timeout\":\"900000\"}");
    assertThat(api.post("/v1/ns/instance", form).body()).isEqualTo("ok");
  }
}
