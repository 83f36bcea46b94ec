package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.RegistryDump;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.junit.Servers;
import io.landbridge.compat.junit.UsesServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A dump is the same for the same state, and shows every kind of difference. */
@UsesServers
class RegistryDumpE2E {

  /** More than the probes of a server while the test runs: nobody accepts what it opens. */
  private static final int PROBES = 1_000;

  @ParameterizedTest
  @EnumSource(value = NacosVersion.class, names = "V2_0_3", mode = EnumSource.Mode.EXCLUDE)
  void seesEveryChangeAndNothingElse(NacosVersion version, Servers servers) throws IOException {
    NacosEnsemble ensemble = servers.shared(ServerSpec.of(version));
    try (ServerSocket provider = new ServerSocket(0, PROBES, InetAddress.getLoopbackAddress());
        ServerSocket other = new ServerSocket(0, PROBES, InetAddress.getLoopbackAddress())) {
      NacosApi api = ensemble.api(0);
      // Persistent, so that nothing expires while we look; listening, because the server connects
      // to persistent instances now and then and calls those unhealthy that do not answer.
      instance(api, "public", provider.getLocalPort(), "{\"side\":\"provider\"}");
      instance(api, servers.namespace(), other.getLocalPort(), "{}");
      publish(api, "one", "first");
      RegistryDump.Probe probe = new RegistryDump.Probe(Set.of(servers.namespace()), Set.of());
      eventually(
          () ->
              assertThat(RegistryDump.of(api, probe).toString())
                  .contains(":" + provider.getLocalPort(), ":" + other.getLocalPort(), "first"));
      RegistryDump before = Steps.settledDump(api, probe);

      publish(api, "one", "second");
      publish(api, "two", "new");
      eventually(
          () ->
              assertThat(before.diff(RegistryDump.of(api, probe)))
                  .anyMatch(
                      line -> line.startsWith("! config public g one") && line.contains("second"))
                  .anyMatch(line -> line.startsWith("+ config public g two")));

      publish(api, "one", "first");
      remove(api, "two");
      eventually(() -> assertThat(before.diff(RegistryDump.of(api, probe))).isEmpty());
      assertThat(RegistryDump.of(api, probe)).isEqualTo(before);

      instance(api, "public", provider.getLocalPort(), "{\"side\":\"consumer\"}");
      eventually(
          () ->
              assertThat(before.diff(RegistryDump.of(api, probe)))
                  .anyMatch(
                      line -> line.startsWith("! instance public") && line.contains("consumer"))
                  .anyMatch(
                      line -> line.startsWith("! client public") && line.contains("consumer")));

      remove(api, "one");
      for (ServerSocket each : List.of(provider, other)) {
        String namespace = each == provider ? "public" : servers.namespace();
        assertThat(api.delete("/v1/ns/instance", address(namespace, each.getLocalPort())).body())
            .isEqualTo("ok");
      }
    }
  }

  private static void remove(NacosApi api, String dataId) {
    boolean three = api.version().line() == 3;
    assertThat(
            api.delete(
                    three ? "/v3/admin/cs/config" : "/v1/cs/configs",
                    Map.of("dataId", dataId, three ? "groupName" : "group", "g"))
                .body())
        .contains("true");
  }

  /** Of a persistent instance. */
  private static Map<String, String> address(String namespace, int port) {
    return Map.of(
        "namespaceId", namespace,
        "serviceName", "shop.Orders",
        "ip", "127.0.0.1",
        "port", Integer.toString(port),
        "ephemeral", "false");
  }

  private static void instance(NacosApi api, String namespace, int port, String metadata) {
    Map<String, String> form = new TreeMap<>(address(namespace, port));
    form.put("metadata", metadata);
    NacosApi.Answer answer = api.post("/v1/ns/instance", form);
    assertThat(answer.body()).isEqualTo("ok");
  }

  private static void publish(NacosApi api, String dataId, String content) {
    boolean three = api.version().line() == 3;
    NacosApi.Answer answer =
        api.post(
            three ? "/v3/admin/cs/config" : "/v1/cs/configs",
            Map.of("dataId", dataId, three ? "groupName" : "group", "g", "content", content));
    assertThat(answer.body()).contains("true");
  }
}
