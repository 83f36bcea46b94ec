package io.landbridge.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.compat.waiting.Eventually;
import io.landbridge.document.DocumentSource;
import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.JoinedRegistry;
import io.landbridge.observe.MemoryRegistry;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.observe.ProviderReading;
import io.landbridge.observe.RegistrationObserver;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.raft.MemoryLog;
import io.landbridge.raft.ProposingCatalog;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.BridgeAdministration.Wanted;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.OwnedInstance;
import io.landbridge.store.RocksStore;
import io.landbridge.view.derived.NativeInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two members with bridge and observer, a catalog on disk each, and a legacy cluster in memory with
 * the providers of one application.
 */
@Timeout(120)
class FoldedImportIT {

  private static final Eventually SOON =
      Eventually.within(Duration.ofSeconds(20)).every(Duration.ofMillis(20));

  private static final ApplicationKey SHOP =
      new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop"));
  private static final ServiceKey GREET = service("demo.GreetService");
  private static final ServiceKey PLAIN = service("demo.PlainService");
  private static final int PROVIDERS = 6;

  @TempDir Path directory;

  private final MemoryLegacy legacy = new MemoryLegacy();
  private final MemoryLog log = new MemoryLog(2);
  private final List<Member> started = new ArrayList<>();

  /** Those that are up. */
  private final List<Member> members = new ArrayList<>();

  private final Set<MemberId> living = new CopyOnWriteArraySet<>();

  /** Processes that were missing although they were there before; nobody may find none. */
  private final Set<InstanceKey> gaps = new ConcurrentSkipListSet<>();

  private final Set<InstanceKey> watched = new CopyOnWriteArraySet<>();

