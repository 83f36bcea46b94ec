package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.HttpWireClient;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bridge between a real 1.4.1 and a real newer server, with clients of both generations. */
class BridgeE2E {

  private static final Duration SOON = Steps.SOON;

  /**
   * A 1.x server takes 30 s to delete an instance that beats no more, and looks every 5 s. A busy
   * one notes a beat later than it answers; then the client seems to have beaten there, and is
   * given to that cluster to expire once more.
   */
  private static final Duration EXPIRY = Duration.ofSeconds(120);

  private static final ServiceName ORDERS = ServiceName.of("orders");
  private static final ServiceName KEPT = ServiceName.of("kept");
  private static final ServiceName FRESH = ServiceName.of("fresh");

  private static final Instance OLD = at("10.9.0.1");
  private static final Instance OLD_DYING = at("10.9.0.2");
  private static final Instance OLD_KEPT = at("10.9.0.3");
  private static final Instance NEW = at("10.8.0.1");
  private static final Instance NEW_FRESH = at("10.8.0.2");
  private static final Instance NEW_DYING = at("10.8.0.3");
  private static final Instance NEW_BEATING = at("10.8.0.4");

  private static Instance at(String ip) {
    return new Instance(
        ip, 8080, 2.0, true, true, "DEFAULT", new TreeMap<>(Map.of("zone", "größer", "ip", ip)));
  }

