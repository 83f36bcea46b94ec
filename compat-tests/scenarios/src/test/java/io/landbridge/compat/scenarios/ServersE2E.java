package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.cluster.ServerStartException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every server version under test boots on its own, works, and is gone afterwards. */
class ServersE2E {

  @ParameterizedTest
  @EnumSource(NacosVersion.class)
  void bootsServesAndEnds(NacosVersion version) throws Exception {
    long pid;
    try (NacosEnsemble ensemble = NacosEnsemble.start(ServerSpec.of(version))) {
      NacosServer server = ensemble.member(0);
      pid = server.pid();
      if (version != NacosVersion.V1_4_1) {
        // 2.2.4 itself creates a directory for its data in there.
        assertThat(server.plugins()).isDirectoryNotContaining("glob:**.jar");
      }

      Processes.usesArchive(pid, "servers/nacos-" + version);

      register(server.api(), "shop.Orders", 20880);

      eventually(() -> assertThat(ports(server.api(), "shop.Orders")).contains("20880"));
    }
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  @Test
  void isTheSameServerAfterKillAndRestart() {
    try (NacosEnsemble ensemble = NacosEnsemble.start(ServerSpec.of(NacosVersion.V3_1_0))) {
      NacosServer server = ensemble.member(0);
      int port = server.port();
      assertThat(
              server
                  .api()
                  .post(
                      "/v3/admin/cs/config",
                      Map.of("dataId", "kept", "groupName", "g", "content", "still here"))
                  .body())
          .contains("true");
      server.pause();
      assertThatThrownBy(() -> server.api().get("/v3/admin/core/state/readiness"))
          .hasMessageContaining("was not answered");
      server.resume();
      await().atMost(Steps.SOON).until(server::isReady);

      server.kill9();
      assertThat(server.isAlive()).isFalse();
      ensemble.startAll();

      assertThat(ensemble.member(0).port()).isEqualTo(port);
      eventually(
          () ->
              assertThat(
                      server
                          .api()
                          .get("/v3/admin/cs/config", Map.of("dataId", "kept", "groupName", "g"))
                          .json()
                          .path("data")
                          .path("content")
                          .asText())
                  .isEqualTo("still here"));
    }
  }

  @Test
  void saysWhyItDidNotStartAndLeavesNothingBehind() {
    ServerSpec broken =
        ServerSpec.of(NacosVersion.V3_1_0).withProperty("spring.sql.init.platform", "mysql");
    // Other tests of this process may have left the command waiting for its next run.
    Set<Long> before =
        ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    assertThatThrownBy(() -> NacosEnsemble.start(broken))
        .isInstanceOf(ServerStartException.class)
        .hasMessageContaining("db.num")
        .hasMessageContaining("All logs: ")
        .satisfies(
            failure ->
                assertThat(ProcessHandle.current().descendants())
                    .as("processes left behind")
                    .noneMatch(each -> each.isAlive() && !before.contains(each.pid())));
  }

  static void register(NacosApi api, String service, int port) {
    NacosApi.Answer answer =
        api.post(
            "/v1/ns/instance",
            Map.of(
                "serviceName",
                service,
                "ip",
                "127.0.0.1",
                "port",
                Integer.toString(port),
                "metadata",
                RawRegistrations.PATIENT));
    assertThat(answer.body()).isEqualTo("ok");
  }

  static String ports(NacosApi api, String service) {
    return api.get("/v1/ns/instance/list", Map.of("serviceName", service))
        .json()
        .path("hosts")
        .findValues("port")
        .toString();
  }
}
