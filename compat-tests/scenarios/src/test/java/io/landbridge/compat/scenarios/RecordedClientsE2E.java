package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.junit.Servers;
import io.landbridge.compat.junit.UsesServers;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ServiceName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What official clients say over gRPC, said again without them, is answered and pushed to as
 * theirs: clients in other languages say the same. The recordings are compared with what the
 * clients say today; {@code -Dlandbridge.record=true} makes them anew.
 */
@UsesServers
class RecordedClientsE2E {

  private static final Path RECORDINGS = Path.of("src", "test", "resources", "recorded");
  private static final List<NamingLine> LINES =
      List.of(
          NamingLine.NACOS_2_2, NamingLine.NACOS_2_5, NamingLine.NACOS_3_1, NamingLine.NACOS_3_2);

  private static final Set<String> LIVENESS =
      Set.of("HealthCheckRequest", "ClientDetectionResponse");

  private static final long STARTED = 1795176524665L;
  private static final String ORDERS = "demo.OrderService:2.0.0";
  private static final ServiceName PROVIDERS = ServiceName.of("providers:" + ORDERS + ":");
  private static final String ADDRESS = "10.9.0.1:20880";

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void whatClientsSayIsUnderstoodWhoeverSaysIt(
      NacosVersion version, Servers servers, @TempDir Path work) throws IOException {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    NacosServer server = servers.shared(spec).member(0);
    Steps.isActive(server);
    Switches switches = new Switches(server.api(), "public");
    for (NamingLine line : LINES) {
      Path file =
          RECORDINGS.resolve(
              "nacos-client-%s-at-%s.jsonl".formatted(line.version(), version.number()));
      List<Recorded> said = recorded(line, server, switches, work);
      if (Boolean.getBoolean("landbridge.record")) {
        Recorded.write(file, said);
      }
      List<Recorded> recording = Recorded.read(file);
      assertThat(shapes(recording)).as("what %s says", line).isEqualTo(shapes(said));

      replay(recording, server, switches);
    }
  }

  /** How often a client asks does not matter, nor whether either looks if the other lives. */
  private static Set<String> shapes(List<Recorded> all) {
    return all.stream()
        .filter(each -> !LIVENESS.contains(each.type()))
        .map(Recorded::shape)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Recorded> recorded(
      NamingLine line, NacosServer server, Switches switches, Path work) throws IOException {
    try (GrpcTap tap = GrpcTap.before(server.address());
        NamingProcess client = NamingProcess.start(line, tap.address(), work)) {
      client.ask("subscribe shop");
      client.ask("register " + PROVIDERS.name() + " " + arguments() + " " + metadata());
      switches.on("shop");
      eventually(() -> assertThat(client.told("shop")).containsOnlyKeys(ADDRESS));
      assertThat(client.list("shop")).containsOnlyKeys(ADDRESS);
      client.ask("names");
      client.ask("deregister " + PROVIDERS.name() + " " + arguments());
      eventually(() -> assertThat(client.list("shop")).isEmpty());
      switches.off("shop");
      return tap.said();
    }
  }

  private static String arguments() {
    return ADDRESS.replace(':', ' ') + " DEFAULT";
  }

  private static String metadata() {
    return new DubboProvider(
            DubboLine.DUBBO_2_7, "shop", "10.9.0.1", 20880, 4711, STARTED, List.of(ORDERS))
        .registrations().get(PROVIDERS).metadata().entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" "));
  }

  private static void replay(List<Recorded> recording, NacosServer server, Switches switches)
      throws IOException {
    try (Replay client = Replay.connect(server.address(), recording)) {
      assertThat(Replay.hosts(client.ask("SubscribeServiceRequest"))).isEmpty();
      client.ask("InstanceRequest", body -> isFor(body, "registerInstance"));
      switches.on("shop");

      await()
          .alias("the derived instance is pushed")
          .atMost(Steps.SOON)
          .until(() -> client.pushed("shop").containsKey(ADDRESS));
      JsonNode derived = client.pushed("shop").get(ADDRESS);
      assertThat(derived.path("landbridge.origin").asText()).isEqualTo("native-interface");
      assertThat(Replay.hosts(client.ask("ServiceQueryRequest")))
          .isEqualTo(Map.of(ADDRESS, derived));
      assertThat(client.ask("ServiceListRequest").path("serviceNames"))
          .extracting(JsonNode::asText)
          .contains("shop", PROVIDERS.name());

      client.ask("InstanceRequest", body -> isFor(body, "deregisterInstance"));
      await()
          .alias("its end is pushed")
          .atMost(Steps.SOON)
          .until(() -> client.pushed("shop").isEmpty());
      switches.off("shop");
    }
  }

  private static boolean isFor(JsonNode body, String what) {
    return body.path("type").asText().equals(what);
  }
}