  private static Instance deletedAsSoonAsUnhealthy(Instance instance) {
    SortedMap<String, String> metadata = new TreeMap<>(instance.metadata());
    metadata.put(ProviderSettings.DELETE_TIMEOUT, ProviderSettings.UNHEALTHY_MILLIS);
    return new Instance(
        instance.ip(),
        instance.port(),
        instance.weight(),
        instance.healthy(),
        instance.enabled(),
        instance.cluster(),
        metadata);
  }

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(
      value = NacosVersion.class,
      names = {"V2_2_4", "V3_1_0"})
  void eachClusterShowsWhatTheOtherHas(NacosVersion version) {
    ServerSpec spec = ServerSpec.of(version).withPlugin(Artifacts.locate().pluginJar());
    try (NacosEnsemble oldOnes = NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1));
        NacosEnsemble newOnes = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1)) {
      NacosServer before = oldOnes.member(0);
      NacosServer after = newOnes.member(0);
      Steps.isActive(after);
      try (HttpWireClient oldClient = http(before);
          HttpWireClient dyingOld = http(before);
          HttpWireClient dyingBeating = http(after);
          WireClient newClient = grpc(wire, after);
          WireClient dyingNew = grpc(wire, after);
          WireClient consumer = grpc(wire, after)) {
        oldClient.register(ORDERS, OLD);
        oldClient.registerPersistent(KEPT, OLD_KEPT);
        // With one of the two servers they expire by the defaults of 1.x.
        boolean soon = version == NacosVersion.V3_1_0;
        dyingOld.register(ORDERS, soon ? deletedAsSoonAsUnhealthy(OLD_DYING) : OLD_DYING);
        newClient.register(ORDERS, NEW).join();
        newClient.register(FRESH, NEW_FRESH).join();
        dyingNew.register(ORDERS, NEW_DYING).join();
        dyingBeating.register(ORDERS, soon ? deletedAsSoonAsUnhealthy(NEW_BEATING) : NEW_BEATING);
        Watched watched = Watched.of(consumer, ORDERS.name());

        refusals(after);
        go(after, "SHADOW", before.address());
        eventually(() -> assertThat(bridge(after).path("firstSync").asLong()).isPositive());
        eventually(
            () ->
                assertThat(bridge(after).path("imported").path("instances").asInt()).isEqualTo(3));
        shows(after, ORDERS, NEW, NEW_BEATING, NEW_DYING);
        shows(before, ORDERS, OLD, OLD_DYING);
        assertThat(names(consumer)).doesNotContain(KEPT.name());

        go(after, "DUAL_WRITE", before.address());
        shows(after, ORDERS, OLD, OLD_DYING, NEW, NEW_BEATING, NEW_DYING);
        shows(before, ORDERS, OLD, OLD_DYING, NEW, NEW_BEATING, NEW_DYING);
        shows(after, KEPT, OLD_KEPT);
        shows(before, FRESH, NEW_FRESH);
        eventually(() -> assertThat(names(consumer)).contains(KEPT.name()));
        watched.shows("what both have", all -> all.size() == 5);
        changes(before, after, newClient);

        dies(before, after, dyingOld, dyingBeating, dyingNew);

        oldClient.deregister(ORDERS, OLD);
        newClient.deregister(FRESH, NEW_FRESH).join();
        shows(after, ORDERS, NEW);
        shows(before, ORDERS, NEW);
        shows(before, FRESH);
        watched.shows("one", all -> all.size() == 1);
        oldClient.register(ORDERS, OLD);
        shows(after, ORDERS, OLD, NEW);
        if (version == NacosVersion.V3_1_0) {
          aDubboProviderThere(before, after);
        }

        eventually(() -> go(after, "CUT_OVER", before.address()));
        shows(after, ORDERS, OLD, NEW);
        NacosApi.Answer early = put(after, Map.of("phase", "DONE"));
        assertThat(early.status()).as(early.body()).isEqualTo(409);
        oldClient.deregister(ORDERS, OLD);
        oldClient.deregisterPersistent(KEPT, OLD_KEPT);
        eventually(() -> go(after, "DONE", before.address()));
        shows(after, ORDERS, NEW);
        shows(before, ORDERS);
        shows(after, KEPT);
        eventually(
            () -> assertThat(bridge(after).path("imported").path("instances").asInt()).isZero());

        go(after, "OFF", before.address());
        oldClient.register(ORDERS, OLD);
        go(after, "SHADOW", before.address());
        eventually(() -> assertThat(bridge(after).path("firstSync").asLong()).isPositive());
        go(after, "DUAL_WRITE", before.address());
        shows(after, ORDERS, OLD, NEW);
        shows(before, ORDERS, OLD, NEW);
        go(after, "SHADOW", before.address());
        go(after, "OFF", before.address());
        shows(after, ORDERS, NEW);
        shows(before, ORDERS, OLD);
      }
    }
  }

  /**
   * What a client registers in place of what it had, and what an operator edits, is shown there.
   */
  private static void changes(NacosServer before, NacosServer after, WireClient client) {
    Instance other = new Instance(NEW_FRESH.ip(), 8080, 3, true, true, "DEFAULT", zone("other"));
    client.register(FRESH, other).join();
    shows(before, FRESH, other);

    Instance edited = new Instance(NEW_FRESH.ip(), 8080, 4, true, true, "DEFAULT", zone("edited"));
    NacosApi.Answer answer =
        after
            .api()
            .put(
                after.version().line() == 3 ? "/v3/admin/ns/instance" : "/v1/ns/instance",
                Map.of(
                    "serviceName", FRESH.name(),
                    "ip", edited.ip(),
                    "port", String.valueOf(edited.port()),
                    "weight", String.valueOf(edited.weight()),
                    "metadata", "{\"zone\":\"edited\"}"));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    shows(after, FRESH, edited);
    shows(before, FRESH, edited);
  }

  private static TreeMap<String, String> zone(String name) {
    return new TreeMap<>(Map.of("zone", name));
  }

  /** All at the same time, because a 1.x server needs so long to notice. */
  private static void dies(
      NacosServer before,
      NacosServer after,
      HttpWireClient old,
      HttpWireClient beating,
      WireClient connected) {
    old.close();
    beating.close();
    connected.close();
    await()
        .alias("those that are gone are gone on both sides")
        .atMost(EXPIRY)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              assertThat(shown(after, ORDERS)).containsExactlyElementsOf(lines(NEW, OLD));
              assertThat(shown(before, ORDERS)).containsExactlyElementsOf(lines(NEW, OLD));
            });
  }

  /**
   * A Dubbo 2.7 provider that is registered in the old cluster alone is called by a Dubbo 3
   * consumer of the new one that looks for applications only.
   */
  private void aDubboProviderThere(NacosServer before, NacosServer after) {
    Steps steps = new Steps(work, "prov-27");
    try (ConsumerProcess consumer = steps.consumer(DubboLine.DUBBO_3_3, after);
        ProviderProcess provider =
            steps.provider(DubboLine.DUBBO_2_7_NACOS_1_4, before, "there", 0)) {
      steps.isObserved(after);
      Steps.findsNoProvider(consumer);
      steps.apply(after.baseUrl());

      Steps.isAnsweredBy(consumer, provider.identity());
      steps.landbridge(after.baseUrl(), "verify", "--application", steps.application());
      assertThat(origins(after, steps.application())).containsExactly("legacy-cluster");
      eventually(() -> assertThat(steps.instancesShownBy(after)).isEqualTo(1));
      assertThat(steps.instancesShownBy(before)).isZero();

      provider.stop();
      eventually(() -> assertThat(steps.instancesShownBy(after)).isZero());
      Steps.findsNoProvider(consumer);
      steps.rollback(after.baseUrl());
    }
  }

  private static List<String> origins(NacosServer server, String application) {
    List<String> origins = new ArrayList<>();
    server
        .api()
        .get("/landbridge/v1/instances", Map.of("application", application))
        .json()
        .path("data")
        .forEach(each -> origins.add(each.path("origin").asText()));
    return origins;
  }

  private static void refusals(NacosServer server) {
    assertThat(bridge(server).path("phase").asText()).isEqualTo("OFF");
    assertThat(bridge(server).path("epoch").asLong()).isZero();
    assertThat(put(server, Map.of("phase", "CUT_OVER")).status()).isEqualTo(409);
    assertThat(put(server, Map.of("phase", "SHADOW")).status()).isEqualTo(400);
    assertThat(put(server, Map.of("phase", "sideways")).status()).isEqualTo(400);
    assertThat(put(server, Map.of("paused", "maybe")).status()).isEqualTo(400);
  }

  private static HttpWireClient http(NacosServer server) {
    return HttpWireClient.open(server.api(), "public", HttpWireClient.JAVA);
  }

  private static WireClient grpc(Wire wire, NacosServer server) {
    return WireClient.connect(
            wire, ClientOptions.of(List.of(ServerEndpoint.parse(server.address()))))
        .join();
  }

  private static JsonNode bridge(NacosServer server) {
    return server.api().get("/landbridge/v1/bridge").json().path("data");
  }

  private static NacosApi.Answer put(NacosServer server, Map<String, String> parameters) {
    return server.api().put("/landbridge/v1/bridge", parameters);
  }

  private static void go(NacosServer server, String phase, String servers) {
    NacosApi.Answer answer = put(server, Map.of("phase", phase, "servers", servers));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().path("data").path("phase").asText()).isEqualTo(phase);
  }

  private static List<String> names(WireClient client) {
    return client.services(ServiceName.DEFAULT_GROUP, 1, 100).join().names();
  }

  private static void shows(NacosServer server, ServiceName service, Instance... instances) {
    await()
        .alias(server + " shows " + instances.length + " of " + service)
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () -> assertThat(shown(server, service)).containsExactlyElementsOf(lines(instances)));
  }

  private static SortedSet<String> lines(Instance... instances) {
    SortedSet<String> lines = new TreeSet<>();
    for (Instance each : instances) {
      lines.add(
          "%s weight %s healthy zone %s"
              .formatted(each.address(), each.weight(), each.metadata().get("zone")));
    }
    return lines;
  }

  private static SortedSet<String> shown(NacosServer server, ServiceName service) {
    SortedSet<String> lines = new TreeSet<>();
    server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service.name()))
        .json()
        .path("hosts")
        .forEach(
            host ->
                lines.add(
                    "%s:%d weight %s %s zone %s"
                        .formatted(
                            host.path("ip").asText(),
                            host.path("port").asInt(),
                            host.path("weight").asDouble(),
                            host.path("healthy").asBoolean() ? "healthy" : "unhealthy",
                            host.path("metadata").path("zone").asText())));
    return lines;
  }
}
