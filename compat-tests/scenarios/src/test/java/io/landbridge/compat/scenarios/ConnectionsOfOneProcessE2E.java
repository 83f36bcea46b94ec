package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process with a connection for each service, as Dubbo 2.7.0 to 2.7.8 has with a Nacos client of
 * 2.x, to three members.
 */
class ConnectionsOfOneProcessE2E {

  private static final String APPLICATION = "conn-app";
  private static final int SERVICES = 9;
  private static final Duration WHILE = Duration.ofSeconds(10);
  private static final long STARTED = 1_795_176_524_000L;

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(
      value = NacosVersion.class,
      names = {"V2_2_4", "V3_1_0"})
  void connectionsToThreeMembersAreOneInstance(NacosVersion version) throws Exception {
    Steps steps = new Steps(work, APPLICATION);
    ServerSpec spec =
        ServerSpec.of(version).withMembers(3).withPlugin(Artifacts.locate().pluginJar());
    List<WireClient> clients = new ArrayList<>();
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1)) {
      List<NacosServer> members = ensemble.members();
      members.forEach(Steps::isActive);
      String servers = members.stream().map(NacosServer::baseUrl).collect(Collectors.joining(","));
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < SERVICES; i++) {
        clients.add(Steps.connect(members.get(i % 3), wire));
        register(clients.get(i), i, 4242, STARTED + i);
        // A service that was shown stays visible while the members replicate new registrations.
        Set<String> now = services(members.get(i % 3));
        assertThat(now).containsAll(seen);
        seen.addAll(now);
      }
      members.forEach(each -> showsServices(each, SERVICES));
      steps.apply(servers);
      steps.landbridge(servers, "verify", "--application", APPLICATION);
      members.forEach(each -> showsServices(each, SERVICES));

      // A service that is taken back goes alone.
      clients.get(4).close();
      members.forEach(each -> showsServices(each, SERVICES - 1));

      members.get(2).kill9();
      List<NacosServer> left = members.subList(0, 2);
      await()
          .during(WHILE)
          .atMost(Steps.SOON)
          .untilAsserted(
              () -> left.forEach(each -> assertThat(services(each)).hasSize(SERVICES - 1)));

      // The process starts anew before the servers know that it was killed.
      clients.add(Steps.connect(members.get(1), wire));
      register(clients.get(SERVICES), 0, 4242, STARTED + 60_000);
      left.forEach(each -> showsServices(each, 1));
    } finally {
      clients.forEach(WireClient::close);
    }
  }

  private static void register(WireClient client, int service, long pid, long started) {
    DubboProvider provider =
        new DubboProvider(
            DubboLine.DUBBO_2_7,
            APPLICATION,
            "192.0.2.250",
            20880,
            pid,
            started,
            List.of("demo.conn.S" + service));
    provider.registrations().forEach((name, instance) -> client.register(name, instance).join());
  }

  private static void showsServices(NacosServer member, int services) {
    await()
        .alias(services + " services of one instance at " + member)
        .atMost(Steps.SOON)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () -> {
              assertThat(application(member).path("instances").asInt()).isEqualTo(1);
              assertThat(services(member)).hasSize(services);
            });
  }

  private static Set<String> services(NacosServer member) {
    Set<String> names = new HashSet<>();
    application(member).path("interfaces").forEach(each -> names.add(each.asText()));
    return names;
  }

  private static JsonNode application(NacosServer member) {
    return member
        .api()
        .get(
            "/landbridge/v1/application", Map.of("namespace", "public", "application", APPLICATION))
        .json()
        .path("data");
  }
}
