package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cli.CommandLineTool;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.MoodyProxy;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.connect.LegacyConnector;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the command says of two clusters before they are joined, of what they hold, and of what is
 * not a cluster to join. The legacy one wants a password, and stands behind TLS when they are; what
 * it then hears of a client that beats at the new one is counted.
 */
class BridgeLooksE2E {

  private static final ServiceKey ORDERS =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop.Orders");

  private static final ServiceKey BEATEN =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop.Beaten");

  private static final String BEAT = "/nacos/v1/ns/instance/beat";

  @TempDir private Path work;

  @Test
  void checksAndComparesTwoClusters() throws Exception {
    ServerSpec protectedOne =
        ServerSpec.of(NacosVersion.V1_4_1)
            .withProperty("nacos.core.auth.enabled", "true")
            // Or nobody could log in during the first seconds.
            .withProperty("nacos.core.auth.caching.enabled", "false")
            .withProperty("nacos.core.auth.default.token.expire.seconds", "18000")
            .withProperty("nacos.core.auth.default.token.secret.key", "0123456789".repeat(7));
    ServerSpec trusting =
        ServerSpec.of(NacosVersion.V2_2_4)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("landbridge.bridge.password-file", secret("nacos").toString())
            .withProperty(
                "landbridge.bridge.trust-file", work.resolve(MoodyProxy.AUTHORITY).toString());
    try (NacosEnsemble old = NacosEnsemble.start(protectedOne);
        MoodyProxy front = MoodyProxy.overTls(old.member(0), work);
        NacosEnsemble fresh = NacosEnsemble.start(trusting);
        LegacyCluster legacy = open(old.member(0))) {
      NacosServer server = fresh.member(0);
      Steps.isActive(server);
      legacy.register(ORDERS, instance("10.0.0.1"));
      register(server.api(), "10.0.0.1", "1.0");

      isReady(server, old.member(0), legacy);
      isRefusedTheOtherWayRound(server, old.member(0));
      isRefused(server, old.member(0));
      isCompared(server, old.member(0), legacy);
      isJoined(server, "https://" + front.address(), legacy);
      isExamined(server);
      isPassedOnRarelyAndDiesThereAsHere(server, front, legacy);
    }
  }

  private static LegacyCluster open(NacosServer server) throws Exception {
    return LegacyConnector.open(
        LegacySettings.of(
            ConnectionSettings.of(
                List.of(ServerAddress.parse(server.baseUrl())), new Credentials("nacos", "nacos"))),
        LegacyListener.NONE);
  }

  private CommandLineTool.Run run(String verb, String server, String legacy, String... more) {
    return CommandLineTool.ofThisBuild(work)
        .run(
            Stream.concat(
                    Stream.of("bridge", verb, "--server", server, "--legacy", legacy, "-o", "json"),
                    Stream.of(more))
                .toArray(String[]::new));
  }

  private CommandLineTool.Run runAs(String password, String verb, String server, String legacy)
      throws IOException {
    return run(
        verb,
        server,
        legacy,
        "--legacy-username",
        "nacos",
        "--legacy-password-file",
        secret(password).toString());
  }

  private Path secret(String password) throws IOException {
    return Files.writeString(work.resolve("secret-" + password), password + "\n");
  }

  private void isReady(NacosServer server, NacosServer old, LegacyCluster legacy) throws Exception {
    // A member tells the others that it has the plugin a moment after it has started.
    CommandLineTool.Run run =
        await()
            .atMost(Steps.SOON)
            .until(
                () -> runAs("nacos", "check", server.baseUrl(), old.baseUrl()),
                each ->
                    each.exitCode() == 0
                        && each.out().contains("1 instance of 1 service to import"));
    assertThat(run.json().path("schema").asText()).isEqualTo("landbridge/bridge-check/1");
    assertThat(run.json().path("ready").asBoolean()).isTrue();
    assertThat(texts(run.json().path("checks"), "check"))
        .contains(
            "servers",
            "plugin",
            "legacy-servers",
            "member-lists",
            "legacy-access",
            "registrations",
            "other-bridges",
            "clocks",
            "capacity",
            "namespaces",
            "configuration");
    assertThat(run.out()).contains("is Nacos 1.4.1");
    // The beat that tries out the right to write leaves nothing behind.
    assertThat(legacy.services(NamespaceId.PUBLIC)).hasSize(1);
  }

  private void isRefusedTheOtherWayRound(NacosServer server, NacosServer old) throws Exception {
    CommandLineTool.Run run = run("check", old.baseUrl(), server.baseUrl());

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(5);
    List<String> obstacles =
        StreamSupport.stream(run.json().path("checks").spliterator(), false)
            .filter(each -> each.path("result").asText().equals("OBSTACLE"))
            .map(each -> each.path("check").asText())
            .toList();
    assertThat(obstacles).contains("servers", "plugin", "legacy-servers");
    fails(run("diff", old.baseUrl(), server.baseUrl()), 5, "is Nacos 1.4.1", "--legacy");
  }

