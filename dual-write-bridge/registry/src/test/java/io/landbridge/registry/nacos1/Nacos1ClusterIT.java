package io.landbridge.registry.nacos1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.http.FakeServer;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.LegacyChange;
import io.landbridge.registry.legacy.LegacyChange.Source;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacyMember;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyRegistration;
import io.landbridge.registry.legacy.LegacySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of legacy servers that fail, lie and stammer; what real ones do is tested there. */
@Timeout(60)
class Nacos1ClusterIT {

  private static final ServiceKey ORDERS =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "orders");
  private static final RegisteredInstance ONE =
      new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 2, true, true, true, Map.of("k", "ü=&"));
  private static final String SERVERS = "/nacos/v1/ns/operator/servers";
  private static final String LIST = "/nacos/v1/ns/instance/list";

  private final CountDownLatch end = new CountDownLatch(1);
  private final BlockingQueue<LegacyChange> changes = new LinkedBlockingQueue<>();
  private FakeServer server;

  @BeforeEach
  void start() throws IOException {
    server = new FakeServer();
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.close();
  }

  private LegacyCluster open(FakeServer... servers) throws RegistryException {
    return open(Credentials.ANONYMOUS, 3, servers);
  }

  private LegacyCluster open(Credentials credentials, int subscriptions, FakeServer... servers)
      throws RegistryException {
    ConnectionSettings connection =
        new ConnectionSettings(
            Arrays.stream(servers).map(FakeServer::address).toList(),
            credentials,
            Duration.ofMillis(1_000),
            Duration.ofMillis(1_500),
            100_000);
    return Nacos1Cluster.open(
        new LegacySettings(connection, "", "127.0.0.1", subscriptions, Duration.ofSeconds(1)),
        changes::add);
  }

  private void hang(HttpExchange exchange) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private static Kind kind(ThrowingCallable call) {
    return catchThrowableOfType(RegistryException.class, call).kind();
  }

  /** A page of the list of services. */
  private static String page(int count, int from, int to) {
    return "{\"count\":%d,\"serviceList\":[%s]}"
        .formatted(
            count,
            IntStream.range(from, to)
                .mapToObj(i -> "{\"name\":\"s%d\",\"groupName\":\"g\",\"ipCount\":1}".formatted(i))
                .collect(Collectors.joining(",")));
  }

  private static int number(HttpExchange exchange) {
    return Integer.parseInt(
        exchange.getRequestURI().getQuery().replaceAll(".*pageNo=(\\d+).*", "$1"));
  }

  private void services(FakeServer.Behaviour behaviour) {
    server.on("/nacos/v1/ns/catalog/services", behaviour);
  }

  @Test
  void servicesThatCannotBeReadAreNeverNone() throws Exception {
    AtomicInteger turn = new AtomicInteger();
    String[] bodies = {"", "<html/>", "{}", "[]", "{\"count\":1}", "{\"serviceList\":[{}]}"};
    services(
        exchange -> {
          int now = turn.getAndIncrement();
          switch (now) {
            case 0 -> FakeServer.answer(exchange, 500, "caused: x");
            case 1 -> FakeServer.answer(exchange, 503, "server is STARTING now");
            case 2 -> {
              exchange.getResponseHeaders().add("Location", "/nacos/elsewhere");
              FakeServer.answer(exchange, 302, "");
            }
            case 3 -> FakeServer.answer(exchange, 404, "");
            case 4 -> hang(exchange);
            default -> FakeServer.answer(exchange, 200, bodies[now - 5]);
          }
        });
    try (LegacyCluster cluster = open(server)) {
      List<Kind> kinds =
          IntStream.range(0, 5 + bodies.length)
              .mapToObj(i -> kind(() -> cluster.services(NamespaceId.PUBLIC)))
              .toList();

      assertThat(kinds)
          .startsWith(
              Kind.UNEXPECTED_ANSWER,
              Kind.UNAVAILABLE,
              Kind.UNEXPECTED_ANSWER,
              Kind.NOT_FOUND,
              Kind.UNREACHABLE)
          .endsWith(bodiesKinds(bodies.length));
    }
  }

  private static Kind[] bodiesKinds(int count) {
    Kind[] kinds = new Kind[count];
    Arrays.fill(kinds, Kind.UNEXPECTED_ANSWER);
    return kinds;
  }

  @Test
  void halfAPageIsAnError() throws Exception {
    services(
        exchange ->
            FakeServer.answer(
                exchange,
                200,
                number(exchange) == 1 ? page(2700, 0, 2000) : page(2700, 2000, 2600)));
    try (LegacyCluster cluster = open(server)) {
      assertThat(kind(() -> cluster.services(NamespaceId.PUBLIC))).isEqualTo(Kind.INCOMPLETE);
    }
  }

  @Test
  void aListThatEndsInTheMiddleIsAnError() throws Exception {
    services(
        exchange ->
            FakeServer.answer(
                exchange, 200, number(exchange) == 1 ? page(2700, 0, 2000) : page(0, 0, 0)));
    try (LegacyCluster cluster = open(server)) {
      assertThat(kind(() -> cluster.services(NamespaceId.PUBLIC))).isEqualTo(Kind.INCOMPLETE);
    }
  }

  /** 1.x takes a service without a group, and lists it with all others. */
  @Test
  void noEntryOfAListKeepsTheOthersFromBeingRead() throws Exception {
    oneMember();
    String datum =
        "\"com.alibaba.nacos.naming.iplist.ephemeral.%s\":{\"value\":{\"instanceList\":[%s]}}";
    String one = DATUM.formatted(1, true, 1, "");
    server
        .on(
            "/nacos/v1/ns/catalog/services",
            200,
            "{\"count\":3,\"serviceList\":[{\"name\":\"x\",\"groupName\":\"\",\"ipCount\":1},"
                + "{\"name\":\"\",\"groupName\":\"g\"},{\"name\":\"orders\",\"groupName\":\"g\"}]}")
        .on(
            "/nacos/v1/ns/distro/datums",
            200,
            "{%s,%s,%s}"
                .formatted(
                    datum.formatted("public##@@x", one),
                    datum.formatted("a\\u0001b##g@@y", one),
                    datum.formatted("public##g@@orders", "{\"ip\":\"\"}," + one)));
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.services(NamespaceId.PUBLIC))
          .extracting(
              each -> each.key().group() + "/" + each.key().name(), it -> it.refusal().isEmpty())
          .containsExactlyInAnyOrder(
              tuple("/x", false), tuple("g/", false), tuple("g/orders", true));
      assertThat(cluster.snapshot().orElseThrow().services().keySet())
          .extracting(ServiceKey::toString)
          .containsExactly("public/g/orders");
    }
  }

  @Test
  void aListThatIsWholeTheNextTimeIsRead() throws Exception {
    AtomicInteger turn = new AtomicInteger();
    services(
        exchange ->
            FakeServer.answer(
                exchange, 200, turn.getAndIncrement() == 0 ? page(2, 0, 1) : page(2, 0, 2)));
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.services(NamespaceId.PUBLIC)).hasSize(2);
    }
  }

  private void oneMember() {
    server.on(SERVERS, 200, "{\"servers\":[{\"ip\":\"127.0.0.1\",\"port\":1,\"state\":\"UP\"}]}");
  }

  @Test
  void onlyTheServersOwnWordMakesAServiceGone() throws Exception {
    oneMember();
    AtomicInteger turn = new AtomicInteger();
    server.on(
        "/nacos/v1/ns/catalog/service",
        exchange -> {
          boolean first = turn.getAndIncrement() == 0;
          FakeServer.answer(exchange, 404, first ? "service g@@s is not found!" : "<h1>404</h1>");
        });
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.service(ORDERS)).isEmpty();
      assertThat(kind(() -> cluster.service(ORDERS))).isEqualTo(Kind.NOT_FOUND);
    }
  }

  @Test
  void aClusterThatCannotBeReadMakesTheServiceUnreadable() throws Exception {
    oneMember();
    AtomicReference<String> without = new AtomicReference<>("cluster B is not found!");
    server
        .on(
            "/nacos/v1/ns/catalog/service",
            200,
            "{\"service\":{\"metadata\":{}},\"clusters\":[{\"name\":\"A\"},{\"name\":\"B\"}]}")
        .on(
            "/nacos/v1/ns/catalog/instances",
            exchange -> {
              boolean known = exchange.getRequestURI().getQuery().contains("clusterName=A");
              FakeServer.answer(
                  exchange, known ? 200 : 404, known ? INSTANCES.formatted(0, "") : without.get());
            });
    try (LegacyCluster cluster = open(server)) {
      assertThat(kind(() -> cluster.service(ORDERS))).isEqualTo(Kind.INCOMPLETE);
      assertThat(cluster.instances(new LegacyPart(ORDERS, "A")).firstHand()).isTrue();
      assertThat(cluster.instances(new LegacyPart(ORDERS, "B")).instances()).isEmpty();

      // It may be a proxy that says so, and not the server.
      without.set("<h1>404</h1>");
      assertThat(kind(() -> cluster.service(ORDERS))).isEqualTo(Kind.NOT_FOUND);
      assertThat(kind(() -> cluster.instances(new LegacyPart(ORDERS, "B"))))
          .isEqualTo(Kind.NOT_FOUND);
    }
  }

  private static final String INSTANCES = "{\"count\":%d,\"list\":[%s]}";
  private static final String DATUMS =
      "{\"com.alibaba.nacos.naming.iplist.ephemeral.public##DEFAULT_GROUP@@orders\":"
          + "{\"value\":{\"instanceList\":[%s]}}}";
  private static final String DATUM =
      "{\"ip\":\"10.0.0.%d\",\"port\":80,\"healthy\":%s,\"lastBeat\":%d,\"metadata\":{\"of\":\"%s\"}}";

  private void members(FakeServer... members) {
    server.on(
        SERVERS,
        200,
        "{\"servers\":[%s]}"
            .formatted(
                Stream.of(members)
                    .map(each -> each.address().base().getPort())
                    .map("{\"ip\":\"127.0.0.1\",\"port\":%d,\"state\":\"UP\"}"::formatted)
                    .collect(Collectors.joining(","))));
  }

  @Test
  void aSnapshotNamesTheMembersThatWereSilent() throws Exception {
    try (FakeServer third = new FakeServer().on("/", this::hang)) {
      server.on(
          "/nacos/v1/ns/distro/datums", 200, DATUMS.formatted(DATUM.formatted(1, true, 1, "")));
      members(server, third);
      try (LegacyCluster cluster = open(server)) {
        var snapshot = cluster.snapshot().orElseThrow();

        assertThat(snapshot.silent()).containsExactly(third.address());
        assertThat(snapshot.services().get(ORDERS)).hasSize(1);
        assertThat(snapshot.readAt()).isPositive();
      }
    }
  }

  @Test
  void whoHeardOfAnInstanceLastKnowsWhatItIs() throws Exception {
    try (FakeServer responsible = new FakeServer()) {
      String both = "%s,%s".formatted(DATUM, DATUM);
      server.on(
          "/nacos/v1/ns/distro/datums",
          200,
          DATUMS.formatted(both.formatted(1, true, 1_000, "stale", 2, true, 4_000, "newest")));
      responsible.on(
          "/nacos/v1/ns/distro/datums",
          200,
          DATUMS.formatted(both.formatted(1, false, 2_000, "newest", 3, true, 5_000, "newest")));
      members(server, responsible);
      try (LegacyCluster cluster = open(server)) {
        List<LegacyInstance> found = cluster.snapshot().orElseThrow().services().get(ORDERS);

        assertThat(found).extracting(each -> each.seen().ip()).endsWith("10.0.0.3").hasSize(3);
        assertThat(found)
            .extracting(each -> each.seen().metadata().get("of"))
            .containsOnly("newest");
        assertThat(found)
            .extracting(LegacyInstance::lastBeat)
            .containsExactly(2_000L, 4_000L, 5_000L);
        assertThat(found.get(0).seen().healthy()).isFalse();
      }
    }
  }

  @Test
  void aServiceIsReadFromWhoReceivesItsBeatsAndSaysSoOtherwise() throws Exception {
    String service = "{\"service\":{\"metadata\":{}},\"clusters\":[{\"name\":\"A\"}]}";
    server
        .on("/nacos/v1/ns/catalog/service", 200, service)
        .on("/nacos/v1/ns/catalog/instances", 200, INSTANCES.formatted(0, ""));
    FakeServer responsible =
        new FakeServer()
            .on("/nacos/v1/ns/catalog/service", 200, service)
            .on(
                "/nacos/v1/ns/catalog/instances",
                200,
                INSTANCES.formatted(1, DATUM.formatted(1, true, 1_000, "")));
    members(server, responsible);
    server.on(
        "/nacos/v1/ns/operator/distro/server",
        200,
        "{\"responsibleServer\":\"%s\"}".formatted(responsible.address().hostAndPort()));
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.service(ORDERS).orElseThrow().held())
          .satisfies(each -> assertThat(each.firstHand()).isTrue())
          .satisfies(each -> assertThat(each.instances()).hasSize(1));
      assertThat(cluster.instances(new LegacyPart(ORDERS, "A")))
          .satisfies(each -> assertThat(each.firstHand()).isTrue())
          .satisfies(each -> assertThat(each.readAt()).isPositive())
          .satisfies(each -> assertThat(each.instances()).hasSize(1));

      responsible.close();
      assertThat(cluster.service(ORDERS).orElseThrow().held())
          .satisfies(each -> assertThat(each.firstHand()).isFalse())
          .satisfies(each -> assertThat(each.instances()).isEmpty());
      assertThat(cluster.instances(new LegacyPart(ORDERS, "A")).firstHand()).isFalse();
    }
  }

  /** The answers of the other members are hearsay: the one without an address is never read. */
  @Test
  void aMemberWithoutAnAddressKeepsNoOtherFromBeingRead() throws Exception {
    server
        .on("/nacos/v1/ns/distro/datums", 200, DATUMS.formatted(DATUM.formatted(1, true, 1, "")))
        .on("/nacos/v1/ns/catalog/instances", 200, INSTANCES.formatted(0, ""))
        .on("/nacos/v1/ns/operator/distro/server", 200, "{\"responsibleServer\":\"a b:x\"}")
        .on(
            SERVERS,
            200,
            "{\"servers\":[{\"ip\":\"a b\",\"port\":8848,\"state\":\"UP\"},"
                + "{\"ip\":\"127.0.0.1\",\"port\":%d,\"state\":\"UP\"},{\"ip\":\"c\"}]}"
                    .formatted(server.address().base().getPort()));
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.members().usable())
          .extracting(LegacyMember::address)
          .containsExactly(server.address());
      assertThat(cluster.members().unusable()).containsExactly("a b:8848", "c:0");
      assertThat(cluster.snapshot().orElseThrow().instances()).isEqualTo(1);
      assertThat(cluster.instances(new LegacyPart(ORDERS, "A")).firstHand()).isFalse();
    }
  }

  /** How many instances such a service has is in the list of services, and it is read by itself. */
  @Test
  void anEntryOfASnapshotThatIsNoServiceKeepsNoOtherFromBeingRead() throws Exception {
    oneMember();
    String orders = DATUMS.formatted(DATUM.formatted(1, true, 1, ""));
    server.on(
        "/nacos/v1/ns/distro/datums",
        200,
        "{\"x\":{},\"x\u202e##y\":{\"value\":{\"instanceList\":[{\"ip\":\"1\",\"port\":1}]}},"
            + orders
                .substring(1, orders.length() - 1)
                .replace("@@orders", "@@broken")
                .replaceAll("\\[.*\\]", "7")
            + ","
            + orders.substring(1));
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.snapshot().orElseThrow().services().keySet()).containsExactly(ORDERS);
    }
  }

  @Test
  void aBrokenSnapshotIsNoneAtAll() throws Exception {
    oneMember();
    AtomicInteger turn = new AtomicInteger();
    String[] bodies = {
      "[]", DATUMS.formatted(DATUM.formatted(1, true, 1, "")).replaceAll(".$", ""), "{\"x\":"
    };
    server.on(
        "/nacos/v1/ns/distro/datums",
        exchange -> {
          int now = turn.getAndIncrement();
          boolean broken = now < bodies.length;
          FakeServer.answer(exchange, broken ? 200 : 501, broken ? bodies[now] : "no such api");
        });
    try (LegacyCluster cluster = open(server)) {
      for (int i = 0; i < bodies.length; i++) {
        assertThat(kind(cluster::snapshot)).isEqualTo(Kind.UNEXPECTED_ANSWER);
      }
      assertThat(cluster.snapshot()).isEmpty();
    }
  }

  @Test
  void aBeatIsShortAndLongOnlyForServersThatKnowNoOther() throws Exception {
    AtomicInteger turn = new AtomicInteger();
    server.on(
        "/nacos/v1/ns/instance/beat",
        exchange -> {
          switch (turn.getAndIncrement()) {
            case 0 ->
                FakeServer.answer(exchange, 200, "{\"clientBeatInterval\":5000,\"code\":20404}");
            case 1 ->
                FakeServer.answer(exchange, 200, "{\"clientBeatInterval\":30000,\"code\":10200}");
            case 2 -> FakeServer.answer(exchange, 400, "caused: Param 'beat' is required.;");
            default -> FakeServer.answer(exchange, 200, "{\"clientBeatInterval\":5000}");
          }
        });
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.beat(ORDERS, ONE).known()).isFalse();
      assertThat(cluster.beat(ORDERS, ONE).next()).isEqualTo(Duration.ofSeconds(30));
      assertThat(cluster.beat(ORDERS, ONE).known()).isTrue();
      assertThat(cluster.beat(ORDERS, ONE).known()).isTrue();

      assertThat(server.requests()).hasSize(5);
      assertThat(server.requests().subList(0, 3)).noneMatch(each -> each.contains("beat="));
      assertThat(server.requests().subList(3, 5)).allMatch(each -> each.contains("beat=%7B"));
    }
  }

  /** Answers with one instance whose address tells who says so and of what. */
  private static FakeServer withInstances(FakeServer server, int number) {
    return server.on(
        "/nacos/v1/ns/catalog/instances",
        exchange -> {
          String query = exchange.getRequestURI().getQuery();
          if (query.contains("clusterName=none")) {
            FakeServer.answer(exchange, 500, "cluster none is not found!");
          } else if (query.contains("clusterName=bad")) {
            FakeServer.answer(exchange, 500, "caused: no leader");
          } else {
            String instance =
                DATUM.formatted(number, true, 1_000, query.replaceAll(".*@@([a-z]+).*", "$1"));
            FakeServer.answer(exchange, 200, INSTANCES.formatted(1, instance));
          }
        });
  }

  private static String where(Attempt<LegacyInstances> of) throws RegistryException {
    RegisteredInstance seen = of.get().instances().get(0).seen();
    return "%s of %s%s"
        .formatted(seen.ip(), seen.metadata().get("of"), of.get().firstHand() ? "" : " by hearsay");
  }

  @Test
  void eachOfSeveralPartsIsReadFromWhoReceivesItsBeats() throws Exception {
    try (FakeServer other = withInstances(new FakeServer(), 2)) {
      FakeServer away = new FakeServer();
      away.close();
      withInstances(server, 1);
      members(server, other);
      server.on(
          "/nacos/v1/ns/operator/distro/server",
          exchange -> {
            String query = exchange.getRequestURI().getQuery();
            FakeServer responsible =
                query.contains("@@other") ? other : query.contains("@@away") ? away : server;
            FakeServer.answer(
                exchange,
                query.contains("@@unknown") ? 500 : 200,
                "{\"responsibleServer\":\"%s\"}".formatted(responsible.address().hostAndPort()));
          });
      try (LegacyCluster cluster = open(server)) {
        List<Attempt<LegacyInstances>> answers =
            cluster.instancesOfAll(
                Stream.of("a", "other", "away", "b", "unknown", "other", "a/none", "a/bad", "c")
                    .map(each -> (each + "/A").split("/", -1))
                    .map(
                        each ->
                            new LegacyPart(
                                new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", each[0]),
                                each[1]))
                    .toList());

        assertThat(where(answers.get(0))).isEqualTo("10.0.0.1 of a");
        assertThat(where(answers.get(1))).isEqualTo("10.0.0.2 of other");
        assertThat(where(answers.get(2))).isEqualTo("10.0.0.1 of away by hearsay");
        assertThat(where(answers.get(3))).isEqualTo("10.0.0.1 of b");
        assertThat(where(answers.get(4))).isEqualTo("10.0.0.1 of unknown by hearsay");
        assertThat(where(answers.get(5))).isEqualTo("10.0.0.2 of other");
        assertThat(answers.get(6).get().instances()).isEmpty();
        assertThat(kind(answers.get(7)::get)).isEqualTo(Kind.UNEXPECTED_ANSWER);
        assertThat(where(answers.get(8))).isEqualTo("10.0.0.1 of c");
      }
    }
  }

  @Test
  void aSingleInstanceIsReadByItselfAlsoAmongWholeParts() throws Exception {
    oneMember();
    withInstances(server, 1);
    server.on(
        "/nacos/v1/ns/instance",
        exchange -> {
          String query = exchange.getRequestURI().getQuery();
          int port = Integer.parseInt(query.replaceAll(".*port=(\\d+).*", "$1"));
          String failure =
              switch (port) {
                case 3 -> "caused: no matched ip found!;";
                case 4 -> "caused: no service DEFAULT_GROUP@@orders found!;";
                case 5 -> "caused: no ips found for cluster A in service DEFAULT_GROUP@@orders;";
                case 6 -> "caused: no leader found;";
                default -> "";
              };
          String found =
              "{\"service\":\"DEFAULT_GROUP@@orders\",\"ip\":\"10.0.0.9\",\"port\":%d,"
                  + "\"clusterName\":\"A\",\"weight\":2.0,\"healthy\":false,\"metadata\":{%s}}";
          FakeServer.answer(
              exchange,
              failure.isEmpty() ? 200 : 500,
              failure.isEmpty()
                  ? found.formatted(
                      port, port == 2 ? "\"landbridge.bridge.disabled\":\"true\"" : "")
                  : failure);
        });
    LegacyPart part = new LegacyPart(ORDERS, "A");
    RegisteredInstance ninth =
        new RegisteredInstance("10.0.0.9", 1, "A", 2, false, true, true, Map.of());
    try (LegacyCluster cluster = open(server)) {
      List<Attempt<LegacyInstances>> answers =
          cluster.instancesOfAll(
              Stream.of(1, 0, 2, 3, 4, 5, 6)
                  .map(port -> port == 0 ? part : part.only("10.0.0.9", port))
                  .toList());

      assertThat(answers.get(0).get())
          .satisfies(each -> assertThat(each.firstHand()).isTrue())
          .satisfies(each -> assertThat(each.readAt()).isPositive())
          .extracting(LegacyInstances::instances)
          .isEqualTo(List.of(new LegacyInstance(ninth, LegacyInstance.UNKNOWN_BEAT)));
      assertThat(where(answers.get(1))).isEqualTo("10.0.0.1 of orders");
      assertThat(answers.get(2).get().instances().get(0).seen().enabled()).isFalse();
      for (int i : List.of(3, 4, 5)) {
        assertThat(answers.get(i).get().instances()).isEmpty();
      }
      assertThat(kind(answers.get(6)::get)).isEqualTo(Kind.UNEXPECTED_ANSWER);
    }
  }

  private static LegacyRegistration numbered(int port) {
    return new LegacyRegistration(
        ORDERS, new RegisteredInstance("10.0.0.1", port, "A", 1, true, true, true, Map.of()));
  }

  @Test
  void eachOfSeveralBeatsHasItsOwnAnswer() throws Exception {
    server.on(
        "/nacos/v1/ns/instance/beat",
        exchange -> {
          String query = exchange.getRequestURI().getQuery();
          if (query.contains("port=3") && !query.contains("beat=")) {
            FakeServer.answer(exchange, 400, "caused: Param 'beat' is required.;");
          } else if (query.contains("port=4")) {
            FakeServer.answer(exchange, 500, "caused: no leader");
          } else {
            FakeServer.answer(
                exchange,
                200,
                "{\"clientBeatInterval\":5000,\"code\":%d}"
                    .formatted(query.contains("port=2") ? 20404 : 10200));
          }
        });
    try (LegacyCluster cluster = open(server)) {
      List<Attempt<BeatAnswer>> answers =
          cluster.beatAll(List.of(numbered(1), numbered(2), numbered(3), numbered(4), numbered(5)));

      assertThat(answers.get(0).get().known()).isTrue();
      assertThat(answers.get(1).get().known()).isFalse();
      assertThat(answers.get(2).get().known()).isTrue();
      assertThat(kind(answers.get(3)::get)).isEqualTo(Kind.UNEXPECTED_ANSWER);
      assertThat(answers.get(4).get().known()).isTrue();
    }
  }

  @Test
  void whatTheUserMayNotRegisterKeepsNoneOfTheOthersOut() throws Exception {
    AtomicInteger logins = letLogIn();
    server.on(
        "/nacos/v1/ns/instance",
        exchange -> {
          boolean refused =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                  .matches(".*\\bport=2\\b.*");
          FakeServer.answer(
              exchange, refused ? 403 : 200, refused ? "authorization failed!" : "ok");
        });
    try (LegacyCluster cluster = open(new Credentials("nacos", "hunter2"), 1, server)) {
      List<Attempt<Boolean>> done =
          cluster.registerAll(List.of(numbered(1), numbered(2), numbered(3)));

      assertThat(done.get(0).get()).isTrue();
      assertThat(kind(done.get(1)::get)).isEqualTo(Kind.REFUSED);
      assertThat(done.get(2).get()).isTrue();
      assertThat(logins).hasValue(2);
    }
  }

  @Test
  void aWriteThatIsNotConfirmedHasFailed() throws Exception {
    AtomicInteger turn = new AtomicInteger();
    server.on(
        "/nacos/v1/ns/instance",
        exchange -> {
          switch (turn.getAndIncrement()) {
            case 0 -> FakeServer.answer(exchange, 500, "caused: no leader");
            case 1 -> FakeServer.answer(exchange, 200, "<html>welcome</html>");
            case 2 -> FakeServer.answer(exchange, 400, "caused: instance not exist: x;");
            case 3 -> hang(exchange);
            default -> FakeServer.answer(exchange, 200, "ok");
          }
        });
    try (LegacyCluster cluster = open(server)) {
      assertThat(kind(() -> cluster.register(ORDERS, ONE))).isEqualTo(Kind.UNEXPECTED_ANSWER);
      assertThat(kind(() -> cluster.deregister(ORDERS, ONE))).isEqualTo(Kind.UNEXPECTED_ANSWER);
      assertThat(cluster.update(ORDERS, ONE)).isFalse();
      assertThat(kind(() -> cluster.register(ORDERS, ONE))).isEqualTo(Kind.UNREACHABLE);
      assertThat(cluster.update(ORDERS, ONE)).isTrue();
    }
  }

  /** Everybody is given another token each time; counts how often. */
  private AtomicInteger letLogIn() {
    AtomicInteger logins = new AtomicInteger();
    server.on(
        "/nacos/v1/auth/login",
        exchange ->
            FakeServer.answer(
                exchange,
                200,
                "{\"accessToken\":\"t%d\",\"tokenTtl\":18000}"
                    .formatted(logins.incrementAndGet())));
    return logins;
  }

  @Test
  void anExpiredTokenIsRenewedAndTheRequestRepeated() throws Exception {
    AtomicInteger logins = letLogIn();
    server.on(
        "/nacos/v1/ns/instance",
        exchange -> {
          boolean fresh =
              "Bearer t2".equals(exchange.getRequestHeaders().getFirst("Authorization"));
          FakeServer.answer(exchange, fresh ? 200 : 403, fresh ? "ok" : "token expired!");
        });
    try (LegacyCluster cluster = open(new Credentials("nacos", "hunter2"), 1, server)) {
      cluster.register(ORDERS, ONE);

      assertThat(logins).hasValue(2);
      assertThat(server.requests()).noneMatch(each -> each.contains("hunter2"));
    }
  }

  @Test
  void whatTheUserMayNotDoIsRefusedAndWhoLogsInForEachIsNobody() throws Exception {
    AtomicInteger logins = letLogIn();
    server.on("/nacos/v1/ns/instance", 403, "authorization failed!");
    try (LegacyCluster cluster = open(new Credentials("nacos", "hunter2"), 1, server)) {
      RegistryException failure =
          catchThrowableOfType(RegistryException.class, () -> cluster.register(ORDERS, ONE));
      assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
      assertThat(failure).hasMessageContaining("no write access").hasMessageContaining("namespace");
      assertThat(kind(() -> cluster.deregister(ORDERS, ONE))).isEqualTo(Kind.REFUSED);
      assertThat(kind(() -> cluster.update(ORDERS, ONE))).isEqualTo(Kind.REFUSED);
      assertThat(kind(() -> cluster.beat(ORDERS, ONE))).isEqualTo(Kind.REFUSED);

      // Once to begin with, and once to see that it is not the token.
      assertThat(logins).hasValue(2);
    }
    try (LegacyCluster cluster = open(server)) {
      assertThat(kind(() -> cluster.register(ORDERS, ONE))).isEqualTo(Kind.UNAUTHORISED);
    }
  }

  @Test
  void aTokenIsRenewedBeforeItExpires() throws Exception {
    AtomicInteger logins = new AtomicInteger();
    server
        .on(
            "/nacos/v1/auth/login",
            exchange ->
                FakeServer.answer(
                    exchange,
                    200,
                    "{\"accessToken\":\"t%d\",\"tokenTtl\":1}".formatted(logins.incrementAndGet())))
        .on("/nacos/v1/ns/instance", 200, "ok");
    try (LegacyCluster cluster = open(new Credentials("nacos", "hunter2"), 1, server)) {
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () -> {
                cluster.register(ORDERS, ONE);
                assertThat(logins).hasValueGreaterThan(1);
              });
    }
  }

  @Test
  void theNextServerIsAskedWhenOneIsAway() throws Exception {
    FakeServer away = new FakeServer();
    away.close();
    server.on("/nacos/v1/ns/instance", 200, "ok");
    try (LegacyCluster cluster = open(away, server)) {
      cluster.register(ORDERS, ONE);

      assertThat(server.requests()).containsExactly("POST /nacos/v1/ns/instance");
    }
  }

  @Test
  void aNewerServerIsRefused() throws Exception {
    server.on("/nacos/v1/console/server/state", 200, "{\"version\":\"2.2.4\"}");
    try (LegacyCluster cluster = open(server)) {
      RegistryException failure = catchThrowableOfType(RegistryException.class, cluster::server);

      assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
      assertThat(failure).hasMessageContaining("Nacos 2.2.4, not 1.x");
    }
  }

  @Test
  void moreRequestsThanAllowedWaitForTheirTurn() throws Exception {
    AtomicInteger under = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch third = new CountDownLatch(3);
    server.on(
        "/nacos/v1/ns/instance",
        exchange -> {
          most.accumulateAndGet(under.incrementAndGet(), Math::max);
          third.countDown();
          try {
            // The first two keep their places for a while, in which nobody else may come.
            var unused = third.await(500, TimeUnit.MILLISECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          under.decrementAndGet();
          FakeServer.answer(exchange, 200, "ok");
        });
    ConnectionSettings connection =
        ConnectionSettings.of(List.of(server.address()), Credentials.ANONYMOUS).withMaxRequests(2);
    ExecutorService callers = Executors.newFixedThreadPool(8);
    try (LegacyCluster cluster =
        Nacos1Cluster.open(LegacySettings.of(connection), LegacyListener.NONE)) {
      Callable<Boolean> call =
          () -> {
            cluster.register(ORDERS, ONE);
            return true;
          };

      for (Future<Boolean> each : callers.invokeAll(Collections.nCopies(8, call))) {
        assertThat(each.get()).isTrue();
      }

      assertThat(most).hasValue(2);
    } finally {
      callers.shutdownNow();
    }
  }

  private static String shown(String ip) {
    return """
    {"name":"DEFAULT_GROUP@@orders","hosts":[{"ip":"%s","port":80,"weight":1.0,"healthy":true}]}\
    """
        .formatted(ip);
  }

  private LegacyChange next() throws InterruptedException {
    LegacyChange change = changes.poll(10, TimeUnit.SECONDS);
    assertThat(change).as("a change").isNotNull();
    return change;
  }

  private int udpPort() {
    await().until(() -> server.requests().stream().anyMatch(each -> each.contains("udpPort")));
    return server.requests().stream()
        .filter(each -> each.contains("udpPort"))
        .map(each -> Integer.parseInt(each.replaceAll(".*udpPort=(\\d+).*", "$1")))
        .findFirst()
        .orElseThrow();
  }

  private static String push(String type, String data) {
    return "{\"type\":\"%s\",\"lastRefTime\":42,\"data\":\"%s\"}"
        .formatted(type, data.replace("\"", "\\\""));
  }

  /** Sends and gives the acknowledgement. */
  private static String sent(int port, byte[] bytes) throws IOException {
    try (DatagramSocket socket =
        new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      socket.setSoTimeout(5_000);
      socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
      DatagramPacket answer = new DatagramPacket(new byte[1_000], 1_000);
      socket.receive(answer);
      return new String(answer.getData(), 0, answer.getLength(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void pushesAreAcknowledgedAndToldOf() throws Exception {
    server.on(LIST, 200, shown("10.0.0.1"));
    try (LegacyCluster cluster = open(server)) {
      assertThat(cluster.subscribe(ORDERS)).isTrue();
      assertThat(next().source()).isEqualTo(Source.QUESTION);
      int port = udpPort();

      String plain = sent(port, push("dom", shown("10.0.0.2")).getBytes(StandardCharsets.UTF_8));
      LegacyChange first = next();
      String compressed = sent(port, packed(push("service", shown("10.0.0.3"))));
      LegacyChange second = next();
      String unknown = sent(port, packed(push("weather", "{}")));

      assertThat(List.of(plain, compressed))
          .allSatisfy(
              each ->
                  assertThat(each)
                      .contains(
                          "\"type\":\"push-ack\"", "\"lastRefTime\":\"42\"", "\"data\":\"\""));
      assertThat(unknown).contains("unknown-ack");
      assertThat(first.source()).isEqualTo(Source.PUSH);
      assertThat(first.shown()).extracting(RegisteredInstance::ip).containsExactly("10.0.0.2");
      assertThat(second.shown()).extracting(RegisteredInstance::ip).containsExactly("10.0.0.3");
      // And what was pushed and is not so is set right by the next question.
      assertThat(next().shown()).extracting(RegisteredInstance::ip).containsExactly("10.0.0.1");
    }
  }

  @Test
  void whatIsNoPushIsDropped() throws Exception {
    server.on(LIST, 200, shown("10.0.0.1"));
    try (LegacyCluster cluster = open(server)) {
      cluster.subscribe(ORDERS);
      assertThat(next().source()).isEqualTo(Source.QUESTION);
      int port = udpPort();
      try (DatagramSocket socket = new DatagramSocket()) {
        for (byte[] bytes :
            List.of(
                new byte[0],
                new byte[] {0x1f, (byte) 0x8b, 0, 1},
                "{\"type\":".getBytes(StandardCharsets.UTF_8),
                packed(push("dom", "x".repeat(200_000))),
                // Nested as deep as no stack is.
                packed("[".repeat(90_000)),
                packed(push("dom", "[".repeat(90_000))))) {
          socket.send(
              new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
        }
      }

      sent(port, packed(push("dom", shown("10.0.0.9"))));
      assertThat(next().shown()).extracting(RegisteredInstance::ip).containsExactly("10.0.0.9");
    }
  }

  /** A stranger has nothing unpacked, asked for or answered. */
  @Test
  void whoIsNoServerOfTheClusterIsNotLookedAt() throws Exception {
    server.on(LIST, 200, shown("10.0.0.1"));
    try (LegacyCluster cluster = open(server);
        DatagramSocket stranger =
            new DatagramSocket(new InetSocketAddress(InetAddress.getByName("127.0.0.9"), 0))) {
      cluster.subscribe(ORDERS);
      assertThat(next().source()).isEqualTo(Source.QUESTION);
      int port = udpPort();
      byte[] bytes = packed(push("dom", shown("10.6.6.6")));
      stranger.setSoTimeout(500);
      stranger.send(
          new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
      assertThatThrownBy(() -> stranger.receive(new DatagramPacket(new byte[100], 100)))
          .isInstanceOf(SocketTimeoutException.class);

      sent(port, packed(push("dom", shown("10.0.0.9"))));
      assertThat(next().shown()).extracting(RegisteredInstance::ip).containsExactly("10.0.0.9");
    }
  }

  @Test
  void theSameNameInTwoNamespacesIsAskedForInstead() throws Exception {
    server.on(LIST, 200, shown("10.0.0.1"));
    ServiceKey elsewhere = new ServiceKey(NamespaceId.of("dev"), ORDERS.group(), ORDERS.name());
    try (LegacyCluster cluster = open(server)) {
      cluster.subscribe(ORDERS);
      cluster.subscribe(elsewhere);
      assertThat(List.of(next().service(), next().service()))
          .containsExactlyInAnyOrder(ORDERS, elsewhere);
      int before = server.requests().size();

      sent(udpPort(), packed(push("dom", shown("10.0.0.2"))));

      await().until(() -> server.requests().size() >= before + 2);
      assertThat(changes).noneMatch(each -> each.source() == Source.PUSH);
    }
  }

  @Test
  void subscriptionsAreBoundedAndEnd() throws Exception {
    server.on(LIST, 200, shown("10.0.0.1"));
    try (LegacyCluster cluster = open(Credentials.ANONYMOUS, 1, server)) {
      assertThat(cluster.subscribe(ORDERS)).isTrue();
      assertThat(cluster.subscribe(ORDERS)).isTrue();
      ServiceKey other = new ServiceKey(NamespaceId.PUBLIC, "g", "other");
      assertThat(cluster.subscribe(other)).isFalse();

      cluster.unsubscribe(ORDERS);

      assertThat(cluster.subscribe(other)).isTrue();
      await()
          .until(() -> server.requests().stream().anyMatch(each -> each.contains("g%40%40other")));
      long asked = asked("orders");
      await().until(() -> asked("other") >= 3);
      assertThat(asked("orders")).isEqualTo(asked);
    }
  }

  private long asked(String name) {
    return server.requests().stream().filter(each -> each.contains(name)).count();
  }
}
