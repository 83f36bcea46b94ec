package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.ApplicationProvider;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real clients of every 1.x line on a 3.1.0 whose API for them is switched off, which stands in for
 * the servers that have none any more: they and a client of 3.x find each other, are told of
 * changes, and expire as on a 1.4 server.
 */
@TestInstance(Lifecycle.PER_CLASS)
class V1FrontE2E {

  private static final long STARTED = 1795176524665L;
  private static final String SERVICE = "shop.prices";
  private static final List<NamingLine> OLD =
      List.of(
          NamingLine.NACOS_1_1, NamingLine.NACOS_1_2, NamingLine.NACOS_1_3, NamingLine.NACOS_1_4);

  private NacosEnsemble ensemble;
  private NacosServer server;
  private final Map<NamingLine, NamingProcess> clients = new EnumMap<>(NamingLine.class);

  @BeforeAll
  void start(@TempDir Path work) {
    ensemble =
        NacosEnsemble.start(
            withoutApi()
                .withProperty("landbridge.v1-front.enabled", "true")
                .withProperty("management.endpoints.web.exposure.include", "prometheus"));
    server = ensemble.member(0);
    Steps.isActive(server);
    for (NamingLine each : NamingLine.values()) {
      clients.put(each, NamingProcess.start(each, server.address(), work));
    }
  }

  private static ServerSpec withoutApi() {
    return ServerSpec.of(NacosVersion.V3_1_0)
        .withPlugin(Artifacts.locate().pluginJar())
        .withProperty("nacos.core.api.compatibility.client.enabled", "false");
  }

  @AfterAll
  void stop() {
    clients.values().forEach(NamingProcess::close);
    if (ensemble != null) {
      ensemble.close();
    }
  }

  @Test
  void clientsOfEveryKindFindEachOtherAndTheLostExpireAsOn1() {
    Map<NamingLine, String> addresses = new EnumMap<>(NamingLine.class);
    clients.forEach(
        (line, client) -> {
          await()
              .alias(line + " says that it is connected")
              .atMost(Steps.SOON)
              .until(() -> client.ask("status").asText(), "UP"::equals);
          client.ask("subscribe " + SERVICE);
        });
    int port = 9_000;
    for (NamingLine each : NamingLine.values()) {
      String address = "10.1.0.1:" + ++port;
      addresses.put(each, address);
      clients
          .get(each)
          .ask("register " + SERVICE + " " + address.replace(':', ' ') + " DEFAULT of=" + each);
      // A client of 1.4 that is told of two changes at once may tell its listeners of them in
      // either order, and of the first for good.
      everybodySees(SERVICE, addresses.values().toArray(String[]::new));
    }
    clients.forEach(
        (line, client) ->
            clients.forEach(
                (other, same) ->
                    assertThat(client.list(SERVICE).get(addresses.get(other)).path("of").asText())
                        .isEqualTo(other.toString())));
    pushesAreAcknowledged();
    clients.forEach((line, client) -> assertThat(names(client.ask("names"))).contains(SERVICE));

    persistentInstancesStay();
    // Long enough for what nobody beats for to be gone: all of them do.
    NamingProcess lost = clients.remove(NamingLine.NACOS_1_4);
    String gone = addresses.remove(NamingLine.NACOS_1_4);
    long died = System.nanoTime();
    lost.kill9();
    NamingProcess witness = clients.get(NamingLine.NACOS_1_3);
    String stays = addresses.get(NamingLine.NACOS_1_1);
    await()
        .alias("the lost instance is not well")
        .atMost(Duration.ofSeconds(60))
        .until(() -> witness.list(SERVICE).containsKey("-" + gone));
    // 15 s after its last beat, of which nobody knows how late it was.
    assertThat(secondsSince(died)).isBetween(5.0, 45.0);
    await()
        .alias("the lost instance is gone")
        .atMost(Duration.ofSeconds(80))
        .until(
            () -> {
              Map<String, JsonNode> shown = witness.list(SERVICE);
              assertThat(shown).containsKey(stays);
              return !shown.containsKey("-" + gone);
            });
    assertThat(secondsSince(died)).isBetween(20.0, 75.0);
    everybodySees(SERVICE, addresses.values().toArray(String[]::new));

    for (NamingLine each : List.copyOf(addresses.keySet())) {
      clients
          .get(each)
          .ask("deregister " + SERVICE + " " + addresses.get(each).replace(':', ' ') + " DEFAULT");
    }
    await()
        .alias("the last one has gone")
        .atMost(Steps.SOON)
        .until(() -> clients.values().stream().allMatch(each -> each.list(SERVICE).isEmpty()));
  }

