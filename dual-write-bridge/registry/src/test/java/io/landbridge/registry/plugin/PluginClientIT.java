package io.landbridge.registry.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.http.FakeServer;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class PluginClientIT {

  private static final ApplicationKey APPLICATION =
      new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("prov a"));

  @Test
  void readsTheStatusOfAPluginThatIsOff() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/status",
                200,
                "{\"code\":0,\"message\":\"success\",\"data\":{\"state\":\"DISABLED\",\"reason\":"
                    + "\"no such class\",\"catalog\":null,\"untranslatable\":[]}}")) {
      PluginStatus status = new PluginClient(FakeServer.client(server)).status(server.address());

      assertThat(status.isActive()).isFalse();
      assertThat(status.reason()).isEqualTo("no such class");
      assertThat(status.catalog()).isNull();
    }
  }

  @Test
  void readsHowAMemberSeesTheGroup() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/group",
                200,
                "{\"code\":0,\"message\":\"\",\"data\":{\"member\":\"a:1\",\"leader\":\"b:1\","
                    + "\"term\":7,\"peers\":[\"a:1\",\"b:1\"],\"alive\":[],\"members\":[{\"member\":"
                    + "\"a:1\",\"up\":true,\"announced\":true,\"list\":[\"a:1\"]}],\"applied\":12,"
                    + "\"snapshot\":3,\"freeBytes\":9,\"now\":5,\"reconcile\":true,\"serverGroups\":[{\"name\":"
                    + "\"nacos_config\",\"leads\":true,\"term\":4,\"peers\":[\"a:1\"]}]}}")) {
      assertThat(new PluginClient(FakeServer.client(server)).group(server.address()))
          .isEqualTo(
              new PluginGroup(
                  "a:1",
                  "b:1",
                  7,
                  List.of("a:1", "b:1"),
                  List.of(),
                  List.of(new PluginGroup.ListedMember("a:1", true, true, List.of("a:1"))),
                  12,
                  3,
                  9,
                  5,
                  true,
                  List.of(new PluginGroup.ServerGroup("nacos_config", true, 4, List.of("a:1")))));
    }
  }

  @Test
  void readsADocument() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/document",
                exchange ->
                    FakeServer.answer(
                        exchange,
                        exchange.getRequestURI().getQuery().equals("revision=r1") ? 200 : 404,
                        exchange.getRequestURI().getQuery().equals("revision=r1")
                            ? "{\"code\":0,\"message\":\"\",\"data\":{\"revision\":\"r1\",\"application\":"
                                + "\"a\",\"services\":[{\"name\":\"demo.A\",\"group\":\"g\","
                                + "\"version\":\"1\",\"protocol\":\"dubbo\",\"port\":-1,\"path\":"
                                + "\"demo.A\",\"params\":{\"timeout\":\"5\"}}]}}"
                            : "{\"code\":404,\"message\":\"not known\",\"data\":null}"))) {
      PluginClient client = new PluginClient(FakeServer.client(server));

      assertThat(client.document("r1"))
          .contains(
              new PluginDocument(
                  "r1",
                  "a",
                  List.of(
                      new PluginDocument.Service(
                          "demo.A",
                          "g",
                          "1",
                          "dubbo",
                          -1,
                          "demo.A",
                          new TreeMap<>(Map.of("timeout", "5"))))));
      assertThat(client.document("r2")).isEmpty();
    }
  }

  @Test
  void aBackupIsReadByThePageAndPutBackByTheEntry() throws Exception {
    String counts = "{\"added\":1,\"same\":2,\"kept\":3}";
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/backup",
                200,
                "{\"code\":0,\"message\":\"\",\"data\":{\"member\":\"a:1\",\"applied\":12,"
                    + "\"digest\":\"9f\",\"entries\":[{\"namespace\":\"public\",\"application\":"
                    + "\"shop\",\"enabled\":null,\"instances\":1,\"publications\":2,\"documents\":3,"
                    + "\"entry\":\"AAAA\"}],\"next\":\"abc\"}}")
            .on(
                "/nacos/landbridge/v1/restore",
                200,
                "{\"code\":0,\"message\":\"\",\"data\":{\"instances\":%s,\"publications\":%s,\"switches\":%s}}"
                    .formatted(counts, counts, counts))) {
      PluginClient plugin = new PluginClient(FakeServer.client(server));

      PluginBackupPage page = plugin.backup(server.address(), "x y", true);

      PluginBackupEntry entry = new PluginBackupEntry("public", "shop", null, 1, 2, 3, "AAAA");
      assertThat(page).isEqualTo(new PluginBackupPage("a:1", 12, "9f", List.of(entry), "abc"));
      assertThat(server.requests().get(0)).contains("after=x+y", "stale=true");
      assertThat(plugin.restore(entry, true).instances())
          .isEqualTo(new PluginRestoreOutcome.Counts(1, 2, 3));
      assertThat(server.requests().get(1)).startsWith("PUT").contains("dryRun=true");
    }
  }

  @Test
  void aServerWithoutThePlugin() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 404, "{\"status\":404,\"error\":\"x\"}")) {
      PluginClient plugin = new PluginClient(FakeServer.client(server));

      assertThat(
              catchThrowableOfType(RegistryException.class, () -> plugin.status(server.address()))
                  .kind())
          .isEqualTo(Kind.PLUGIN_MISSING);
      assertThat(
              catchThrowableOfType(RegistryException.class, () -> plugin.application(APPLICATION))
                  .kind())
          .isEqualTo(Kind.PLUGIN_MISSING);
    }
  }

  /** Whoever upgraded the command first must not be told to install what is there. */
  @Test
  void aPluginThatIsOlderThanTheCommand() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on("/", 404, "{\"status\":404,\"error\":\"x\"}")
            .on("/nacos/landbridge/v1/status", 200, "{\"code\":0,\"data\":{}}")) {
      PluginClient plugin = new PluginClient(FakeServer.client(server));

      RegistryException refused =
          catchThrowableOfType(
              RegistryException.class,
              () -> plugin.showTo(APPLICATION, Audience.share(5, "s"), false));
      assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
      assertThat(refused).hasMessageContaining("older than this command");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "404, NOT_FOUND",
    "409, CONFLICT",
    "400, REFUSED",
    "403, UNAUTHORISED",
    "503, UNAVAILABLE",
    "500, UNEXPECTED_ANSWER"
  })
  void tellsRefusalsApart(int status, Kind kind) throws Exception {
    String body =
        "{\"code\":%d,\"message\":\"application 'prov a' …\",\"data\":null}".formatted(status);
    try (FakeServer server = new FakeServer().on("/", status, body)) {
      PluginClient plugin = new PluginClient(FakeServer.client(server));

      RegistryException failure =
          catchThrowableOfType(
              RegistryException.class, () -> plugin.switchTranslation(APPLICATION, true, true));

      assertThat(failure.kind()).isEqualTo(kind);
      assertThat(failure.what()).contains("application 'prov a' …");
    }
  }

  @Test
  void switchesWithAnEncodedName() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/translation",
                200,
                "{\"code\":0,\"message\":\"success\",\"data\":{\"namespace\":\"public\","
                    + "\"application\":\"prov a\",\"state\":\"SWITCHING_ON\",\"instances\":2,\"imported\":1,"
                    + "\"interfaces\":[\"a\"],\"revisions\":[\"r\"],\"problems\":[\"p\"],"
                    + "\"forced\":true,\"since\":7}}")) {
      assertThat(
              new PluginClient(FakeServer.client(server))
                  .switchTranslation(APPLICATION, true, true))
          .isEqualTo(
              new PluginApplication(
                  APPLICATION,
                  TranslationState.SWITCHING_ON,
                  2,
                  1,
                  List.of("a"),
                  List.of("r"),
                  List.of("p"),
                  true,
                  7));
      assertThat(server.requests().get(0))
          .startsWith("PUT /nacos/landbridge/v1/translation?")
          .contains("application=prov+a")
          .contains("enabled=true", "force=true");
    }
  }

  @Test
  void readsAListToItsEnd() throws Exception {
    String part =
        "{\"code\":0,\"applied\":7,\"next\":%s,\"data\":[{\"namespace\":\"public\","
            + "\"application\":\"%s\",\"state\":\"OBSERVED\"}]}";
    try (FakeServer server =
        new FakeServer()
            .on(
                "/",
                exchange ->
                    FakeServer.answer(
                        exchange,
                        200,
                        exchange.getRequestURI().getQuery() == null
                            ? part.formatted("\"c1\"", "a")
                            : part.formatted("null", "b")))) {
      assertThat(new PluginClient(FakeServer.client(server)).applications())
          .extracting(application -> application.key().name().value())
          .containsExactly("a", "b");
      assertThat(server.requests()).last().asString().endsWith("/applications?after=c1");
    }
  }

  @Test
  void aListThatLeadsNowhereIsNotReadForEver() throws Exception {
    try (FakeServer server =
        new FakeServer().on("/", 200, "{\"code\":0,\"next\":\"c1\",\"data\":[]}")) {
      assertThat(
              catchThrowableOfType(
                      RegistryException.class,
                      () -> new PluginClient(FakeServer.client(server)).applications())
                  .kind())
          .isEqualTo(Kind.UNEXPECTED_ANSWER);
    }
  }

  @Test
  void waitsLongerForAChangeThanForAnythingElse() throws Exception {
    CountDownLatch later = new CountDownLatch(1);
    try (FakeServer server =
        new FakeServer()
            .on(
                "/",
                exchange -> {
                  try {
                    // Longer than the 500 ms this client waits for other answers.
                    later.await(1, TimeUnit.SECONDS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  FakeServer.answer(
                      exchange,
                      200,
                      "{\"code\":0,\"data\":{\"applied\":9,\"reset\":false,\"changes\":["
                          + "{\"namespace\":\"public\",\"application\":\"a\",\"applied\":8}]}}");
                })) {
      PluginChanges changes =
          new PluginClient(FakeServer.client(server)).watch(7, Duration.ofSeconds(10));

      assertThat(changes)
          .isEqualTo(
              new PluginChanges(
                  9,
                  false,
                  List.of(
                      new PluginChanges.Change(
                          new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("a")), 8))));
      assertThat(server.requests().get(0)).contains("since=7").contains("timeoutMillis=10000");
    }
  }

  @Test
  void lossesOfOneServerAreReadPartByPart() throws Exception {
    String loss =
        "{\"kind\":\"NO_DOCUMENT\",\"namespace\":\"public\",\"group\":\"G\",\"service\":\"shop\","
            + "\"address\":\"10.0.0.%d:1\",\"detail\":\"gone\"}";
    try (FakeServer server = inTwoParts("losses", loss)) {
      assertThat(new PluginClient(FakeServer.client(server)).losses(server.address()))
          .containsExactly(
              new PluginLoss("NO_DOCUMENT", "public", "G", "shop", "10.0.0.1:1", "gone", ""),
              new PluginLoss("NO_DOCUMENT", "public", "G", "shop", "10.0.0.2:1", "gone", ""));
    }
  }

  @Test
  void consumersOfOneServerAreReadPartByPart() throws Exception {
    String consumer =
        "{\"namespace\":\"public\",\"group\":\"G\",\"service\":\"providers:demo.A::\",\"level\":"
            + "\"INTERFACE\",\"serviceInterface\":\"demo.A\",\"ip\":\"10.0.0.%d\",\"port\":7,"
            + "\"protocol\":\"GRPC\",\"client\":\"v\",\"app\":\"a\",\"application\":\"b\","
            + "\"provides\":true}";
    try (FakeServer server = inTwoParts("consumers", consumer)) {
      assertThat(
              new PluginClient(FakeServer.client(server))
                  .consumers(server.address(), new PluginConsumerQuery("", "", "demo.A", "shop")))
          .isEqualTo(
              List.of(
                  new PluginConsumer(
                      "public",
                      "G",
                      "providers:demo.A::",
                      "INTERFACE",
                      "demo.A",
                      "10.0.0.1",
                      7,
                      "GRPC",
                      "v",
                      "a",
                      "b",
                      true),
                  new PluginConsumer(
                      "public",
                      "G",
                      "providers:demo.A::",
                      "INTERFACE",
                      "demo.A",
                      "10.0.0.2",
                      7,
                      "GRPC",
                      "v",
                      "a",
                      "b",
                      true)));
      assertThat(server.requests().get(0))
          .contains("interface=demo.A", "application=shop")
          .doesNotContain("namespace=", "service=");
    }
  }

  @Test
  void comparesMembersAtTheSamePointOfTheLog() throws Exception {
    try (FakeServer ahead = member(9);
        FakeServer behind = member(7)) {
      List<MemberDigest> digests = new PluginClient(FakeServer.client(ahead, behind)).digests();

      assertThat(digests)
          .extracting(MemberDigest::asked, MemberDigest::applied, MemberDigest::digest)
          .containsExactly(tuple(ahead.address(), 9L, "d9"), tuple(behind.address(), 9L, "d9"));
    }
  }

  /** Of a list of two, one of which has a 1 where there is a place for a number, the other a 2. */
  private static FakeServer inTwoParts(String list, String item) throws Exception {
    return new FakeServer()
        .on(
            "/nacos/landbridge/v1/" + list,
            exchange -> {
              boolean first = !exchange.getRequestURI().getQuery().contains("after=");
              FakeServer.answer(
                  exchange,
                  200,
                  "{\"code\":0,\"next\":%s,\"data\":[%s]}"
                      .formatted(first ? "\"x\"" : "null", item.formatted(first ? 1 : 2)));
            });
  }

  private static FakeServer member(int applied) throws Exception {
    return new FakeServer()
        .on(
            "/",
            exchange -> {
              String query = exchange.getRequestURI().getQuery();
              String at = query == null ? String.valueOf(applied) : query.replace("at=", "");
              FakeServer.answer(
                  exchange,
                  200,
                  "{\"code\":0,\"data\":{\"member\":\"m\",\"applied\":%s,\"digest\":\"d%s\"}}"
                      .formatted(at, at));
            });
  }

  @Test
  void aStateOfALaterVersionIsNotGuessed() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/",
                200,
                "{\"code\":0,\"message\":\"\",\"data\":{\"application\":\"a\",\"state\":\"NEW\"}}")) {
      assertThat(
              catchThrowableOfType(
                      RegistryException.class,
                      () -> new PluginClient(FakeServer.client(server)).application(APPLICATION))
                  .kind())
          .isEqualTo(Kind.UNEXPECTED_ANSWER);
    }
  }
}
