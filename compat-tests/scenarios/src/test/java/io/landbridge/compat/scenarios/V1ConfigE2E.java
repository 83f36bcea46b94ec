package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.client.CallResult;
import io.landbridge.compat.client.ConsumerProcess;
import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.DubboLine;
import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.client.ProviderProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Configurations of real 1.x clients on a 3.1.0 whose API for them is switched off: read, published
 * and listened to as on a server of 1.x, beside clients of newer versions.
 */
@TestInstance(Lifecycle.PER_CLASS)
class V1ConfigE2E {

  private static final String CONFIGS = "/v1/cs/configs";
  private static final String LISTENER = CONFIGS + "/listener";
  private static final String EMPTY = "d41d8cd98f00b204e9800998ecf8427e";

  private final HttpClient http = HttpClient.newHttpClient();
  private NacosEnsemble ensemble;
  private NacosServer server;

  @BeforeAll
  void start() {
    ensemble =
        NacosEnsemble.start(
            withoutApi().withProperty("management.endpoints.web.exposure.include", "prometheus"));
    server = ensemble.member(0);
    Steps.isActive(server);
  }

  private static ServerSpec withoutApi() {
    return ServerSpec.of(NacosVersion.V3_1_0)
        .withPlugin(Artifacts.locate().pluginJar())
        .withProperty("landbridge.v1-front.enabled", "true")
        .withProperty("nacos.core.api.compatibility.client.enabled", "false");
  }

  @AfterAll
  void stop() {
    if (ensemble != null) {
      ensemble.close();
    }
  }

  @Test
  void clientsOfBothAgesTellEachOther(@TempDir Path work) {
    try (NamingProcess old = NamingProcess.start(NamingLine.NACOS_1_4, server.address(), work);
        NamingProcess oldest = NamingProcess.start(NamingLine.NACOS_1_1, server.address(), work);
        NamingProcess modern = NamingProcess.start(NamingLine.NACOS_3_1, server.address(), work)) {
      assertThat(old.ask("config shop.yaml SHOP").asText()).isEqualTo("null");
      List<NamingProcess> all = List.of(old, oldest, modern);
      all.forEach(each -> each.ask("listen shop.yaml SHOP"));
      String content = "";
      for (NamingProcess each : all) {
        content = "by=" + each.line();
        assertThat(each.ask("publish shop.yaml SHOP " + content).asBoolean()).isTrue();
        String published = content;
        all.forEach(
            other ->
                eventually(
                    () -> {
                      assertThat(other.ask("config shop.yaml SHOP").asText()).isEqualTo(published);
                      assertThat(other.toldConfigs("shop.yaml")).last().isEqualTo(published);
                    }));
      }
      assertThat(old.ask("remove shop.yaml SHOP").asBoolean()).isTrue();
      all.forEach(
          each ->
              eventually(
                  () -> assertThat(each.ask("config shop.yaml SHOP").asText()).isEqualTo("null")));
    }
  }

  /** Dubbo 2.7 takes its registry for these as well unless it is told otherwise. */
  @Test
  void dubbo27HasItsMetadataReportAndConfigurationCenter(@TempDir Path work) {
    try (ProviderProcess provider =
            ProviderProcess.start(
                DubboLine.DUBBO_2_7_NACOS_1_4,
                ProviderSettings.of(server.address(), "front-shop"),
                work);
        ConsumerProcess consumer =
            ConsumerProcess.start(
                DubboLine.DUBBO_2_7_NACOS_1_4,
                ConsumerSettings.of(server.address(), "front-caller"),
                work)) {
      eventually(
          () ->
              assertThat(consumer.call("demo.PlainService", "ping"))
                  .isInstanceOf(CallResult.Answered.class));
      eventually(
          () ->
              assertThat(
                      server
                          .api()
                          .get(
                              CONFIGS,
                              Map.of(
                                  "dataId",
                                  "demo.PlainService:::provider:front-shop",
                                  "group",
                                  "dubbo"))
                          .body())
                  .contains("canonicalName"));
      rule(true);
      eventually(
          () ->
              assertThat(consumer.call("demo.PlainService", "ping"))
                  .isNotInstanceOf(CallResult.Answered.class));
      rule(false);
      eventually(
          () ->
              assertThat(consumer.call("demo.PlainService", "ping"))
                  .isInstanceOf(CallResult.Answered.class));
      assertThat(provider.isAlive()).isTrue();
    }
  }

  /** Sends the consumer's calls to a host that is not there. */
  private void rule(boolean enabled) {
    String rule =
        """
        scope: application
        force: true
        runtime: true
        enabled: %s
        key: front-caller
        conditions:
          - " => host = 192.0.2.1"
        """
            .formatted(enabled);
    assertThat(
            server
                .api()
                .post(
                    CONFIGS,
                    Map.of(
                        "dataId",
                        "front-caller.condition-router",
                        "group",
                        "dubbo",
                        "content",
                        rule))
                .body())
        .isEqualTo("true");
  }