  private void isRefused(NacosServer server, NacosServer old) throws Exception {
    String here = server.baseUrl();
    String itself = "localhost:" + server.port();
    fails(run("diff", here, itself), 5, "no 1.x API found");
    fails(run("diff", here, old.baseUrl()), 1, "refuses access", "--legacy-username");
    fails(runAs("wrong", "diff", here, old.baseUrl()), 1, "login as 'nacos' failed", "--legacy-");
    CommandLineTool.Run check = runAs("wrong", "check", here, old.baseUrl());
    assertThat(check.exitCode()).as(check.toString()).isEqualTo(5);
    assertThat(check.out()).contains("login as 'nacos' failed", "--legacy-password-file");

    cannotStart(run("start", here, itself, "--yes"), "no 1.x API found");
    cannotStart(run("start", here, old.baseUrl(), "--yes"), "refuses access");

    try (Nobody nobody = new Nobody()) {
      String address = nobody.address();
      fails(run("diff", here, address), 1, "cannot be reached", address);
      cannotStart(run("start", here, address, "--yes"), "cannot be reached");
    }
  }

  private static void fails(CommandLineTool.Run run, int exitCode, String... words) {
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    assertThat(run.err()).startsWith("landbridge: error: ").contains(words);
    assertThat(run.out()).isEmpty();
  }

  private static void cannotStart(CommandLineTool.Run run, String why) {
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(5);
    assertThat(run.json().path("result").asText()).isEqualTo("FAILED");
    assertThat(run.json().path("after").asText()).isEqualTo("OFF");
    assertThat(run.json().path("problems").path(0).asText()).contains(why);
  }

  private void isCompared(NacosServer server, NacosServer old, LegacyCluster legacy)
      throws Exception {
    legacy.register(ORDERS, ExportMark.of("landbridge-other").on(instance("10.0.0.9")));
    CommandLineTool.Run equal = runAs("nacos", "diff", server.baseUrl(), old.baseUrl());
    assertThat(equal.exitCode()).as(equal.toString()).isZero();
    assertThat(equal.json().path("equal").asBoolean()).isTrue();

    register(server.api(), "10.0.0.1", "2.0");
    legacy.register(ORDERS, instance("10.0.0.2"));
    register(server.api(), "10.0.0.3", "1.0");

    eventually(
        () -> {
          CommandLineTool.Run run = runAs("nacos", "diff", server.baseUrl(), old.baseUrl());
          assertThat(run.exitCode()).as(run.toString()).isEqualTo(3);
          JsonNode differences = run.json().path("differences");
          assertThat(texts(differences, "ip")).containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
          assertThat(texts(differences, "field")).containsExactly("weight", "instance", "instance");
          assertThat(texts(differences, "here")).containsExactly("2.0", "", "registered");
          assertThat(texts(differences, "there")).containsExactly("1.0", "registered", "");
        });
  }

  private void isJoined(NacosServer server, String legacyUrl, LegacyCluster legacy) {
    CommandLineTool.Run shadow =
        run("start", server.baseUrl(), legacyUrl, "--legacy-username", "nacos", "--yes");
    assertThat(shadow.exitCode()).as(shadow.toString()).isZero();
    eventually(() -> assertThat(Bridges.status(server).path("firstSync").asLong()).isPositive());

    CommandLineTool.Run both =
        CommandLineTool.ofThisBuild(work)
            .run("bridge", "start", "--server", server.baseUrl(), "--yes");
    assertThat(both.exitCode()).as(both.toString()).isZero();
    eventually(
        () -> {
          assertThat(legacy.service(ORDERS).orElseThrow().held().instances())
              .extracting(each -> each.seen().ip())
              .contains("10.0.0.2", "10.0.0.3");
          assertThat(
                  texts(
                      server
                          .api()
                          .get("/v1/ns/instance/list", Map.of("serviceName", ORDERS.name()))
                          .json()
                          .path("hosts"),
                      "ip"))
              .contains("10.0.0.2", "10.0.0.3");
        });
  }

  /** The doctor finds nothing but a pause. */
  private void isExamined(NacosServer server) {
    finds(server, 0);
    bridge(server, "pause", "--yes");
    finds(server, 4, "BRIDGE_PAUSED");
    bridge(server, "pause", "--end", "--yes");
    finds(server, 0);
  }

  private void bridge(NacosServer server, String verb, String... options) {
    CommandLineTool.Run run =
        CommandLineTool.ofThisBuild(work)
            .run(
                Stream.concat(
                        Stream.of("bridge", verb, "--server", server.baseUrl()), Stream.of(options))
                    .toArray(String[]::new));
    assertThat(run.exitCode()).as(run.toString()).isZero();
  }

