package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.ServicePage;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whichever way a server is asked what there is: an application that exists as a view alone is
 * named, counted and described like any other service, for as long as it is switched on.
 */
class ReadPathsE2E {

  private static final String GROUP = "DEFAULT_GROUP";
  private static final String SHOP = "shop";
  private static final String ORDERS = "providers:demo.OrderService:2.0.0:";
  private static final String OF_CONSUMERS = "consumers:demo.OrderService:2.0.0:";
  private static final List<String> NATIVE =
      List.of(OF_CONSUMERS, ORDERS, "providers:demo.StockService::", "web");
  private static final List<String> ALL =
      List.of(OF_CONSUMERS, ORDERS, "providers:demo.StockService::", SHOP, "web");

  /** Of a consumer that speaks 1.x. */
  private static final String OLD_CLIENT = "10.0.9.9";

  private static final int UDP_PORT = 20_001;

  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(names = {"V2_2_4", "V3_1_0"})
  void aServiceOfAViewIsNamedCountedAndDescribed(NacosVersion version) throws Exception {
    ServerSpec spec =
        ServerSpec.of(version)
            .withPlugin(Artifacts.locate().pluginJar())
            // 3.1 answers old consoles only where an operator wants it.
            .withProperty("nacos.core.api.compatibility.console.enabled", "true")
            .withProperty("nacos.core.api.compatibility.admin.enabled", "true");
    try (NacosEnsemble ensemble = NacosEnsemble.start(spec);
        Wire wire = Wire.open(1);
        WireClient client =
            WireClient.connect(
                    wire,
                    ClientOptions.of(List.of(ServerEndpoint.parse(ensemble.member(0).address()))))
                .join()) {
      NacosServer server = ensemble.member(0);
      Steps.isActive(server);
      RawRegistrations raw = new RawRegistrations(server.api(), "public");
      raw.provider27(SHOP, "demo.OrderService:2.0.0", "10.0.0.1", 20880);
      raw.provider27(SHOP, "demo.StockService", "10.0.0.1", 20880);
      raw.provider27(SHOP, "demo.StockService", "10.0.0.2", 20880);
      raw.register("web", "10.0.0.3", 8080, Map.of());
      raw.register(OF_CONSUMERS, OLD_CLIENT, 0, Map.of("application", "front"));
      Steps steps = new Steps(work, SHOP);
      steps.isObserved(server);
      Lists lists = new Lists(server.api(), client);
      lists.name(NATIVE);

      steps.apply(server.baseUrl());
      await().atMost(Steps.SOON).until(() -> steps.instancesShownBy(server) == 2);
      lists.name(ALL);
      lists.comeInPages(ALL);
      lists.nameIn("OTHER_GROUP", List.of());
      details(server.api());
      consumers(server, client);

      steps.rollback(server.baseUrl());
      await().atMost(Steps.SOON).until(() -> steps.instancesShownBy(server) == 0);
      lists.name(NATIVE);
    }
  }