  private void persistentInstancesStay() {
    String service = "shop.warehouse";
    clients.get(NamingLine.NACOS_1_2).ask("persist " + service + " 127.0.0.1 " + 1 + " DEFAULT");
    await()
        .alias("the persistent instance is found")
        .atMost(Steps.SOON)
        .until(
            () ->
                clients.values().stream()
                    .allMatch(
                        each ->
                            Stream.of("", "-")
                                .anyMatch(
                                    mark -> each.list(service).containsKey(mark + "127.0.0.1:1"))));
  }

  /** In lists, and by what they are told. */
  private void everybodySees(String service, String... addresses) {
    clients.forEach(
        (line, client) -> {
          await()
              .alias(line + " is answered")
              .atMost(Steps.SOON)
              .untilAsserted(() -> assertThat(client.list(service)).containsOnlyKeys(addresses));
          await()
              .alias(line + " is told")
              .atMost(Steps.SOON)
              .untilAsserted(() -> assertThat(client.told(service)).containsOnlyKeys(addresses));
        });
  }

  private void pushesAreAcknowledged() {
    await()
        .alias("whatever is pushed is acknowledged")
        .atMost(Steps.SOON)
        .untilAsserted(
            () -> {
              String metrics = server.api().get("/actuator/prometheus").body();
              double sent = metric(metrics, "landbridge_front_push_sent_total");
              assertThat(sent).isGreaterThanOrEqualTo(OLD.size());
              assertThat(metric(metrics, "landbridge_front_push_acknowledged_total"))
                  .isEqualTo(sent);
              assertThat(metric(metrics, "landbridge_front_push_repeated_total")).isZero();
              assertThat(metric(metrics, "landbridge_front_subscriptions"))
                  .isGreaterThanOrEqualTo(OLD.size());
            });
  }

  @Test
  void whatIsDerivedIsAnsweredAndPushedToo() {
    ServiceName four = ServiceName.of("providers:demo.StockService::");
    ServiceName stock = ServiceName.of("stock");
    Switches switches = new Switches(server.api(), "public");
    ApplicationProvider provider =
        new ApplicationProvider(
            "stock",
            "10.0.1.1",
            20880,
            STARTED,
            List.of("demo.StockService", "demo.OrderService:2.0.0"));
    switches.publish(provider);
    try (Wire wire = Wire.open(1);
        WireClient modern =
            WireClient.connect(
                    wire, ClientOptions.of(List.of(ServerEndpoint.parse(server.address()))))
                .join();
        Audience audience = Audience.of(server, wire, "")) {
      audience.subscribe(four);
      modern.register(stock, provider.registration()).join();
      switches.on("stock");
      assertThat(audience.told(four, "10.0.1.1:20880").get(0).metadata())
          .containsEntry("landbridge.origin", "native-application")
          .containsEntry("interface", "demo.StockService");
      eventually(
          () ->
              assertThat(
                      server
                          .api()
                          .get("/landbridge/v1/consumers", Map.of("service", four.name()))
                          .json()
                          .findValuesAsText("protocol"))
                  .contains("GRPC", "HTTP_UDP"));
      switches.off("stock");
      audience.told(four);
      switches.on("stock");
      audience.told(four, "10.0.1.1:20880");
      modern.deregister(stock, provider.registration()).join();
      audience.told(four);
    }
  }

