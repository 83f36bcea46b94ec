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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is in a service besides what is derived: instances of somebody else, which keep it out, and
 * of the application itself, which come before it.
 */
class SharedServicesE2E {

  private static final String SHOP = "shop";
  private static final String MALL = "mall";
  private static final String ORDERS = "providers:demo.OrderService::";
  private static final String GATES = "providers:demo.GateService::";
  private static final String MARK = "landbridge.origin";
  private static final String SPRING = "10.0.9.1:8080";
  private static final String FIRST = "10.0.0.1:20880";
  private static final String SECOND = "10.0.0.2:20880";
  private static final String BOTH = "10.0.0.3:20880";

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void foreignInstancesKeepItOutAndTheApplicationsOwnComeFirst(NacosVersion version) {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1);
        WireClient client =
            WireClient.connect(
                    wire,
                    ClientOptions.of(List.of(ServerEndpoint.parse(ensemble.member(0).address()))))
                .join()) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      aSpringCloudApplicationOfTheSameName(server, client);
      whatIsRegisteredItself(server, client);
      whatIsMarkedIsNeverReadBack(server, client);
      whoRegisteredItselfKeepsTheMapping(server);
    }
  }

  private void aSpringCloudApplicationOfTheSameName(NacosServer server, WireClient client) {
    RawRegistrations raw = new RawRegistrations(server.api(), "public");
    Steps steps = new Steps(work, SHOP);
    raw.provider27(SHOP, "demo.OrderService", "10.0.0.1", 20880);
    spring(raw);
    steps.isObserved(server);
    eventually(
        () -> {
          JsonNode found = landbridge(server, 0, "scan", "-o", "json").json();
          JsonNode losses = found.path("applications").path(0).path("losses");
          assertThat(losses.findValuesAsText("kind")).containsExactly("FOREIGN_INSTANCES");
          assertThat(losses.path(0).path("address").asText()).isEqualTo(SPRING);
          assertThat(losses.path(0).path("advice").asText()).contains("apply --force");
        });
    assertThat(landbridge(server, 0, "scan").out()).contains("FOREIGN_INSTANCES", SPRING);

    CommandLineTool.Run refused =
        landbridge(server, 1, "apply", "--application", SHOP, "--yes", "-o", "json");
    assertThat(refused.json().path("outcomes").path(0).path("problems").path(0).asText())
        .contains(SPRING, "apply --force");
    assertThat(steps.instancesShownBy(server)).isEqualTo(1);

    raw.deregister(SHOP, "10.0.9.1", 8080);
    await().atMost(Steps.SOON).until(() -> steps.instancesShownBy(server) == 0);
    Watched shop = Watched.of(client, SHOP);
    steps.apply(server.baseUrl());
    shop.shows("derived", all -> all.keySet().equals(Set.of(FIRST)));
    // It comes while the application is switched on: from one moment to the next nothing of Dubbo
    // is there that its clients could call.
    spring(raw);
    shop.shows("Spring Cloud's alone", all -> all.keySet().equals(Set.of(SPRING)));
    eventually(
        () -> {
          JsonNode status = application(server, SHOP);
          assertThat(status.path("state").asText()).isEqualTo("SWITCHING_ON");
          assertThat(status.path("problems").path(0).asText()).contains(SPRING, "apply --force");
        });
    assertThat(landbridge(server, 0, "status").out()).contains("non-Dubbo instances");

    landbridge(server, 0, "apply", "--application", SHOP, "--yes", "--force");
    shop.shows("both", all -> all.keySet().equals(Set.of(SPRING, FIRST)));
    await()
        .atMost(Steps.SOON)
        .until(() -> application(server, SHOP).path("state").asText().equals("TRANSLATED"));
    assertThat(application(server, SHOP).path("forced").asBoolean()).isTrue();
    steps.rollback(server.baseUrl());
    shop.shows("Spring Cloud's", all -> all.keySet().equals(Set.of(SPRING)));
    assertThat(application(server, SHOP).path("forced").asBoolean()).isFalse();
    raw.deregister(SHOP, "10.0.9.1", 8080);
    await().atMost(Steps.SOON).until(() -> steps.instancesShownBy(server) == 0);
    steps.apply(server.baseUrl());
    shop.shows("derived", all -> all.keySet().equals(Set.of(FIRST)));
  }

  /** Clients of 1.x are known by ip and port, so what is derived must never be theirs. */
  private void whatIsRegisteredItself(NacosServer server, WireClient client) {
    RawRegistrations raw = new RawRegistrations(server.api(), "public");
    Watched shop = Watched.of(client, SHOP);
    raw.provider27(SHOP, "demo.OrderService", "10.0.0.2", 20880);
    shop.shows("two derived", all -> all.size() == 2 && all.values().stream().allMatch(marked()));
    Map<String, String> derived = shop.metadata(SECOND);

    raw.provider3(SHOP, "demo.OrderService", "10.0.0.2", 20880, new TreeMap<>());
    shop.shows(
        "its own instead of the derived one",
        all -> all.size() == 2 && !all.get(SECOND).containsKey(MARK));
    assertThat(shop.metadata(FIRST)).containsKey(MARK);
    raw.deregister(SHOP, "10.0.0.2", 20880);
    shop.shows("the derived one again", all -> derived.equals(all.get(SECOND)));

    raw.provider3(MALL, "demo.GateService", "10.0.0.1", 20880, new TreeMap<>());
    new Steps(work, MALL).isObserved(server);
    new Steps(work, MALL).apply(server.baseUrl());
    Watched gates = Watched.of(client, GATES);
    gates.shows("derived", all -> all.size() == 1 && all.values().stream().allMatch(marked()));
    raw.provider27(MALL, "demo.GateService", "10.0.0.1", 20880);
    gates.shows(
        "its own instead", all -> all.size() == 1 && all.values().stream().noneMatch(marked()));
    assertThat(listed(server, GATES)).containsExactly(FIRST);
    raw.deregister(GATES, "10.0.0.1", 20880);
    gates.shows("derived", all -> all.size() == 1 && all.values().stream().allMatch(marked()));
  }

  /** A provider that registers both is at both levels already; each is there once. */
  private void whatIsMarkedIsNeverReadBack(NacosServer server, WireClient client) {
    RawRegistrations raw = new RawRegistrations(server.api(), "public");
    Watched shop = Watched.of(client, SHOP);
    Watched orders = Watched.of(client, ORDERS);
    raw.provider27(SHOP, "demo.OrderService", "10.0.0.3", 20880);
    raw.provider3(SHOP, "demo.OrderService", "10.0.0.3", 20880, new TreeMap<>());
    Set<String> three = Set.of(FIRST, SECOND, BOTH);
    shop.shows("each once", all -> all.keySet().equals(three) && !all.get(BOTH).containsKey(MARK));
    orders.shows(
        "each once, none derived",
        all -> all.keySet().equals(three) && all.values().stream().noneMatch(marked()));
    await()
        .atMost(Steps.SOON)
        .until(() -> application(server, SHOP).path("instances").asInt() == 3);

    // What a 1.4 client does that subscribed to its own service: it beats with what it was told.
    raw.register(SHOP, "10.0.0.1", 20880, shop.metadata(FIRST));
    raw.register(SHOP, "10.0.0.7", 20880, shop.metadata(FIRST));
    Map<String, String> copied = new HashMap<>(orders.metadata(FIRST));
    copied.put(MARK, "native-application");
    raw.register(ORDERS, "10.0.0.8", 20880, copied);
    orders.shows("what was registered", all -> all.size() == 4);
    await()
        .during(Duration.ofSeconds(3))
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              assertThat(application(server, SHOP).path("instances").asInt()).isEqualTo(3);
              assertThat(listed(server, ORDERS))
                  .containsExactlyInAnyOrder(FIRST, SECOND, BOTH, "10.0.0.8:20880");
              assertThat(listed(server, SHOP))
                  .containsExactlyInAnyOrder(FIRST, SECOND, BOTH, "10.0.0.7:20880");
            });
  }

  /**
   * Dubbo 3 leaves a mapping that names its application as it is, and relies on it from then on.
   */
  private void whoRegisteredItselfKeepsTheMapping(NacosServer server) {
    RawRegistrations raw = new RawRegistrations(server.api(), "public");
    Steps steps = new Steps(work, SHOP);
    steps.rollback(server.baseUrl());
    await()
        .atMost(Steps.SOON)
        .until(() -> application(server, SHOP).path("state").asText().equals("OBSERVED"));
    assertThat(Steps.mapping(server, "demo.OrderService")).containsExactly(SHOP);

    raw.deregister(SHOP, "10.0.0.3", 20880);
    eventually(() -> assertThat(listed(server, SHOP)).doesNotContain(BOTH));
    steps.apply(server.baseUrl());
    steps.rollback(server.baseUrl());
    // Found by the second apply, so it is nobody's to take away any more.
    assertThat(Steps.mapping(server, "demo.OrderService")).containsExactly(SHOP);
  }

  private static Predicate<Map<String, String>> marked() {
    return metadata -> metadata.containsKey(MARK);
  }

  private static void spring(RawRegistrations raw) {
    raw.register(SHOP, "10.0.9.1", 8080, Map.of("preserved.register.source", "SPRING_CLOUD"));
  }

  private static JsonNode application(NacosServer server, String application) {
    return server
        .api()
        .get("/landbridge/v1/application", Map.of("application", application))
        .json()
        .path("data");
  }

  private static List<String> listed(NacosServer server, String service) {
    List<String> addresses = new ArrayList<>();
    server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service))
        .json()
        .path("hosts")
        .forEach(each -> addresses.add(each.path("ip").asText() + ":" + each.path("port").asInt()));
    return addresses;
  }

  private CommandLineTool.Run landbridge(
      NacosServer server, int exitCode, String verb, String... options) {
    List<String> arguments = new ArrayList<>(List.of(verb, "--server", server.baseUrl()));
    arguments.addAll(List.of(options));
    CommandLineTool.Run run =
        CommandLineTool.ofThisBuild(work).run(arguments.toArray(String[]::new));
    assertThat(run.exitCode()).as("%s", run).isEqualTo(exitCode);
    return run;
  }
}