  /** One service and its instances, in every way to ask for them. */
  private static void details(NacosApi api) {
    Map<String, String> grouped = Map.of("serviceName", GROUP + "@@" + SHOP);
    Map<String, String> named = Map.of("serviceName", SHOP, "groupName", GROUP);
    Map<String, String> one =
        with(named, "ip", "10.0.0.2", "port", "20880", "clusterName", "DEFAULT");

    JsonNode old = get(api, "/v1/ns/service", grouped);
    assertThat(old.path("name").asText()).isEqualTo(SHOP);
    assertThat(old.path("clusters").findValuesAsText("name")).containsExactly("DEFAULT");
    assertThat(
            get(api, "/v1/ns/catalog/service", grouped).path("clusters").findValuesAsText("name"))
        .containsExactly("DEFAULT");
    JsonNode page =
        get(
            api,
            "/v1/ns/catalog/instances",
            with(grouped, "clusterName", "DEFAULT", "pageNo", "1", "pageSize", "10"));
    assertThat(page.path("count").asInt()).isEqualTo(2);
    assertThat(page.path("list").findValuesAsText("ip"))
        .containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2");
    JsonNode second =
        get(api, "/v2/ns/catalog/instances", with(grouped, "pageNo", "1", "pageSize", "10"));
    assertThat(second.path("data").path("count").asInt()).isEqualTo(2);
    assertThat(
            get(api, "/v1/ns/instance", with(grouped, "ip", "10.0.0.2", "port", "20880"))
                .path("healthy")
                .asBoolean())
        .isTrue();
    assertThat(get(api, "/v2/ns/instance", one).path("data").path("ip").asText())
        .isEqualTo("10.0.0.2");
    // 3.1 fails to answer this for any service with instances, so it is compared with such a one.
    NacosApi.Answer detail2 = api.get("/v2/ns/service", named);
    assertThat(detail2.status())
        .as(detail2.body())
        .isEqualTo(api.get("/v2/ns/service", with(named, "serviceName", ORDERS)).status());
    if (api.version().line() == 2) {
      assertThat(detail2.json().path("data").path("serviceName").asText()).isEqualTo(SHOP);
    }
    assertThat(hosts(api, "/v1/ns/instance/list", with(grouped, "clusters", "DEFAULT")))
        .isEqualTo(2);
    assertThat(hosts(api, "/v1/ns/instance/list", with(grouped, "clusters", "none"))).isZero();
    assertThat(hosts(api, "/v1/ns/instance/list", with(grouped, "healthyOnly", "true")))
        .isEqualTo(2);

    if (api.version().line() == 3) {
      JsonNode detail = get(api, "/v3/admin/ns/service", named).path("data");
      assertThat(detail.path("clusterMap").path("DEFAULT").isObject()).isTrue();
      assertThat(detail.path("ephemeral").asBoolean()).isTrue();
      assertThat(get(api, "/v3/admin/ns/instance/list", named).path("data")).hasSize(2);
      assertThat(get(api, "/v3/admin/ns/instance", one).path("data").path("port").asInt())
          .isEqualTo(20880);
      assertThat(get(api, "/v3/client/ns/instance/list", named).path("data")).hasSize(2);
    }
  }

  /** Who uses what, to the API and to the command. */
  private void consumers(NacosServer server, WireClient client) throws Exception {
    client.subscribe(ServiceName.of(SHOP), instances -> {}).join();
    client.subscribe(ServiceName.of(ORDERS), instances -> {}).join();

    JsonNode all =
        await()
            .atMost(Steps.SOON)
            .until(() -> consumers(server), each -> each.path("consumers").size() == 3);
    assertThat(all.path("members").findValuesAsText("member")).containsExactly(server.address());
    assertThat(all.path("consumers").findValuesAsText("level"))
        .containsExactly("APPLICATION", "INTERFACE", "INTERFACE");
    JsonNode ofShop = all.path("consumers").get(0);
    assertThat(ofShop.path("service").asText()).isEqualTo(SHOP);
    assertThat(ofShop.path("protocol").asText()).isEqualTo("GRPC");
    assertThat(ofShop.path("app").asText()).isEqualTo("load");
    assertThat(ofShop.path("ip").asText()).isEqualTo("127.0.0.1");
    assertThat(ofShop.path("port").asInt()).isPositive();
    assertThat(ofShop.path("client").asText()).startsWith("Nacos-Java-Client:");
    assertThat(texts(ofShop.path("members"))).containsExactly(server.address());
    JsonNode old = all.path("consumers").get(1);
    assertThat(old.path("service").asText()).isEqualTo(ORDERS);
    assertThat(old.path("serviceInterface").asText()).isEqualTo("demo.OrderService");
    assertThat(old.path("protocol").asText()).isEqualTo("HTTP_UDP");
    assertThat(old.path("client").asText()).isEqualTo("Nacos-Java-Client:v1.4.6");
    assertThat(old.path("ip").asText()).isEqualTo(OLD_CLIENT);
    assertThat(old.path("port").asInt()).isEqualTo(UDP_PORT);
    assertThat(old.path("application").asText()).isEqualTo("front");

    // The application's interfaces are in the catalog.
    eventually(
        () -> assertThat(told(server, "application", SHOP)).containsExactly(ORDERS, ORDERS, SHOP));
    eventually(
        () ->
            assertThat(told(server, "interface", "demo.OrderService"))
                .containsExactly(ORDERS, ORDERS));
    assertThat(told(server, "service", SHOP)).containsExactly(SHOP);
    assertThat(told(server, "namespace", "elsewhere")).isEmpty();
    CommandLineTool.Run table =
        new Steps(work, SHOP).landbridge(server.baseUrl(), "consumers", "--service", SHOP);
    assertThat(table.out()).contains("grpc", "application", "load").doesNotContain(ORDERS);
  }

