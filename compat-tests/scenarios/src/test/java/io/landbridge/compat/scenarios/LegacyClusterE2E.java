package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.connect.LegacyConnector;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyChange;
import io.landbridge.registry.legacy.LegacyChange.Source;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacySettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The port to a 1.x cluster does on a real server what it says. One server with authentication on;
 * what has to expire is registered first and looked at late.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LegacyClusterE2E {

  private static final NamespaceId PUBLIC = NamespaceId.PUBLIC;
  private static final ServiceKey MORTAL = new ServiceKey(PUBLIC, "DEFAULT_GROUP", "mortal");
  private static final Credentials ADMIN = new Credentials("nacos", "nacos");
  private static final ExportMark MARK = ExportMark.of("new");

  private static final BlockingQueue<LegacyChange> CHANGES = new LinkedBlockingQueue<>();

  private static NacosEnsemble ensemble;
  private static LegacyCluster legacy;

  @BeforeAll
  static void start() throws RegistryException {
    ensemble =
        NacosEnsemble.start(
            ServerSpec.of(NacosVersion.V1_4_1)
                .withProperty("nacos.core.auth.enabled", "true")
                // Or nobody could log in during the first seconds.
                .withProperty("nacos.core.auth.caching.enabled", "false")
                .withProperty("nacos.core.auth.default.token.expire.seconds", "18000")
                .withProperty("nacos.core.auth.default.token.secret.key", "0123456789".repeat(7)));
    legacy = open(ADMIN, CHANGES::add);
    legacy.register(MORTAL, instance("10.9.0.1", Map.of()));
    legacy.register(MORTAL, MARK.on(instance("10.9.0.2", Map.of())));
    legacy.register(
        MORTAL,
        instance(
            "10.9.0.3",
            Map.of(ExportMark.BEAT_TIMEOUT, "3000", ExportMark.DELETE_TIMEOUT, "6000")));
  }

  @AfterAll
  static void stop() {
    legacy.close();
    ensemble.close();
  }

  private static NacosServer server() {
    return ensemble.member(0);
  }

  private static LegacyCluster open(Credentials credentials, LegacyListener listener)
      throws RegistryException {
    return LegacyConnector.open(
        LegacySettings.of(
            ConnectionSettings.of(List.of(ServerAddress.parse(server().baseUrl())), credentials)),
        listener);
  }

  private static RegisteredInstance instance(String ip, Map<String, String> metadata) {
    return new RegisteredInstance(ip, 80, "DEFAULT", 1, true, true, true, metadata);
  }

  private static List<LegacyInstance> instances(ServiceKey service) throws RegistryException {
    return legacy.service(service).orElseThrow().held().instances();
  }

  /** The server answers a registration, an edit or a deregistration before it lists it. */
  private static void has(ServiceKey service, int instances) {
    await()
        .alias(service + " has " + instances)
        .atMost(Steps.SOON)
        .untilAsserted(() -> assertThat(instances(service)).hasSize(instances));
  }

  private static LegacyInstance only(ServiceKey service) throws RegistryException {
    assertThat(instances(service)).hasSize(1);
    return instances(service).get(0);
  }

  @Test
  @Order(1)
  void tellsWhoItIsAndWhoIsWithIt() throws Exception {
    assertThat(legacy.server().version()).isEqualTo("1.4.1");
    assertThat(legacy.members().usable())
        .singleElement()
        .satisfies(
            member -> {
              assertThat(member.address()).isEqualTo(ServerAddress.parse(server().baseUrl()));
              assertThat(member.isUp()).isTrue();
            });
  }

  @Test
  @Order(1)
  void nobodyElseMayReadOrWrite() throws Exception {
    try (LegacyCluster anonymous = open(Credentials.ANONYMOUS, LegacyListener.NONE);
        LegacyCluster wrong = open(new Credentials("nacos", "wrong"), LegacyListener.NONE)) {
      for (LegacyCluster each : List.of(anonymous, wrong)) {
        assertThat(
                catchThrowableOfType(RegistryException.class, () -> each.services(PUBLIC)).kind())
            .isEqualTo(Kind.UNAUTHORISED);
        assertThat(
                catchThrowableOfType(
                        RegistryException.class,
                        () -> each.register(MORTAL, instance("10.9.0.9", Map.of())))
                    .kind())
            .isEqualTo(Kind.UNAUTHORISED);
      }
    }
  }

  @Test
  @Order(2)
  void readsBackEverythingThatIsRegistered() throws Exception {
    ServiceKey service = new ServiceKey(NamespaceId.of("made-by-a-client"), "shop", "a:b.c::");
    Map<String, String> metadata = Map.of("ü", "a=b&c,d;\"e\"", "empty", "", "side", "provider");
    RegisteredInstance one =
        new RegisteredInstance("10.0.0.1", 1, "A", 0.5, true, false, true, metadata);
    RegisteredInstance two =
        new RegisteredInstance("10.0.0.1", 2, "B", 3, true, true, true, Map.of());
    legacy.register(service, two);
    legacy.register(service, MARK.on(one));
    has(service, 2);

    assertThat(legacy.namespaces().ids()).contains(PUBLIC, service.namespace());
    assertThat(legacy.services(service.namespace()))
        .containsExactly(new RegisteredService(service, 2));
    var read = legacy.service(service).orElseThrow();
    assertThat(read.clusters()).containsExactly("A", "B");
    assertThat(read.held().instances())
        .extracting(LegacyInstance::seen)
        .containsExactly(MARK.on(one), two);
    assertThat(Math.abs(read.held().readAt() - System.currentTimeMillis())).isLessThan(30_000);
    assertThat(read.held().instances())
        .allSatisfy(
            each ->
                assertThat(each.lastBeat())
                    .isBetween(read.held().readAt() - 60_000, read.held().readAt() + 2_000));
    assertThat(legacy.service(new ServiceKey(PUBLIC, "shop", "nothing"))).isEmpty();
    List<Attempt<LegacyInstances>> parts =
        legacy.instancesOfAll(
            List.of(
                new LegacyPart(service, "A"),
                new LegacyPart(service, "nothing"),
                new LegacyPart(new ServiceKey(PUBLIC, "shop", "nothing"), "A"),
                new LegacyPart(service, "A"),
                new LegacyPart(service, "A").only(one.ip(), one.port()),
                new LegacyPart(service, "B").only(one.ip(), one.port()),
                new LegacyPart(service, "A").only(one.ip(), one.port() + 1),
                new LegacyPart(new ServiceKey(PUBLIC, "shop", "nothing"), "A").only("10.0.0.1", 1),
                new LegacyPart(service, "A")));
    for (int i : List.of(0, 3, 4, 8)) {
      assertThat(parts.get(i).get().instances())
          .extracting(LegacyInstance::seen)
          .containsExactly(MARK.on(one));
    }
    for (int i : List.of(1, 2, 5, 6, 7)) {
      assertThat(parts.get(i).get().instances()).isEmpty();
    }
    assertThat(legacy.instances(new LegacyPart(service, "A")).instances())
        .isEqualTo(parts.get(0).get().instances());

    var snapshot = legacy.snapshot().orElseThrow();
    assertThat(snapshot.silent()).isEmpty();
    assertThat(snapshot.services().get(service)).isEqualTo(read.held().instances());
  }

  @Test
  @Order(2)
  void beatsKeepAliveAndTellOfTheUnknown() throws Exception {
    ServiceKey service = new ServiceKey(PUBLIC, "shop", "beaten");
    RegisteredInstance one = instance("10.0.0.1", Map.of());
    RegisteredInstance exported = MARK.on(instance("10.0.0.2", Map.of()));
    assertThat(legacy.beat(service, one).known()).isFalse();
    assertThat(legacy.service(service)).isEmpty();
    legacy.register(service, one);
    has(service, 1);
    long registered = only(service).lastBeat();

    eventually(
        () -> {
          assertThat(legacy.beat(service, one).known()).isTrue();
          assertThat(only(service).lastBeat()).isGreaterThan(registered);
        });
    legacy.register(service, exported);
    has(service, 2);
    assertThat(legacy.beat(service, exported).next()).isEqualTo(MARK.beatInterval());
    assertThat(legacy.beat(service, one).next()).isEqualTo(ExportMark.NATIVE_INTERVAL);

    legacy.deregister(service, one);
    legacy.deregister(service, exported);
    has(service, 0);
    assertThat(legacy.beat(service, exported).known()).isFalse();
    assertThat(legacy.snapshot().orElseThrow().services()).doesNotContainKey(service);
  }

  @Test
  @Order(2)
  void editsChangeWhatIsThereAndNothingElse() throws Exception {
    ServiceKey service = new ServiceKey(PUBLIC, "shop", "edited");
    RegisteredInstance one = instance("10.0.0.1", Map.of("k", "v"));
    assertThat(legacy.update(service, one)).isFalse();
    assertThat(legacy.service(service)).isEmpty();
    legacy.register(service, one);
    has(service, 1);
    RegisteredInstance edited =
        new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 7, true, false, true, Map.of("x", "y"));

    assertThat(legacy.update(service, edited)).isTrue();
    assertThat(legacy.update(service, instance("10.0.0.2", Map.of()))).isFalse();

    eventually(() -> assertThat(only(service).seen()).isEqualTo(edited));
  }

  @Test
  @Order(2)
  void persistentInstancesStayAndAreCheckedByTheServer() throws Exception {
    ServiceKey service = new ServiceKey(PUBLIC, "shop", "lasting");
    RegisteredInstance one =
        new RegisteredInstance(
            "127.0.0.1", server().port(), "DEFAULT", 1, true, true, false, Map.of());
    legacy.register(service, MARK.on(one));

    has(service, 1);
    assertThat(only(service).seen().ephemeral()).isFalse();
    assertThat(ExportMark.removed(only(service).seen())).isEqualTo(one);
    assertThat(legacy.health(service, one, false)).isFalse();
    assertThat(legacy.snapshot().orElseThrow().services()).doesNotContainKey(service);
    legacy.deregister(service, one);
    has(service, 0);
  }

  /** The last: what has to expire does not wait for so many. */
  @Test
  @Order(4)
  void listsOfSeveralPagesAreWhole() throws Exception {
    NamespaceId many = NamespaceId.of("many");
    Map<String, String> patient =
        Map.of(ExportMark.BEAT_TIMEOUT, "600000", ExportMark.DELETE_TIMEOUT, "900000");
    for (int i = 0; i < 1_001; i++) {
      legacy.register(new ServiceKey(many, "g" + i % 3, "s" + i), instance("10.0.0.1", patient));
    }
    ServiceKey wide = new ServiceKey(many, "g", "wide");
    for (int i = 0; i < 501; i++) {
      legacy.register(wide, instance("10.1.%d.%d".formatted(i / 250, i % 250), patient));
    }

    assertThat(legacy.services(many)).hasSize(1_002);
    has(wide, 501);
    assertThat(legacy.snapshot().orElseThrow().services().get(wide)).hasSize(501);
  }

  @Test
  @Order(2)
  void changesArePushedAndAcknowledged() throws Exception {
    ServiceKey service = new ServiceKey(PUBLIC, "shop", "pushed");
    assertThat(legacy.subscribe(service)).isTrue();
    assertThat(next(service).shown()).isEmpty();

    legacy.register(service, instance("10.0.0.1", Map.of("k", "v")));

    LegacyChange pushed = next(service);
    assertThat(pushed.source()).isEqualTo(Source.PUSH);
    assertThat(pushed.shown())
        .extracting(RegisteredInstance::ip, RegisteredInstance::metadata)
        .containsExactly(tuple("10.0.0.1", Map.of("k", "v")));
    eventually(
        () -> {
          JsonNode state = server().api().get("/v1/ns/operator/push/state").json();
          assertThat(state.path("total").asInt()).isPositive();
          assertThat(state.path("succeed").asInt()).isEqualTo(state.path("total").asInt());
        });
    legacy.unsubscribe(service);
  }

  private static LegacyChange next(ServiceKey service) throws InterruptedException {
    while (true) {
      LegacyChange change = CHANGES.poll(60, TimeUnit.SECONDS);
      assertThat(change).as("a change of %s", service).isNotNull();
      if (change.service().equals(service)) {
        return change;
      }
    }
  }

  @Test
  @Order(3)
  void whatIsMarkedOutlivesWhatBeatsAsEver() throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(instances(MORTAL))
                    .extracting(each -> each.seen().ip())
                    .doesNotContain("10.9.0.1"));

    assertThat(only(MORTAL).seen()).isEqualTo(MARK.on(instance("10.9.0.2", Map.of())));
  }
}