  private static ServiceKey service(String name) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:" + name + "::");
  }

  /** One server. */
  private final class Member {

    final MemberId id;
    final RocksStore store;
    final CatalogReader reader;
    final ProposingCatalog catalog;
    final MemoryRegistry registry = new MemoryRegistry();
    final RegistrationObserver observer;
    final LegacyBridge bridge;
    final BridgeService api;

    Member(int number) throws IOException {
      id = new MemberId("192.0.2.1%d:8848".formatted(number));
      store = RocksStore.open(directory.resolve("db" + number));
      CatalogStateMachine machine = new CatalogStateMachine(store, (what, cause) -> {});
      reader = machine.reader();
      catalog = new ProposingCatalog(log.member(number));
      registry.setDistribution(
          address -> {
            List<MemberId> up = living.stream().sorted().toList();
            int last = Integer.parseInt(address.ip().substring(address.ip().lastIndexOf('.') + 1));
            return up.get(last % up.size()).equals(id);
          });
      observer =
          new RegistrationObserver(
              id,
              1,
              JoinedRegistry.of(registry, reader),
              reader,
              new ProviderReading(new ApplicationFold(new InstanceJsonReader()), new NoDocuments()),
              catalog,
              () -> Set.copyOf(living),
              new ObserverConfig(
                  Duration.ofMillis(5),
                  Duration.ofMillis(50),
                  Duration.ofMillis(500),
                  Duration.ofSeconds(1)));
      bridge =
          new LegacyBridge(
              id,
              log.member(number),
              reader,
              catalog,
              new NoNatives(),
              LocalInstances.NONE,
              new BridgeConfig(
                  "",
                  "",
                  Duration.ofSeconds(1),
                  50,
                  Duration.ofSeconds(1),
                  Duration.ofMinutes(10),
                  Duration.ofSeconds(2)),
              (terms, listener) -> legacy.open(listener));
      api = new BridgeService(id, reader, catalog, bridge, System::currentTimeMillis);
      reader.onChange(
          (applications, terms) ->
              watched.stream().filter(key -> reader.instance(key).isEmpty()).forEach(gaps::add));
      log.member(number).join(machine);
      living.add(id);
    }

    void start() {
      observer.start();
      bridge.start();
    }

    void stop() {
      observer.close();
      bridge.close();
    }
  }

  private static final class NoDocuments implements DocumentSource {
    @Override
    public Answer document(DocumentAddress address) {
      return new Pending();
    }

    @Override
    public void onArrival(Consumer<MetadataRevision> listener) {}
  }

  private static final class NoNatives implements NativeServices {
    @Override
    public List<NativeInstance> instances(ServiceKey service) {
      return List.of();
    }

    @Override
    public List<ServiceKey> all() {
      return List.of();
    }

    @Override
    public List<ServiceKey> named(NamespaceId namespace, String name) {
      return List.of();
    }
  }

  @BeforeEach
  void start() throws Exception {
    members.add(new Member(0));
    members.add(new Member(1));
    started.addAll(members);
    members.forEach(Member::start);
    legacy.setPushing(true);
    for (int host = 1; host <= PROVIDERS; host++) {
      appears(host);
    }
    member(0).catalog.propose(new SwitchTranslation(SHOP, true, false, 1)).get();
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(member(0).reader.bridge().isComplete()).isTrue());
  }

  @AfterEach
  void stop() {
    started.forEach(Member::stop);
    started.forEach(each -> each.store.close());
  }

  private Member member(int number) {
    return members.get(number);
  }

  private void go(BridgePhase phase) throws AdministrationException {
    member(0)
        .api
        .change(
            new Wanted(
                Optional.of(phase),
                Optional.empty(),
                Optional.of(List.of("127.0.0.1:8848")),
                Optional.empty()));
  }

  private void appears(int host) {
    for (ServiceKey each : List.of(GREET, PLAIN)) {
      legacy.put(each, there(host, each), 1);
    }
  }

  private void disappears(int host) {
    legacy.remove(GREET, "10.0.0.%d:20880".formatted(host));
    legacy.remove(PLAIN, "10.0.0.%d:20880".formatted(host));
  }

  private static RegisteredInstance there(int host, ServiceKey service) {
    return new RegisteredInstance(
        "10.0.0." + host, 20880, "DEFAULT", 1, true, true, true, metadata(service));
  }

  private static Map<String, String> metadata(ServiceKey service) {
    return Map.of(
        "application", "shop", "protocol", "dubbo", "interface", service.name().split(":")[1]);
  }

  private static Registration here(int host, ServiceKey service) {
    return new Registration(
        service,
        "connection",
        "10.0.0." + host,
        20880,
        "DEFAULT",
        true,
        true,
        true,
        metadata(service));
  }

  private static InstanceKey key(int host) {
    return new InstanceKey(SHOP, "DEFAULT_GROUP", "10.0.0." + host, 20880);
  }

  /** The origin of each process, as both members have it. */
  private void shows(Origin... origins) {
    for (Member each : members) {
      assertThat(each.reader.instances(SHOP))
          .extracting(OwnedInstance::instance)
          .extracting(ApplicationInstance::origin)
          .containsExactly(origins);
    }
  }

  private static Origin[] theirs(int number) {
    return IntStream.range(0, number).mapToObj(i -> Origin.LEGACY_CLUSTER).toArray(Origin[]::new);
  }

  private void dualWrite() throws AdministrationException {
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> shows(theirs(PROVIDERS)));
    IntStream.rangeClosed(1, PROVIDERS).forEach(host -> watched.add(key(host)));
  }

  @Test
  void aProviderIsFoldedMovesHereAndBackAndIsNeverMissing() throws Exception {
    assertThat(member(0).reader.instances(SHOP)).isEmpty();
    dualWrite();
    assertThat(member(0).reader.instances(SHOP))
        .extracting(OwnedInstance::owner)
        .containsOnly(member(0).id, member(1).id);

    List<Registration> registrations = List.of(here(1, GREET), here(1, PLAIN));
    member(0).registry.connect("connection", registrations);
    member(1).registry.replicate("connection", registrations);
    SOON.asserts(() -> assertThat(origin(1)).isEqualTo(Origin.NATIVE_INTERFACE));
    disappears(1);
    SOON.asserts(() -> assertThat(member(1).reader.imported(PLAIN)).hasSize(PROVIDERS - 1));
    assertThat(origin(1)).isEqualTo(Origin.NATIVE_INTERFACE);

    appears(1);
    SOON.asserts(() -> assertThat(member(1).reader.imported(PLAIN)).hasSize(PROVIDERS));
    member(1).registry.replicate("connection", List.of());
    member(0).registry.disconnect("connection");
    SOON.asserts(() -> shows(theirs(PROVIDERS)));

    assertThat(gaps).isEmpty();
    watched.clear();
    disappears(1);
    SOON.asserts(() -> shows(theirs(PROVIDERS - 1)));
  }

  private Origin origin(int host) {
    return member(1).reader.instance(key(host)).orElseThrow().instance().origin();
  }

  @Test
  void whoeverLeadsChangesNothingOfWhatIsFolded() throws Exception {
    dualWrite();
    long epoch = member(1).reader.bridge().epoch();
    log.lead(1);
    SOON.asserts(() -> assertThat(member(0).reader.bridge().active()).contains(member(1).id));
    assertThat(member(0).reader.bridge().epoch()).isEqualTo(epoch + 1);

    appears(7);
    SOON.asserts(() -> shows(theirs(PROVIDERS + 1)));
    assertThat(gaps).isEmpty();
  }

  @Test
  void aMemberThatIsGoneLeavesNoGap() throws Exception {
    dualWrite();
    log.lead(1);
    Member gone = members.remove(0);
    living.remove(gone.id);
    gone.stop();

    SOON.asserts(
        () ->
            assertThat(member(0).reader.instances(SHOP))
                .hasSize(PROVIDERS)
                .extracting(OwnedInstance::owner)
                .containsOnly(member(0).id));
    assertThat(gaps).isEmpty();
  }

  @Test
  void whatTheBridgeHoldsStaysFolded() throws Exception {
    dualWrite();
    legacy.setFailing(true);
    SOON.asserts(() -> assertThat(member(0).api.status().problems()).isNotEmpty());
    IntStream.rangeClosed(1, PROVIDERS - 1).forEach(this::disappears);
    legacy.setFailing(false);
    SOON.asserts(() -> assertThat(member(0).api.status().held()).isPositive());

    shows(theirs(PROVIDERS));
    appears(7);
    SOON.asserts(() -> assertThat(member(0).reader.instance(key(7))).isPresent());
    shows(theirs(PROVIDERS + 1));
    assertThat(gaps).isEmpty();
  }

  @Test
  void whatIsFoldedGoesWithThePhaseAndComesBack() throws Exception {
    dualWrite();
    watched.clear();
    go(BridgePhase.SHADOW);
    SOON.asserts(this::shows);
    assertThat(member(0).reader.imported(PLAIN)).hasSize(PROVIDERS);
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> shows(theirs(PROVIDERS)));
    member(1).catalog.propose(new SwitchTranslation(SHOP, false, false, 2)).get();
    SOON.asserts(this::shows);
  }
}
