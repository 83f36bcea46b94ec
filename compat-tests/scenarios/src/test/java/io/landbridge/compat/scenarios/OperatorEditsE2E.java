package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an operator edits at an instance, in the console or by the API, shows at the level at which
 * the instance is derived as well, and goes when he takes it back.
 */
class OperatorEditsE2E {

  private static final String SHOP = "shop";
  private static final String ORDERS = "providers:demo.OrderService:2.0.0:";
  private static final String STOCK = "providers:demo.StockService::";
  private static final String MALL = "mall";
  private static final String GATES = "providers:demo.GateService::";
  private static final String FIRST = "10.0.0.1:20880";
  private static final String SECOND = "10.0.0.2:20880";

  /** Named like a revision, and not ours. */
  private static final String FOREIGN = "0123456789abcdef0123456789abcdef";

  private static final Duration UNUSED_AFTER = Duration.ofSeconds(20);

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void editsOfAnInstanceShowWhereItIsDerived(NacosVersion version) throws Exception {
    ServerSpec spec =
        ServerSpec.of(version)
            .withPlugin(Artifacts.locate().pluginJar())
            // 3.1 lets old consoles edit only where an operator wants it.
            .withProperty("nacos.core.api.compatibility.console.enabled", "true")
            .withProperty("nacos.core.api.compatibility.admin.enabled", "true")
            .withProperty("landbridge.publisher.unused-after", UNUSED_AFTER.toSeconds() + "s")
            .withProperty("landbridge.publisher.check", "1s");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1);
        WireClient client =
            WireClient.connect(
                    wire,
                    ClientOptions.of(List.of(ServerEndpoint.parse(ensemble.member(0).address()))))
                .join()) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      new RawRegistrations(server.api(), "public").configuration(SHOP, FOREIGN, "{}");
      Unused edited = ofInterfaceLevelInstances(server, client);
      documentsAreThereBeforeInstances(server.api());
      ofApplicationLevelInstances(server, client);
      oldDocumentsGo(server.api(), edited);
    }
  }

  /** Two processes of two services each, one known by connection and one by address. */
  private Unused ofInterfaceLevelInstances(NacosServer server, WireClient client) throws Exception {
    RawRegistrations raw = new RawRegistrations(server.api(), "public");
    raw.provider27(SHOP, "demo.OrderService:2.0.0", "10.0.0.1", 20880);
    raw.provider27(SHOP, "demo.StockService", "10.0.0.1", 20880);
    for (String service : List.of(ORDERS, STOCK)) {
      SortedMap<String, String> metadata =
          await().atMost(Steps.SOON).until(() -> metadataIn(server, service), it -> !it.isEmpty());
      client.register(ServiceName.of(service), Instance.of("10.0.0.2", 20880, metadata)).join();
    }
    Steps steps = new Steps(work, SHOP);
    steps.isObserved(server);
    Watched shop = Watched.of(client, SHOP);
    steps.apply(server.baseUrl());
    shop.shows("both processes alike", all -> all.size() == 2 && revisions(all) == 1);
    String revision = revision(shop, FIRST);
    Edits edits = new Edits(server.api());

    edits.update(ORDERS, FIRST, false, Map.of());
    shop.shows("one service of it is out of service", all -> revisions(all) == 2);
    assertThat(revision(shop, SECOND)).isEqualTo(revision);
    assertThat(services(server.api(), revision(shop, FIRST))).containsOnlyKeys("demo.StockService");
    edits.update(STOCK, FIRST, false, Map.of());
    shop.shows("all of it is", all -> !all.containsKey(FIRST) && all.size() == 1);
    // Of both levels alike, the console goes on showing it.
    eventually(
        () ->
            assertThat(shown(server.api(), SHOP, FIRST).path("enabled").asBoolean(true)).isFalse());
    edits.update(ORDERS, FIRST, true, Map.of());
    edits.update(STOCK, FIRST, true, Map.of());
    shop.shows("and back", all -> all.size() == 2 && revisions(all) == 1);
    assertThat(revision(shop, FIRST)).isEqualTo(revision);

    edits.metadata(ORDERS, SECOND, Map.of("weight", "7", "dubbo.tag", "gray"));
    shop.shows("a weight and a tag", all -> revisions(all) == 2);
    assertThat(revision(shop, FIRST)).isEqualTo(revision);
    Map<String, JsonNode> edited = services(server.api(), revision(shop, SECOND));
    assertThat(edited.get("demo.OrderService").path("weight").asText()).isEqualTo("7");
    assertThat(edited.get("demo.OrderService").path("dubbo.tag").asText()).isEqualTo("gray");
    assertThat(edited.get("demo.StockService").has("weight")).isFalse();
    Unused unused = new Unused(revision(shop, SECOND), revision, System.nanoTime());
    edits.noMetadata(ORDERS, SECOND, Map.of("weight", "7", "dubbo.tag", "gray"));
    shop.shows("neither", all -> revisions(all) == 1);
    assertThat(revision(shop, SECOND)).isEqualTo(revision);

    edits.metadata(ORDERS, SECOND, Map.of("enabled", "false"));
    edits.metadata(STOCK, SECOND, Map.of("disabled", "true"));
    shop.shows("out of service by its metadata", all -> !all.containsKey(SECOND));
    edits.noMetadata(ORDERS, SECOND, Map.of("enabled", "false"));
    edits.noMetadata(STOCK, SECOND, Map.of("disabled", "true"));
    shop.shows("and back", all -> all.size() == 2 && revisions(all) == 1);
    assertThat(revision(shop, SECOND)).isEqualTo(revision);
    return unused;
  }

  /** Of the first instance of a service; empty while none is listed. */
  private static SortedMap<String, String> metadataIn(NacosServer server, String service) {
    SortedMap<String, String> metadata = new TreeMap<>();
    server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service))
        .json()
        .path("hosts")
        .path(0)
        .path("metadata")
        .fields()
        .forEachRemaining(each -> metadata.put(each.getKey(), each.getValue().asText()));
    return metadata;
  }

  /** A consumer asks for the document of a revision as soon as it is shown one. */
  private static void documentsAreThereBeforeInstances(NacosApi api) {
    Edits edits = new Edits(api);
    String revision = listedRevision(api);
    for (int weight = 11; weight <= 20; weight++) {
      edits.metadata(ORDERS, SECOND, Map.of("weight", String.valueOf(weight)));
      String before = revision;
      revision =
          await()
              .alias("another revision")
              .atMost(Steps.SOON)
              .pollInterval(Duration.ofMillis(2))
              .until(() -> listedRevision(api), now -> !now.isEmpty() && !now.equals(before));
      assertThat(services(api, revision)).hasSize(2);
    }
    edits.noMetadata(ORDERS, SECOND, Map.of("weight", "20"));
  }

  /** Of the second instance of the application; empty while it is not listed. */
  private static String listedRevision(NacosApi api) {
    for (JsonNode each :
        api.get("/v1/ns/instance/list", Map.of("serviceName", SHOP)).json().path("hosts")) {
      if (SECOND.equals(each.path("ip").asText() + ":" + each.path("port").asInt())) {
        return each.path("metadata").path("dubbo.metadata.revision").asText();
      }
    }
    return "";
  }

  /**
   * A document we published.
   *
   * @param revision its revision
   * @param instead the one that is used since
   * @param since when that was, at the earliest; nanoseconds
   */
  private record Unused(String revision, String instead, long since) {}

  /** A consumer may go on asking for one for a while; and those of others are not ours. */
  private static void oldDocumentsGo(NacosApi api, Unused unused) {
    await()
        .alias("the document of an edit that was taken back is gone")
        .atMost(Steps.SOON)
        .until(() -> document(api, unused.revision()).status() == 404);
    assertThat(Duration.ofNanos(System.nanoTime() - unused.since()))
        .isGreaterThanOrEqualTo(UNUSED_AFTER);
    assertThat(document(api, unused.instead()).ok()).isTrue();
    assertThat(document(api, FOREIGN).ok()).isTrue();
  }

  private void ofApplicationLevelInstances(NacosServer server, WireClient client) {
    RawRegistrations raw = new RawRegistrations(server.api(), "public");
    SortedMap<String, String> params = new TreeMap<>(Map.of("release", "3.3.6", "timeout", "900"));
    raw.provider3(MALL, "demo.GateService", "10.0.0.1", 20880, params);
    raw.provider3(MALL, "demo.GateService", "10.0.0.2", 20880, params);
    Watched gates = Watched.of(client, GATES);
    new Steps(work, MALL).isObserved(server);
    new Steps(work, MALL).apply(server.baseUrl());
    gates.shows("both", all -> all.size() == 2);
    Map<String, String> plain = gates.metadata(FIRST);
    assertThat(plain).containsEntry("timeout", "900").doesNotContainKey("weight");
    Edits edits = new Edits(server.api());

    edits.update(MALL, FIRST, false, Map.of());
    gates.shows("one is out of service", all -> all.keySet().equals(Set.of(SECOND)));
    eventually(
        () ->
            assertThat(shown(server.api(), GATES, FIRST).path("enabled").asBoolean(true))
                .isFalse());
    edits.update(MALL, FIRST, true, Map.of());
    gates.shows("and back", all -> all.size() == 2);

    edits.metadata(MALL, FIRST, Map.of("weight", "7", "dubbo.tag", "gray", "timeout", "1"));
    gates.shows("a weight", all -> "7".equals(all.get(FIRST).get("weight")));
    // A consumer of the application takes what the document says before what the instance says.
    assertThat(gates.metadata(FIRST))
        .containsEntry("dubbo.tag", "gray")
        .containsEntry("timeout", "900");
    assertThat(gates.metadata(SECOND)).isEqualTo(plain);
    edits.noMetadata(MALL, FIRST, Map.of("weight", "7", "dubbo.tag", "gray", "timeout", "1"));
    gates.shows("nothing of it", all -> plain.equals(all.get(FIRST)));

    edits.metadata(MALL, SECOND, Map.of("enabled", "false"));
    gates.shows("out of service by its metadata", all -> !all.containsKey(SECOND));
    edits.noMetadata(MALL, SECOND, Map.of("enabled", "false"));
    gates.shows("and back", all -> all.size() == 2);
  }

  private static int revisions(Map<String, Map<String, String>> instances) {
    return (int)
        instances.values().stream()
            .map(metadata -> metadata.get("dubbo.metadata.revision"))
            .distinct()
            .count();
  }

  private static String revision(Watched watched, String address) {
    return watched.metadata(address).get("dubbo.metadata.revision");
  }

  /** The services of a document that is published, each with its parameters. */
  private static Map<String, JsonNode> services(NacosApi api, String revision) {
    Map<String, JsonNode> services = new HashMap<>();
    NacosApi.Answer answer = document(api, revision);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    answer
        .json()
        .path("services")
        .forEach(each -> services.put(each.path("name").asText(), each.path("params")));
    return services;
  }

  private static NacosApi.Answer document(NacosApi api, String revision) {
    return api.get("/v1/cs/configs", Map.of("dataId", SHOP, "group", revision));
  }

  /** An instance as an administrator is shown it, out of service or not. */
  private static JsonNode shown(NacosApi api, String service, String address) {
    NacosApi.Answer answer =
        api.get(
            "/v1/ns/catalog/instances",
            Map.of(
                "serviceName",
                "DEFAULT_GROUP@@" + service,
                "clusterName",
                "DEFAULT",
                "pageNo",
                "1",
                "pageSize",
                "10"));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    for (JsonNode each : answer.json().path("list")) {
      if (address.equals(each.path("ip").asText() + ":" + each.path("port").asInt())) {
        return each;
      }
    }
    throw new AssertionError(address + " is not shown in " + service + ": " + answer.body());
  }

  /** The ways to edit an instance, each of them used in turn. */
  private static final class Edits {

    private final NacosApi api;
    private final List<String> instances;
    private int next;

    Edits(NacosApi api) {
      this.api = api;
      this.instances =
          api.version().line() == 3
              ? List.of("/v1/ns/instance", "/v2/ns/instance", "/v3/admin/ns/instance")
              : List.of("/v1/ns/instance", "/v2/ns/instance");
    }

    /** Replaces whatever was edited before. */
    void update(String service, String address, boolean enabled, Map<String, String> metadata) {
      Map<String, String> edit = names(service);
      edit.put("ip", address.split(":")[0]);
      edit.put("port", address.split(":")[1]);
      edit.put("clusterName", "DEFAULT");
      edit.put("weight", "1");
      edit.put("ephemeral", "true");
      edit.put("enabled", String.valueOf(enabled));
      edit.put("metadata", RawRegistrations.json(metadata));
      String path = instances.get(next++ % instances.size());
      if (path.startsWith("/v1")) {
        edit.put("serviceName", "DEFAULT_GROUP@@" + service);
      }
      succeeds(api.put(path, edit), path);
    }

    void metadata(String service, String address, Map<String, String> metadata) {
      String path = batch();
      succeeds(api.put(path, batch(path, service, address, metadata)), path);
    }

    /** Takes back. */
    void noMetadata(String service, String address, Map<String, String> metadata) {
      String path = batch();
      succeeds(api.delete(path, batch(path, service, address, metadata)), path);
    }

    private String batch() {
      return instances.get(next++ % instances.size()) + "/metadata/batch";
    }

    private static Map<String, String> batch(
        String path, String service, String address, Map<String, String> metadata) {
      Map<String, String> edit = names(service);
      if (path.startsWith("/v1")) {
        edit.put("serviceName", "DEFAULT_GROUP@@" + service);
      }
      edit.put("consistencyType", "ephemeral");
      edit.put(
          "instances",
          "[{\"ip\":\"%s\",\"port\":\"%s\",\"ephemeral\":\"true\",\"clusterName\":\"DEFAULT\"}]"
              .formatted(address.split(":")[0], address.split(":")[1]));
      edit.put("metadata", RawRegistrations.json(metadata));
      return edit;
    }

    private static Map<String, String> names(String service) {
      return new HashMap<>(
          Map.of("namespaceId", "public", "groupName", "DEFAULT_GROUP", "serviceName", service));
    }

    private static void succeeds(NacosApi.Answer answer, String path) {
      assertThat(answer.status()).as("%s: %s", path, answer.body()).isEqualTo(200);
    }
  }
}