  @Test
  void clientThatListensIsTold() throws Exception {
    Map<String, String> one = Map.of("dataId", "told", "group", "G");
    NacosApi api = server.api();
    List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
    for (String each : List.of("told", "told", "other")) {
      polls.add(http.sendAsync(poll(server, each + "\u0002G\u0002\u0001", "30000"), text()));
    }
    eventually(() -> assertThat(metric("landbridge_front_polls")).isGreaterThanOrEqualTo(3));
    assertThat(polls).noneMatch(CompletableFuture::isDone);
    long begin = System.nanoTime();
    assertThat(api.post(CONFIGS, with(one, "content", "a")).body()).isEqualTo("true");
    for (CompletableFuture<HttpResponse<String>> each : polls.subList(0, 2)) {
      HttpResponse<String> answer = each.get(20, TimeUnit.SECONDS);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("told%02G%01\n");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
    assertThat(polls.get(2)).isNotDone();
    // A client that does not have the content yet is told at once.
    assertThat(http.send(poll(server, "told\u0002G\u0002" + EMPTY + "\u0001", "30000"), text()))
        .extracting(HttpResponse::body)
        .isEqualTo("told%02G%01\n");
    HttpResponse<String> late = polls.get(2).get(40, TimeUnit.SECONDS);
    assertThat(late.statusCode()).isEqualTo(200);
    assertThat(late.body()).isEmpty();
  }

  /** Request by request, with the headers that clients read. */
  @Test
  void requestsAreAnsweredAsBy224() throws Exception {
    try (NacosEnsemble old = NacosEnsemble.start(ServerSpec.of(NacosVersion.V2_2_4))) {
      NacosServer before = old.member(0);
      Map<String, String> one = Map.of("dataId", "same.yaml", "group", "G");
      List<Call> calls =
          List.of(
              new Call("GET", CONFIGS, one, Map.of()),
              new Call("GET", CONFIGS, Map.of("dataId", "a b", "group", "G"), Map.of()),
              new Call("GET", CONFIGS, Map.of("dataId", "a"), Map.of()),
              new Call("POST", CONFIGS, with(one, "content", ""), Map.of()),
              new Call("POST", CONFIGS, one, Map.of()),
              new Call(
                  "POST",
                  CONFIGS,
                  with(with(one, "content", "a: \u00e9"), "type", "yaml"),
                  Map.of()),
              new Call("GET", CONFIGS, one, Map.of()),
              new Call("GET", CONFIGS, with(one, "tag", "none"), Map.of()),
              new Call("POST", CONFIGS, tagged(one, "b"), Map.of()),
              new Call("GET", CONFIGS, one, Map.of("Vipserver-Tag", "blue")),
              new Call("GET", CONFIGS, with(one, "tag", "blue"), Map.of()),
              new Call("GET", CONFIGS, one, Map.of()),
              new Call("DELETE", CONFIGS, with(one, "tag", "blue"), Map.of()),
              new Call("DELETE", CONFIGS, with(one, "tag", "none"), Map.of()),
              new Call("GET", CONFIGS, one, Map.of("Vipserver-Tag", "blue")),
              new Call("POST", LISTENER, Map.of("Listening-Configs", " "), Map.of()),
              new Call("POST", LISTENER, Map.of("Listening-Configs", "a\u0001"), Map.of()),
              new Call(
                  "POST",
                  LISTENER,
                  Map.of("Listening-Configs", "same.yaml\u0002G\u0002" + EMPTY + "\u0001"),
                  Map.of("Long-Pulling-Timeout", "30000")),
              new Call(
                  "POST",
                  LISTENER,
                  Map.of("Listening-Configs", "none\u0002G\u0002\u0001"),
                  Map.of(
                      "Long-Pulling-Timeout", "30000", "Long-Pulling-Timeout-No-Hangup", "true")),
              new Call(
                  "POST",
                  LISTENER,
                  Map.of("Listening-Configs", "same.yaml\u0002G\u0002" + EMPTY + "\u0001"),
                  Map.of("Client-Version", "1.4.7")),
              new Call("DELETE", CONFIGS, one, Map.of()),
              new Call("GET", CONFIGS, one, Map.of()),
              new Call("DELETE", CONFIGS, one, Map.of()));
      for (Call each : calls) {
        // A published configuration can be read a moment later.
        eventually(
            () -> assertThat(sent(each, server)).as("%s", each).isEqualTo(sent(each, before)));
      }
    }
  }

  /** 2.2.4 ignores the header. */
  @Test
  void anotherContentThanTheExpectedIsNotReplaced() throws Exception {
    Map<String, String> one = Map.of("dataId", "expected", "group", "G");
    assertThat(sent(new Call("POST", CONFIGS, with(one, "content", "a"), Map.of()), server))
        .startsWith("200 true");
    Call expecting = new Call("POST", CONFIGS, with(one, "content", "b"), Map.of("casMd5", EMPTY));
    assertThat(sent(expecting, server)).startsWith("500 caused: Cas publish fail");
    Call expected =
        new Call(
            "POST",
            CONFIGS,
            with(one, "content", "b"),
            Map.of("casMd5", "0cc175b9c0f1b6a831c399e269772661"));
    assertThat(sent(expected, server)).startsWith("200 true");
  }

  @Test
  void theServerItselfJudgesWhoMayAskWhat() {
    try (NacosEnsemble guarded = NacosEnsemble.start(withoutApi().withAuth())) {
      NacosServer member = guarded.member(0);
      NacosApi stranger = member.api().withAgent("Nacos-Java-Client:v1.4.7");
      assertThat(statuses(stranger)).containsOnly(403);
      String token = stranger.login(guarded.admin());
      assertThat(token).isNotEmpty();
      eventually(() -> assertThat(statuses(stranger.withToken(token))).containsOnly(200));
    }
  }

  private static List<Integer> statuses(NacosApi api) {
    Map<String, String> one = Map.of("dataId", "judged", "group", "G");
    return List.of(
        api.post(CONFIGS, with(one, "content", "a")).status(),
        api.get(CONFIGS, one).status(),
        api.post(LISTENER, Map.of("Listening-Configs", "judged\u0002G\u0002\u0002dev\u0001"))
            .status(),
        api.delete(CONFIGS, Map.of("dataId", "other", "group", "G")).status());
  }

  @Test
  void largeContentIsPublishedAndALargerOneRefused() {
    NacosApi api = server.api();
    Map<String, String> one = Map.of("dataId", "large", "group", "G");
    String large = "x".repeat(600_000);
    assertThat(api.post(CONFIGS, with(one, "content", large)).body()).isEqualTo("true");
    eventually(() -> assertThat(api.get(CONFIGS, one).body()).isEqualTo(large));
    assertThat(api.post(CONFIGS, with(one, "content", "x".repeat(5 << 20))).status())
        .isEqualTo(413);
    assertThat(api.post(LISTENER, Map.of("Listening-Configs", "a".repeat(1_100_000))).status())
        .isEqualTo(503);
    // The console's question is left to the server, which has it switched off.
    assertThat(api.get(CONFIGS, with(one, "search", "blur")).status()).isEqualTo(410);
  }

  /** A request of a client. */
  private record Call(
      String verb, String path, Map<String, String> form, Map<String, String> headers) {}

  private String sent(Call call, NacosServer to) throws Exception {
    String parameters = encoded(call.form());
    boolean isPost = call.verb().equals("POST");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(to.baseUrl() + call.path() + (isPost ? "" : "?" + parameters)))
            .timeout(Duration.ofSeconds(50))
            .method(
                call.verb(),
                isPost
                    ? HttpRequest.BodyPublishers.ofString(parameters)
                    : HttpRequest.BodyPublishers.noBody());
    if (isPost) {
      request.header("Content-Type", "application/x-www-form-urlencoded");
    }
    call.headers().forEach(request::header);
    HttpResponse<String> answer = http.send(request.build(), text());
    Map<String, String> headers = new TreeMap<>();
    for (String each :
        // A 3.x server takes the type of what has a tag from what has none.
        List.of("Content-MD5", "Probe-Modify-Response", "Probe-Modify-Response-New")) {
      Optional<String> value = answer.headers().firstValue(each);
      value.ifPresent(present -> headers.put(each, present));
    }
    return answer.statusCode() + " " + answer.body() + " " + headers;
  }

  private static HttpRequest poll(NacosServer to, String listened, String timeout) {
    return HttpRequest.newBuilder(URI.create(to.baseUrl() + LISTENER))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .header("Long-Pulling-Timeout", timeout)
        .POST(HttpRequest.BodyPublishers.ofString(encoded(Map.of("Listening-Configs", listened))))
        .build();
  }

  private static HttpResponse.BodyHandler<String> text() {
    return HttpResponse.BodyHandlers.ofString();
  }

  private static String encoded(Map<String, String> form) {
    StringBuilder text = new StringBuilder();
    form.forEach(
        (name, value) ->
            text.append(text.length() == 0 ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return text.toString();
  }

  private static Map<String, String> with(Map<String, String> all, String name, String value) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.put(name, value);
    return changed;
  }

  private static Map<String, String> tagged(Map<String, String> name, String content) {
    return with(with(name, "content", content), "tag", "blue");
  }

  private double metric(String name) {
    return server
        .api()
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(each -> each.startsWith(name + " "))
        .mapToDouble(each -> Double.parseDouble(each.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name));
  }
}
