package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.RegistryDump;
import io.landbridge.compat.cluster.ServerSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A dump is the same for the same state, and shows every kind of difference. */
class RegistryDumpE2E {

  /** More than the probes of a server while the test runs: nobody accepts what it opens. */
  private static final int PROBES = 1_000;

  @ParameterizedTest
  @EnumSource(value = NacosVersion.class, names = "V2_0_3", mode = EnumSource.Mode.EXCLUDE)
  void seesEveryChangeAndNothingElse(NacosVersion version) throws IOException {
    try (NacosEnsemble ensemble = NacosEnsemble.start(ServerSpec.of(version));
        ServerSocket provider = new ServerSocket(0, PROBES, InetAddress.getLoopbackAddress());
        ServerSocket other = new ServerSocket(0, PROBES, InetAddress.getLoopbackAddress())) {
      NacosApi api = ensemble.api(0);
      // Persistent, so that nothing expires while we look; listening, because the server connects
      // to persistent instances now and then and calls those unhealthy that do not answer.
      instance(api, "public", provider.getLocalPort(), "{\"side\":\"provider\"}");
      instance(api, "blue", other.getLocalPort(), "{}");
      publish(api, "one", "first");
      RegistryDump.Probe probe = new RegistryDump.Probe(Set.of("blue"), Set.of());
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
      assertThat(
              api.delete(
                      version.line() == 3 ? "/v3/admin/cs/config" : "/v1/cs/configs",
                      version.line() == 3
                          ? Map.of("dataId", "two", "groupName", "g")
                          : Map.of("dataId", "two", "group", "g"))
                  .body())
          .contains("true");
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
    }
  }

  private static void instance(NacosApi api, String namespace, int port, String metadata) {
    NacosApi.Answer answer =
        api.post(
            "/v1/ns/instance",
            Map.of(
                "namespaceId",
                namespace,
                "serviceName",
                "shop.Orders",
                "ip",
                "127.0.0.1",
                "port",
                Integer.toString(port),
                "ephemeral",
                "false",
                "metadata",
                metadata));
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