  private JsonNode consumers(NacosServer server) throws Exception {
    subscribeLikeAnOldClient(server);
    return new Steps(work, SHOP).landbridge(server.baseUrl(), "consumers", "-o", "json").json();
  }

  /** The services that somebody uses, once for each who does, read in parts of one. */
  private static List<String> told(NacosServer server, String parameter, String value)
      throws Exception {
    subscribeLikeAnOldClient(server);
    List<String> services = new ArrayList<>();
    String after = "";
    do {
      JsonNode part =
          get(
              server.api(),
              "/landbridge/v1/consumers",
              Map.of("limit", "1", "after", after, parameter, value));
      assertThat(part.path("data").size()).isLessThanOrEqualTo(1);
      part.path("data").forEach(each -> services.add(each.path("service").asText()));
      after = part.path("next").asText("");
      assertThat(services.size()).isLessThanOrEqualTo(3);
    } while (!after.isEmpty());
    return services;
  }

  /**
   * What a 1.x client asks: a list, and to be told of changes at a port. The server forgets it half
   * a minute later.
   */
  private static void subscribeLikeAnOldClient(NacosServer server) throws Exception {
    String query =
        "serviceName=%s&clientIP=%s&udpPort=%d"
            .formatted(
                URLEncoder.encode(GROUP + "@@" + ORDERS, StandardCharsets.UTF_8),
                OLD_CLIENT,
                UDP_PORT);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.baseUrl() + "/v1/ns/instance/list?" + query))
            .header("User-Agent", "Nacos-Java-Client:v1.4.6")
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  /** Every list of services, in every way to ask for it. */
  private record Lists(NacosApi api, WireClient client) {

    /** In the end: a server counts what was registered a moment later. */
    void name(List<String> names) {
      await().atMost(Steps.SOON).ignoreExceptions().untilAsserted(() -> nameNow(names));
    }

    private void nameNow(List<String> names) {
      nameIn(GROUP, names);
      assertThat(
              names(get(api, "/v1/ns/service/names", Map.of("namespaceId", "public", "expr", ""))))
          .containsExactlyInAnyOrderElementsOf(names);
      assertThat(withInstances()).containsExactlyInAnyOrderElementsOf(names);
      for (boolean ignoreEmpty : new boolean[] {false, true}) {
        JsonNode console = console(1, 100, ignoreEmpty);
        assertThat(console.path("count").asInt()).isEqualTo(names.size());
        assertThat(console.path("serviceList").findValuesAsText("name"))
            .containsExactlyInAnyOrderElementsOf(names);
        if (api.version().line() == 3) {
          JsonNode admin = admin(1, 100, ignoreEmpty);
          assertThat(admin.path("totalCount").asInt()).isEqualTo(names.size());
          assertThat(admin.path("pageItems").findValuesAsText("name"))
              .containsExactlyInAnyOrderElementsOf(names);
        }
      }
    }

    void nameIn(String group, List<String> names) {
      ServicePage grpc = client.services(group, 1, 100).join();
      assertThat(grpc.total()).isEqualTo(names.size());
      assertThat(grpc.names()).containsExactlyInAnyOrderElementsOf(names);
      Map<String, String> asked = Map.of("groupName", group, "pageNo", "1", "pageSize", "100");
      JsonNode first = get(api, "/v1/ns/service/list", asked);
      assertThat(first.path("count").asInt()).isEqualTo(names.size());
      assertThat(texts(first.path("doms"))).containsExactlyInAnyOrderElementsOf(names);
      JsonNode second = get(api, "/v2/ns/service/list", asked).path("data");
      assertThat(second.path("count").asInt()).isEqualTo(names.size());
      assertThat(texts(second.path("services"))).containsExactlyInAnyOrderElementsOf(names);
    }

    /** Pages of three, the last of which has what is derived. */
    void comeInPages(List<String> names) {
      List<String> grpc = new ArrayList<>();
      List<String> console = new ArrayList<>();
      List<String> admin = new ArrayList<>();
      for (int page = 1; page <= 3; page++) {
        ServicePage part = client.services(GROUP, page, 3).join();
        assertThat(part.total()).isEqualTo(names.size());
        grpc.addAll(part.names());
        JsonNode list = console(page, 3, false);
        assertThat(list.path("count").asInt()).isEqualTo(names.size());
        console.addAll(list.path("serviceList").findValuesAsText("name"));
        if (api.version().line() == 3) {
          admin.addAll(admin(page, 3, false).path("pageItems").findValuesAsText("name"));
        }
      }
      assertThat(grpc).containsExactlyInAnyOrderElementsOf(names);
      assertThat(console).containsExactlyInAnyOrderElementsOf(names);
      if (api.version().line() == 3) {
        assertThat(admin).containsExactlyInAnyOrderElementsOf(names);
      }
      JsonNode last = console(2, 3, false).path("serviceList");
      JsonNode shop = last.get(last.size() - 1);
      assertThat(shop.path("name").asText()).isEqualTo(SHOP);
      assertThat(shop.path("ipCount").asInt()).isEqualTo(2);
      assertThat(shop.path("healthyInstanceCount").asInt()).isEqualTo(2);
    }

    private JsonNode console(int page, int size, boolean ignoreEmpty) {
      return get(
          api,
          "/v1/ns/catalog/services",
          Map.of(
              "pageNo", String.valueOf(page),
              "pageSize", String.valueOf(size),
              "hasIpCount", String.valueOf(ignoreEmpty),
              "withInstances", "false"));
    }

    /** 3.1 fails to answer its old console this way, whatever is in it. */
    private List<String> withInstances() {
      Map<String, String> asked = Map.of("pageNo", "1", "pageSize", "100", "withInstances", "true");
      JsonNode services =
          api.version().line() == 3
              ? get(api, "/v3/admin/ns/service/list", asked).path("data").path("pageItems")
              : get(api, "/v1/ns/catalog/services", asked);
      List<String> names = new ArrayList<>();
      services.forEach(each -> names.add(each.path("serviceName").asText()));
      return names;
    }

    private JsonNode admin(int page, int size, boolean ignoreEmpty) {
      return get(
              api,
              "/v3/admin/ns/service/list",
              Map.of(
                  "pageNo", String.valueOf(page),
                  "pageSize", String.valueOf(size),
                  "ignoreEmptyService", String.valueOf(ignoreEmpty)))
          .path("data");
    }

    /** Without their group. */
    private static List<String> names(JsonNode found) {
      return texts(found.findValue("public")).stream()
          .map(each -> each.substring(each.indexOf("@@") + 2))
          .toList();
    }
  }

  private static int hosts(NacosApi api, String path, Map<String, String> parameters) {
    return get(api, path, parameters).path("hosts").size();
  }

  private static JsonNode get(NacosApi api, String path, Map<String, String> parameters) {
    NacosApi.Answer answer = api.get(path, parameters);
    assertThat(answer.status()).as("%s %s: %s", path, parameters, answer.body()).isEqualTo(200);
    return answer.json();
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static Map<String, String> with(Map<String, String> map, String... more) {
    Map<String, String> all = new TreeMap<>(map);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }
}