  /** Nothing but notes beside these. */
  private void finds(NacosServer server, int exitCode, String... kinds) {
    eventually(
        () -> {
          CommandLineTool.Run run =
              CommandLineTool.ofThisBuild(work)
                  .run("doctor", "--server", server.baseUrl(), "-o", "json");
          assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
          assertThat(run.json().path("findings"))
              .filteredOn(each -> !each.path("severity").asText().equals("NOTE"))
              .extracting(each -> each.path("kind").asText())
              .containsExactly(kinds);
        });
  }

  private static void isPassedOnRarelyAndDiesThereAsHere(
      NacosServer server, MoodyProxy front, LegacyCluster legacy) throws Exception {
    ScheduledExecutorService client = Executors.newSingleThreadScheduledExecutor();
    try {
      ScheduledFuture<?> beats =
          client.scheduleAtFixedRate(() -> beat(server.api()), 0, 5, TimeUnit.SECONDS);
      await()
          .alias("after a minute it is waited for longer")
          // A beat that comes late on a busy machine begins the minute anew.
          .atMost(Duration.ofSeconds(240))
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(beaten(legacy).metadata())
                      .containsEntry(ExportMark.BEAT_TIMEOUT, "90000")
                      .doesNotContainKey(ExportMark.BEAT_INTERVAL));
      Quiet quiet = new Quiet(front);
      await()
          .alias("of six beats at most two are passed on")
          .atMost(Duration.ofSeconds(240))
          .until(
              () -> {
                assertThat(beaten(legacy).healthy()).isTrue();
                return quiet.lastsFor(Duration.ofSeconds(30));
              });

      beats.cancel(false);
      await()
          .alias("it is unhealthy there, as it is here")
          .atMost(Duration.ofSeconds(60))
          // For that it is taken away and registered anew.
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(beaten(legacy).healthy()).isFalse());
      await()
          .alias("it is gone there")
          .atMost(Duration.ofSeconds(90))
          .until(
              () -> legacy.service(BEATEN).map(it -> it.held().instances().isEmpty()).orElse(true));
    } finally {
      client.shutdownNow();
    }
  }

  /** A time in which two beats were passed on at most; it begins anew when there was a third. */
  private static final class Quiet {

    private final MoodyProxy front;
    private int before;
    private long since;

    Quiet(MoodyProxy front) {
      this.front = front;
      begin();
    }

    private void begin() {
      before = front.asked(BEAT);
      since = System.nanoTime();
    }

    boolean lastsFor(Duration time) {
      long now = System.nanoTime();
      if (front.asked(BEAT) - before > 2) {
        begin();
        return false;
      }
      return now - since >= time.toNanos();
    }
  }

  /** One that is not answered is not the last. */
  private static void beat(NacosApi api) {
    try {
      sendBeat(api);
    } catch (UncheckedIOException e) {
      System.out.println("a beat was not answered: " + e);
    }
  }

  private static void sendBeat(NacosApi api) {
    api.put(
        "/v1/ns/instance/beat",
        Map.of(
            "serviceName",
            "DEFAULT_GROUP@@" + BEATEN.name(),
            "beat",
            "{\"serviceName\":\"DEFAULT_GROUP@@%s\",\"ip\":\"10.0.0.7\",\"port\":80,\"weight\":1,"
                    .formatted(BEATEN.name())
                + "\"cluster\":\"DEFAULT\",\"metadata\":{},\"scheduled\":false}"));
  }

  private static RegisteredInstance beaten(LegacyCluster legacy) throws Exception {
    return legacy.service(BEATEN).orElseThrow().held().instances().get(0).seen();
  }

  private static List<String> texts(JsonNode list, String field) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path(field).asText())
        .toList();
  }

  /** One that nobody beats for and that lives all the same. */
  private static RegisteredInstance instance(String ip) {
    return new RegisteredInstance(
        ip,
        80,
        "DEFAULT",
        1,
        true,
        true,
        true,
        Map.of(ExportMark.BEAT_TIMEOUT, "600000", ExportMark.DELETE_TIMEOUT, "900000"));
  }

  private static void register(NacosApi api, String ip, String weight) {
    Map<String, String> form = new HashMap<>();
    form.put("serviceName", "shop.Orders");
    form.put("ip", ip);
    form.put("port", "80");
    form.put("weight", weight);
    form.put(
        "metadata",
        "{\"preserved.heart.beat.timeout\":\"600000\",\"preserved.ip.delete.timeout\":\"900000\"}");
    assertThat(api.post("/v1/ns/instance", form).body()).isEqualTo("ok");
  }
}