  @Test
  void theApiAnswersAsA14ServerDoes() {
    NacosApi api = server.api().withAgent("Nacos-Java-Client:v1.4.6");
    Map<String, String> instance =
        Map.of("serviceName", "wire.s", "ip", "10.2.0.1", "port", "81", "metadata", "a=1");
    assertThat(api.put("/v1/ns/instance/beat", instance).body())
        .isEqualTo("{\"clientBeatInterval\":5000,\"code\":20404}");
    assertThat(api.post("/v1/ns/instance", instance).body()).isEqualTo("ok");
    assertThat(api.put("/v1/ns/instance/beat", instance).body())
        .isEqualTo("{\"clientBeatInterval\":5000,\"code\":10200,\"lightBeatEnabled\":true}");
    Map<String, String> one = Map.of("serviceName", "wire.s", "ip", "10.2.0.1", "port", "81");
    // The server finds what is registered a moment later.
    await()
        .atMost(Steps.SOON)
        .ignoreException(UncheckedIOException.class)
        .untilAsserted(
            () ->
                assertThat(api.get("/v1/ns/instance", one).json().path("instanceId").asText())
                    .isEqualTo("10.2.0.1#81#DEFAULT#DEFAULT_GROUP@@wire.s"));

    Map<String, String> edit = new HashMap<>(instance);
    edit.putAll(Map.of("weight", "3.0", "metadata", "{\"a\":\"2\"}"));
    assertThat(api.put("/v1/ns/instance", edit).body()).isEqualTo("ok");
    eventually(
        () -> {
          JsonNode list = api.get("/v1/ns/instance/list", Map.of("serviceName", "wire.s")).json();
          assertThat(list.path("dom").asText()).isEqualTo("DEFAULT_GROUP@@wire.s");
          assertThat(list.path("hosts")).hasSize(1);
          assertThat(list.path("hosts").path(0).path("weight").asDouble()).isEqualTo(3);
          assertThat(list.path("hosts").path(0).path("metadata").path("a").asText()).isEqualTo("2");
        });
    assertThat(
            api.get("/v1/ns/instance/list", Map.of("serviceName", "wire.s", "clusters", "other"))
                .json()
                .path("hosts"))
        .isEmpty();
    assertThat(
            names(
                api.get("/v1/ns/service/list", Map.of("pageNo", "1", "pageSize", "100"))
                    .json()
                    .path("doms")))
        .contains("wire.s");
    assertThat(api.get("/v1/ns/operator/switches").json().path("pushJavaVersion").asText())
        .isEqualTo("0.1.0");
    assertThat(api.get("/v1/ns/operator/metrics").json().path("status").asText()).isEqualTo("UP");
    assertThat(api.post("/v1/ns/instance", Map.of("serviceName", "wire.s")).status())
        .isEqualTo(400);
    // Out of reach of any client of 1.x: left to the server, which has it switched off.
    assertThat(api.get("/v1/ns/service/subscribers", Map.of("serviceName", "wire.s")).status())
        .isEqualTo(410);
    assertThat(api.delete("/v1/ns/instance", instance).body()).isEqualTo("ok");
  }

  /** Request by request, but for what docs/v1-front.md says. */
  @Test
  void oddRequestsAreAnsweredAsBy141() throws Exception {
    String page =
        Files.readString(Artifacts.locate().root().resolve("docs/v1-front.md"))
            .replaceAll("\\s+", " ");
    try (NacosEnsemble old = NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1))) {
      NacosApi before = old.api(0).withAgent("Nacos-Java-Client:v1.4.6");
      NacosApi here = server.api().withAgent("Nacos-Java-Client:v1.4.6");
      OddRequests.all()
          .forEach(
              (request, difference) -> {
                if (difference.isEmpty() && request.isRead()) {
                  // The server finds what is registered a moment later.
                  eventually(() -> isAnsweredAlike(request, before, here));
                } else if (difference.isEmpty()) {
                  isAnsweredAlike(request, before, here);
                } else {
                  assertThat(page).contains(difference);
                  assertThat(answered(request.sentTo(here)))
                      .as("%s is answered alike, and docs/v1-front.md says otherwise", request)
                      .isNotEqualTo(answered(request.sentTo(before)));
                }
              });
    }
  }

  private static void isAnsweredAlike(OddRequests.Request request, NacosApi before, NacosApi here) {
    assertThat(answered(request.sentTo(here)))
        .as("%s", request)
        .isEqualTo(answered(request.sentTo(before)));
  }

  /** Without what is another one each time, and what the page says is empty. */
  private static String answered(NacosApi.Answer answer) {
    if (!answer.body().startsWith("{")) {
      return answer.status() + " " + answer.body();
    }
    ObjectNode json = (ObjectNode) answer.json();
    json.remove(List.of("lastRefTime", "checksum"));
    TreeMap<String, String> fields = new TreeMap<>();
    json.fields().forEachRemaining(each -> fields.put(each.getKey(), each.getValue().toString()));
    return answer.status() + " " + fields;
  }

  /** What a stranger sends costs what it is worth, and nothing of it is kept. */
  @Test
  void whatAStrangerSendsIsBounded() throws Exception {
    NacosApi api = server.api().withAgent("Nacos-Java-Client:v1.4.6");
    Map<String, String> one = Map.of("serviceName", "hostile.s", "ip", "10.2.0.1", "port", "81");
    String much = "c".repeat(200_000);
    List<Map<String, String>> wrong =
        List.of(
            with(one, "metadata", "a=" + much),
            with(one, "serviceName", "hostile." + much),
            with(one, "serviceName", "hostile.a\nb"),
            with(one, "clusterName", much),
            with(one, "port", "65536"));
    for (Map<String, String> each : wrong) {
      assertThat(api.post("/v1/ns/instance", each).status()).isEqualTo(400);
    }
    HttpClient http = HttpClient.newHttpClient();
    String list = "serviceName=hostile.s&udpPort=9&clientIP=";
    long begin = System.nanoTime();
    assertThat(listed(http, list + ":".repeat(64_000) + "x")).isEqualTo(400);
    for (int i = 0; i < 100; i++) {
      assertThat(listed(http, list + "10.0.0.1&clusters=" + much)).isEqualTo(400);
    }
    assertThat(secondsSince(begin)).isLessThan(60);
    assertThat(
            names(
                api.get("/v1/ns/service/list", Map.of("pageNo", "1", "pageSize", "100"))
                    .json()
                    .path("doms")))
        .noneMatch(each -> each.startsWith("hostile"));
    Steps.isActive(server);
  }

  private static Map<String, String> with(Map<String, String> all, String name, String value) {
    Map<String, String> changed = new HashMap<>(all);
    changed.put(name, value);
    return changed;
  }

  /** What is too long for an address goes with the body. */
  private int listed(HttpClient http, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.baseUrl() + "/v1/ns/instance/list"))
            .header("User-Agent", "Nacos-Java-Client:v1.4.6")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method("GET", HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  @Test
  void theServerItselfJudgesWhoMayAskWhat() {
    ServerSpec spec = withoutApi().withAuth().withProperty("landbridge.v1-front.enabled", "true");
    try (NacosEnsemble guarded = NacosEnsemble.start(spec)) {
      NacosApi stranger = guarded.member(0).api().withAgent("Nacos-Java-Client:v1.4.6");
      for (NacosApi each : List.of(stranger, stranger.withToken("not.a.token"))) {
        assertThat(statuses(each)).containsOnly(403);
      }
      assertThat(stranger.get("/v1/ns/operator/metrics").status()).isEqualTo(200);
      Map<String, String> admin =
          Map.of("username", guarded.admin().user(), "password", guarded.admin().password());
      for (String path : List.of("/v1/auth/login", "/v1/auth/users/login")) {
        JsonNode token = stranger.post(path, admin).json();
        assertThat(token.path("tokenTtl").asLong()).as(path).isPositive();
        NacosApi known = stranger.withToken(token.path("accessToken").asText());
        await()
            .alias(path)
            .atMost(Steps.SOON)
            .untilAsserted(() -> assertThat(statuses(known)).containsOnly(200));
      }
      assertThat(
              stranger
                  .post("/v1/auth/login", Map.of("username", "nacos", "password", "wrong"))
                  .status())
          .isNotEqualTo(200);
    }
  }

  /** Of everything that needs a permission. */
  private static List<Integer> statuses(NacosApi api) {
    Map<String, String> instance = Map.of("serviceName", "wire.a", "ip", "10.2.0.9", "port", "1");
    return List.of(
        api.post("/v1/ns/instance", instance).status(),
        api.put("/v1/ns/instance/beat", instance).status(),
        api.put("/v1/ns/instance", instance).status(),
        api.get("/v1/ns/instance", instance).status(),
        api.get("/v1/ns/instance/list", Map.of("serviceName", "wire.a")).status(),
        api.get("/v1/ns/service/list", Map.of("pageNo", "1", "pageSize", "5")).status(),
        api.delete("/v1/ns/instance", instance).status());
  }

  private static Set<String> names(JsonNode array) {
    Set<String> names = new TreeSet<>();
    array.forEach(each -> names.add(each.asText()));
    return names;
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static double metric(String page, String name) {
    return page.lines()
        .filter(each -> each.startsWith(name + " "))
        .mapToDouble(each -> Double.parseDouble(each.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name));
  }
}
