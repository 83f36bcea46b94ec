package io.landbridge.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.compat.waiting.Eventually;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.raft.MemoryLog;
import io.landbridge.raft.ProposingCatalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.BridgeAdministration.Wanted;
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.service.answer.BridgeStatus;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.RocksStore;
import io.landbridge.view.derived.NativeInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bridge of one member, with a catalog on disk and a legacy cluster in memory. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class LegacyBridgeIT {

  private static final Eventually SOON =
      Eventually.within(Duration.ofSeconds(60))
          .every(Duration.ofMillis(20))
          .passing(AdministrationException.class);

  private static final MemberId SELF = new MemberId("192.0.2.10:8848");
  private static final ServiceKey SHOP =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop");
  private static final ServiceKey STOCK = new ServiceKey(NamespaceId.PUBLIC, "OTHER", "stock");

  @TempDir Path directory;

  private final MemoryLegacy legacy = new MemoryLegacy();
  private final AtomicInteger localReads = new AtomicInteger();
  private final List<LocalInstance> local = new CopyOnWriteArrayList<>();
  private final List<String> unusableHere = new CopyOnWriteArrayList<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger nativeReads = new AtomicInteger();
  private RocksStore store;
  private ReplicatedLog log0;
  private CatalogReader reader;
  private ProposingCatalog catalog;
  private LegacyBridge bridge;
  private BridgeService api;

  @BeforeEach
  void start() throws IOException {
    store = RocksStore.open(directory.resolve("db"));
    CatalogStateMachine machine = new CatalogStateMachine(store, (what, cause) -> {});
    MemoryLog log = new MemoryLog(1);
    log.member(0).join(machine);
    reader = machine.reader();
    catalog = new ProposingCatalog(log.member(0));
    log0 = log.member(0);
    bridge = newBridge();
    api = new BridgeService(SELF, reader, catalog, bridge, System::currentTimeMillis);
    bridge.start();
  }

  private LegacyBridge newBridge() {
    return newBridge(Duration.ofSeconds(2));
  }

  private LegacyBridge newBridge(Duration grace) {
    return newBridge(Duration.ofSeconds(1), grace);
  }

  private LegacyBridge newBridge(Duration fullRead, Duration grace) {
    return new LegacyBridge(
        SELF,
        log0,
        reader,
        catalog,
        natives(),
        locals(),
        new BridgeConfig(
            "", "", fullRead, 50, Duration.ofSeconds(2), Duration.ofMinutes(10), grace),
        (terms, listener) -> legacy.open(listener));
  }

  @AfterEach
  void stop() {
    bridge.close();
    store.close();
  }

  private NativeServices natives() {
    return new NativeServices() {
      @Override
      public List<NativeInstance> instances(ServiceKey service) {
        nativeReads.incrementAndGet();
        return local.stream()
            .filter(each -> each.service().equals(service))
            .map(LocalInstance::registered)
            .map(
                it ->
                    new NativeInstance(
                        it.key().ip(),
                        it.key().port(),
                        it.key().cluster(),
                        it.weight(),
                        it.healthy(),
                        it.enabled(),
                        it.ephemeral(),
                        it.metadata()))
            .toList();
      }

      /** From an index, as in the server: no reading. */
      @Override
      public int clients(ServiceKey service) {
        return (int) local.stream().filter(each -> each.service().equals(service)).count();
      }

      @Override
      public List<ServiceKey> all() {
        return local.stream().map(LocalInstance::service).distinct().toList();
      }

      @Override
      public List<String> unusableNamespaces() {
        return List.copyOf(unusableHere);
      }

      @Override
      public List<ServiceKey> named(NamespaceId namespace, String name) {
        return List.of();
      }
    };
  }

  private LocalInstances locals() {
    return new LocalInstances() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public List<LocalInstance> read() {
        localReads.incrementAndGet();
        return new ArrayList<>(local);
      }

      @Override
      public void onChange(Runnable listener) {
        listeners.add(listener);
      }
    };
  }

  private void go(BridgePhase phase) throws AdministrationException {
    go(phase, "127.0.0.1:8848");
  }

  private void go(BridgePhase phase, String server) throws AdministrationException {
    api.change(
        new Wanted(
            Optional.of(phase), Optional.empty(), Optional.of(List.of(server)), Optional.empty()));
  }

  /** Reads everything once, and not again within any test. */
  private void readOnce() throws Exception {
    bridge.close();
    bridge = newBridge(Duration.ofMinutes(10), Duration.ofMinutes(10));
    bridge.start();
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
  }

  /** Nobody but the member itself takes away what it has left there within any test. */
  private void exportOne() throws Exception {
    bridge.close();
    bridge = newBridge(Duration.ofMinutes(10));
    bridge.start();
    local.add(here(1, false, true));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));
  }

  private void isThereAsGrayAlone() {
    SOON.asserts(
        () ->
            assertThat(legacy.of(SHOP))
                .extracting(RegisteredInstance::cluster)
                .containsExactly("gray"));
  }

  private static RegisteredInstance instance(int host, boolean ephemeral) {
    return instance("10.0.0." + host, host, ephemeral);
  }

  private static RegisteredInstance instance(String ip, int host, boolean ephemeral) {
    return new RegisteredInstance(
        ip, 80, "DEFAULT", 2, true, true, ephemeral, Map.of("host", "" + host));
  }

  private static LocalInstance here(int host, boolean beats, boolean healthy) {
    return here("10.1.0." + host, host, beats, healthy);
  }

  private static LocalInstance here(String ip, int host, boolean beats, boolean healthy) {
    return new LocalInstance(
        new ImportedInstance(
            new ImportedInstance.Key(SHOP, "DEFAULT", ip, 80),
            1,
            true,
            healthy,
            true,
            new TreeMap<>(Map.of("host", "" + host))),
        beats,
        System.currentTimeMillis());
  }

  private void change(Runnable what) {
    what.run();
    listeners.forEach(Runnable::run);
  }

  private List<String> imported(ServiceKey service) {
    return reader.imported(service).stream().map(each -> each.key().ip()).toList();
  }

  private List<String> there() {
    return legacy.of(SHOP).stream().map(RegisteredInstance::ip).toList();
  }

  @Test
  void everythingTheLegacyClusterHasIsImportedAndFollowed() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    legacy.put(STOCK, instance(2, false), 1);
    legacy.put(STOCK, instance(3, true), 1);
    go(BridgePhase.SHADOW);

    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    assertThat(imported(SHOP)).containsExactly("10.0.0.1");
    assertThat(reader.imported(STOCK))
        .containsExactly(
            LegacyContent.imported(STOCK, instance(2, false)),
            LegacyContent.imported(STOCK, instance(3, true)));
    assertThat(api.status().active()).isEqualTo(SELF.address());

    legacy.put(SHOP, instance(4, true), 1);
    legacy.remove(SHOP, "10.0.0.1:80");
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.4"));
    SOON.asserts(() -> assertThat(api.status().legacy().instances()).isEqualTo(3));
    legacy.setPushing(true);
    legacy.put(SHOP, instance(5, true), 1);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.4", "10.0.0.5"));

    go(BridgePhase.OFF);
    // Not the map itself, which changes while a message is made of it.
    SOON.asserts(() -> assertThat(reader.importedServices().size()).isZero());
  }

  @Test
  void theStatusNamesTheNamespacesOfWhatIsImported() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    legacy.put(STOCK, instance(2, true), 1);
    legacy.put(new ServiceKey(NamespaceId.of("Legacy-NS"), "G", "s"), instance(3, true), 1);
    go(BridgePhase.SHADOW);

    SOON.asserts(
        () ->
            assertThat(api.status().imported())
                .isEqualTo(new BridgeStatus.Side(3, 3, List.of("Legacy-NS", "public"))));
  }

  @Test
  void newServicesAreHeardOfBetweenTwoReadingsOfEverything() throws Exception {
    readOnce();

    legacy.put(SHOP, instance(1, true), 1);
    legacy.put(STOCK, instance(2, false), 1);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1"));
    SOON.asserts(() -> assertThat(imported(STOCK)).containsExactly("10.0.0.2"));
    SOON.asserts(() -> assertThat(legacy.subscribed()).containsExactly(SHOP, STOCK));
    legacy.setPushing(true);
    legacy.remove(SHOP, "10.0.0.1:80");
    SOON.asserts(() -> assertThat(imported(SHOP)).isEmpty());
  }

  @Test
  void whoeverComesToAServiceOfExportsAloneIsHeardOf() throws Exception {
    local.add(here(1, false, true));
    local.add(here(2, false, true));
    readOnce();
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1", "10.1.0.2"));

    legacy.put(SHOP, instance(3, true), 1);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.3"));
    // A client that moves: there it takes the place of its export, and the number stays the same.
    legacy.put(SHOP, instance("10.1.0.1", 1, true), 1);
    change(() -> local.remove(0));
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.3", "10.1.0.1"));
    assertThat(there()).containsExactly("10.0.0.3", "10.1.0.1", "10.1.0.2");
  }

  @Test
  void whatWasSubscribedToIsSubscribedToAtTheNextServersToo() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(legacy.subscribed()).containsExactly(SHOP));
    int opened = legacy.opened();

    go(BridgePhase.SHADOW, "127.0.0.2:8848");
    // One to try it, one that stays.
    SOON.asserts(() -> assertThat(legacy.opened()).isEqualTo(opened + 2));
    SOON.asserts(() -> assertThat(legacy.subscribed()).containsExactly(SHOP));
  }

  @Test
  void aLegacyClusterThatFailsOrLosesTooMuchIsNotFollowed() throws Exception {
    IntStream.range(0, 20).forEach(host -> legacy.put(SHOP, instance(host, true), 1));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(imported(SHOP)).hasSize(20));

    legacy.setFailing(true);
    SOON.asserts(() -> assertThat(api.status().problems()).isNotEmpty());
    assertThat(imported(SHOP)).hasSize(20);
    IntStream.range(0, 15).forEach(host -> legacy.remove(SHOP, "10.0.0." + host + ":80"));
    legacy.setFailing(false);
    SOON.asserts(() -> assertThat(api.status().held()).isEqualTo(15));
    assertThat(imported(SHOP)).hasSize(20);
    assertThat(api.differences(PageRequest.FIRST).items())
        .hasSize(15)
        .extracting(BridgeDifference::there)
        .containsOnly("gone");

    IntStream.range(0, 12).forEach(host -> legacy.put(SHOP, instance(host, true), 1));
    SOON.asserts(() -> assertThat(imported(SHOP)).hasSize(17));
    SOON.asserts(() -> assertThat(api.status().held()).isZero());
    assertThat(api.status().problems()).isEmpty();
  }

  @Test
  void servicesThatAreEmptiedOneByOneAreHeldTogether() throws Exception {
    legacy.setPushing(true);
    List<ServiceKey> services =
        IntStream.range(0, 12)
            .mapToObj(i -> new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop" + i))
            .toList();
    services.forEach(
        each -> IntStream.range(0, 2).forEach(host -> legacy.put(each, instance(host, true), 1)));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(api.status().imported().instances()).isEqualTo(24));

    services.forEach(
        each ->
            IntStream.range(0, 2).forEach(host -> legacy.remove(each, "10.0.0." + host + ":80")));
    SOON.asserts(() -> assertThat(api.status().held()).isPositive());
    // Whatever is told of once more: the hold stays.
    services.forEach(each -> legacy.remove(each, "10.0.0.0:80"));
    long readAt = api.status().legacy().readAt();
    SOON.asserts(() -> assertThat(api.status().legacy().readAt()).isGreaterThan(readAt));
    assertThat(api.status().imported().instances()).isBetween(12, 24);
    assertThat(api.status().held()).isPositive();
  }

  @Test
  void whoeverLeadsTakesTheBridgeAndKeepsWhatThereIs() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    legacy.setFailing(true);
    long epoch = reader.bridge().epoch();
    catalog.propose(new TakeBridge(new MemberId("other:8848"), epoch)).get();

    SOON.asserts(() -> assertThat(reader.bridge().active()).contains(SELF));
    assertThat(reader.bridge().epoch()).isEqualTo(epoch + 2);
    assertThat(imported(SHOP)).containsExactly("10.0.0.1");
    assertThat(reader.bridge().isComplete()).isTrue();
  }

  @Test
  void whatIsRegisteredHereIsThereMarkedAndGoesWithItsClient() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    local.add(here(1, false, true));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    assertThat(there()).containsExactly("10.0.0.1");
    go(BridgePhase.DUAL_WRITE);

    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1", "10.1.0.1"));
    RegisteredInstance export = legacy.of(SHOP).get(1);
    assertThat(ExportMark.originOf(export.metadata())).isPresent();
    assertThat(ExportMark.removed(export).metadata()).containsOnly(Map.entry("host", "1"));
    SOON.asserts(() -> assertThat(api.status().legacy().exported()).isEqualTo(1));
    assertThat(imported(SHOP)).containsExactly("10.0.0.1");

    change(() -> local.add(here(2, true, true)));
    SOON.asserts(() -> assertThat(there()).hasSize(3));
    change(() -> local.remove(0));
    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1", "10.1.0.2"));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1"));
    assertThat(imported(SHOP)).containsExactly("10.0.0.1");
  }

  @Test
  void whoGetsAnotherLabelIsThereUnderThatOneAlone() throws Exception {
    exportOne();
    ImportedInstance before = local.get(0).registered();
    ImportedInstance after =
        new ImportedInstance(
            new ImportedInstance.Key(SHOP, "gray", before.key().ip(), before.key().port()),
            before.weight(),
            before.enabled(),
            before.healthy(),
            before.ephemeral(),
            before.metadata());

    change(() -> local.set(0, new LocalInstance(after, false, System.currentTimeMillis())));
    isThereAsGrayAlone();
  }

  @Test
  void whatWasExportedOfWhoIsThereUnderAnotherLabelIsTakenAway() throws Exception {
    exportOne();

    legacy.put(
        SHOP,
        new RegisteredInstance("10.1.0.1", 80, "gray", 2, true, true, true, Map.of("host", "1")),
        1);

    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.1.0.1"));
    isThereAsGrayAlone();
  }

  @Test
  void whoWasAwayForAMomentIsLookedAtThereAtOnce() throws Exception {
    local.add(here(1, false, true));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));

    // Over there and back within a round or two; what it took away there was the export.
    int reads = localReads.get();
    change(local::clear);
    SOON.asserts(() -> assertThat(localReads.get()).isGreaterThan(reads));
    legacy.remove(SHOP, "10.1.0.1:80");
    change(() -> local.add(here(1, false, true)));
    // A beat is due every 30 s.
    await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(() -> assertThat(there()).containsExactly("10.1.0.1"));
  }

  @Test
  void aPersistentOneThatWasTakenAwayThereIsExportedAgain() throws Exception {
    ImportedInstance before = here(1, false, true).registered();
    ImportedInstance persistent =
        new ImportedInstance(before.key(), 3, true, true, false, before.metadata());
    local.add(new LocalInstance(persistent, false, 0));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));
    List<RegisteredInstance> exported = legacy.of(SHOP);

    legacy.remove(SHOP, "10.1.0.1:80");
    SOON.asserts(() -> assertThat(legacy.of(SHOP)).isEqualTo(exported));
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
  }

  @Test
  void whatSomebodyChangesThereIsNamedAndKeepsFromCuttingOverUntilItIsPutRight() throws Exception {
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    local.add(here(1, false, true));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).hasSize(1));
    SOON.asserts(() -> assertThat(api.differences(PageRequest.FIRST).items()).isEmpty());
    RegisteredInstance export = legacy.of(SHOP).get(0);
    Map<String, String> metadata = new TreeMap<>(export.metadata());
    metadata.put("host", "another");
    legacy.put(
        SHOP,
        new RegisteredInstance(
            export.ip(), export.port(), export.cluster(), 7, true, false, true, metadata),
        1);

    SOON.asserts(
        () ->
            assertThat(api.differences(PageRequest.FIRST).items())
                .extracting(each -> each.field() + ": " + each.here() + ", " + each.there())
                .containsExactlyInAnyOrder(
                    "weight: 1.0, 7.0", "enabled: true, false", "metadata host: '1', 'another'"));
    assertRefused(() -> go(BridgePhase.CUT_OVER), "10.1.0.1:80");

    assertThat(api.status().comparison()).isEqualTo(new BridgeStatus.Comparison(1, 1, 0));
    SOON.asserts(() -> assertThat(legacy.of(SHOP)).containsExactly(export));
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
    afterARoundSince(afterARoundSince(api.status().legacy().readAt()));
    long since = api.status().comparison().equalSince();
    assertThat(since).isPositive();
    afterARoundSince(api.status().legacy().readAt());
    assertThat(api.status().comparison()).isEqualTo(new BridgeStatus.Comparison(1, 0, since));
  }

  /** A server of 1.x takes a service without a group, and refuses to tell of it. */
  @Test
  void whatThereIsToSayOfOneServiceKeepsNoOtherFromBeingCarriedOver() throws Exception {
    ServiceKey nameless = new ServiceKey(NamespaceId.PUBLIC, "", "x");
    legacy.put(nameless, instance(9, true), 1);
    legacy.put(SHOP, instance(1, true), 1);
    legacy.put(STOCK, instance(2, true), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(imported(STOCK)).containsExactly("10.0.0.2"));

    legacy.setUnreadable(STOCK, true);
    legacy.put(STOCK, instance(3, false), 1);
    legacy.put(SHOP, instance(4, true), 1);
    legacy.remove(SHOP, "10.0.0.1:80");

    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.4"));
    SOON.asserts(
        () ->
            assertThat(api.differences(PageRequest.FIRST).items())
                .extracting(each -> each.service() + " " + each.lasting() + ": " + each.reason())
                .containsExactly(
                    "stock false: status 500",
                    "x true: a service without a group cannot be read; once the service is empty, 'DELETE"
                        + " /nacos/v1/ns/service?serviceName=@@x' removes it"));
    assertThat(imported(STOCK)).as("nothing is known of it").containsExactly("10.0.0.2");
    assertThat(imported(nameless)).isEmpty();
    assertThat(api.status().problems()).isEmpty();
    assertThat(api.status().lasting()).isEqualTo(1);
    assertRefused(() -> go(BridgePhase.CUT_OVER), "status 500");

    legacy.setUnreadable(STOCK, false);
    SOON.asserts(() -> assertThat(imported(STOCK)).containsExactly("10.0.0.2", "10.0.0.3"));
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
  }

  /** A 1.x server takes two megabytes of metadata, and an entry of the log has half of one. */
  @Test
  void anInstanceThatNoEntryCanHoldKeepsNoOtherFromBeingCarriedOver() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    legacy.put(STOCK, instance(2, true), 1);
    legacy.put(STOCK, large(9), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(imported(STOCK)).containsExactly("10.0.0.2"));

    legacy.put(SHOP, instance(4, true), 1);
    legacy.remove(SHOP, "10.0.0.1:80");
    legacy.put(STOCK, large(2), 1);

    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.4"));
    SOON.asserts(() -> assertThat(imported(STOCK)).as("not as it was before").isEmpty());
    SOON.asserts(
        () ->
            assertThat(api.differences(PageRequest.FIRST).items())
                .extracting(each -> each.service() + " " + each.ip() + " " + each.lasting())
                .containsExactly("stock 10.0.0.2 true", "stock 10.0.0.9 true"));
    assertThat(api.differences(PageRequest.FIRST).items().get(0).reason()).contains("too large");
    assertThat(api.status().problems()).isEmpty();
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));

    legacy.put(STOCK, instance(9, true), 1);
    SOON.asserts(() -> assertThat(imported(STOCK)).containsExactly("10.0.0.9"));
  }

  private static RegisteredInstance large(int number) {
    return instance(number, true)
        .withMetadata(Map.of("token", "0123456789abcdef".repeat(40 * 1024)));
  }

  /** However many there are: what is left out is counted, and stays as it was. */
  @Test
  void manyServicesThatAreRefusedKeepNoOtherFromBeingCarriedOver() throws Exception {
    List<ServiceKey> refused =
        IntStream.range(0, 120)
            .mapToObj(i -> new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "refused-" + i))
            .toList();
    legacy.put(SHOP, instance(1, true), 1);
    for (ServiceKey each : refused) {
      legacy.put(each, instance(3, false), 1);
    }
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(reader.importedServices()).hasSize(121));

    refused.forEach(each -> legacy.setUnreadable(each, true));
    legacy.put(SHOP, instance(4, true), 1);

    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1", "10.0.0.4"));
    SOON.asserts(() -> assertThat(api.status().comparison().differing()).isEqualTo(120));
    assertThat(api.status().problems()).isEmpty();
    assertThat(imported(refused.get(0))).containsExactly("10.0.0.3");
    assertRefused(() -> go(BridgePhase.CUT_OVER), "status 500");
  }

  @Test
  void aNamespaceThatNobodyCanAskForIsNamedAndKeepsNoOtherFromBeingCarriedOver() throws Exception {
    legacy.setUnusable(List.of("x".repeat(130), "ns\nforged\u202e"));
    legacy.put(SHOP, instance(1, true), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);

    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1"));
    SOON.asserts(
        () ->
            assertThat(api.differences(PageRequest.FIRST).items())
                .extracting(each -> each.namespace() + " " + each.field() + " " + each.here())
                .containsExactly(
                    "ns?forged? namespace not imported",
                    "x".repeat(130) + " namespace not imported"));
    assertThat(api.status().lasting()).isEqualTo(2);
    assertThat(api.status().problems()).isEmpty();
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
  }

  @Test
  void aNamespaceOfThisClusterThatNobodyCanAskForIsNamedOnceItsServicesWouldBeExported()
      throws Exception {
    unusableHere.addAll(List.of("x".repeat(130), "ns\nforged\u202e"));
    legacy.put(SHOP, instance(1, true), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    assertThat(api.differences(PageRequest.FIRST).items()).isEmpty();

    go(BridgePhase.DUAL_WRITE);

    SOON.asserts(
        () ->
            assertThat(api.differences(PageRequest.FIRST).items())
                .extracting(each -> each.namespace() + " " + each.here() + " " + each.there())
                .containsExactly(
                    "ns?forged? registered not exported",
                    "x".repeat(130) + " registered not exported"));
    assertThat(api.status().lasting()).isEqualTo(2);
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "consumers:demo.A:*:g",
        "consumers:demo.A:1.0:a,b",
        "providers:demo.Out$In",
        "providers:demo.A:1.0:a/b",
        "orders v2",
        "订单"
      })
  void aNameThatTheLegacyClusterCannotHaveKeepsNobodyFromCuttingOver(String name) throws Exception {
    LocalInstance it = here(1, false, true);
    ServiceKey service = new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name);
    for (boolean ephemeral : List.of(true, false)) {
      local.add(
          new LocalInstance(
              new ImportedInstance(
                  new ImportedInstance.Key(service, "DEFAULT", "10.1.0.9", ephemeral ? 80 : 81),
                  1,
                  true,
                  true,
                  ephemeral,
                  it.registered().metadata()),
              false,
              0));
    }
    local.add(it);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));

    SOON.asserts(
        () ->
            assertThat(api.differences(PageRequest.FIRST).items())
                .hasSize(2)
                .allSatisfy(
                    each -> assertThat(each.reason()).contains("dom name can only have these")));
    assertThat(api.status().lasting()).isEqualTo(2);
    assertThat(api.status().export().waiting()).isZero();
    assertThat(api.status().problems()).isEmpty();
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
  }

  @Test
  void whatWasComparedLongAgoSaysNothing() throws Exception {
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(api.status().comparison().equalSince()).isPositive());
    BridgeService later =
        new BridgeService(SELF, reader, catalog, bridge, () -> System.currentTimeMillis() + 60_000);
    Wanted cutOver =
        new Wanted(
            Optional.of(BridgePhase.CUT_OVER),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    SOON.asserts(
        () ->
            assertRefused(() -> later.change(cutOver), "the last comparison of both clusters was"));
  }

  @Test
  void whatAnotherClusterExportedIsNeitherImportedNorTouched() throws Exception {
    ExportMark others = ExportMark.of("landbridge-other");
    legacy.put(SHOP, others.on(instance(1, true)), 1);
    legacy.put(STOCK, ExportMark.of("landbridge").on(instance(2, true)), 1);
    local.add(here(1, false, true));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1", "10.1.0.1"));

    assertThat(api.status().origin()).matches("landbridge-[0-9a-f]{12}");
    SOON.asserts(() -> assertThat(api.status().legacy().exported()).isEqualTo(1));
    assertThat(api.status().legacy().others()).isEqualTo(2);
    assertThat(imported(SHOP)).isEmpty();
    assertThat(api.differences(PageRequest.FIRST).items()).isEmpty();
    go(BridgePhase.SHADOW);
    go(BridgePhase.OFF);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1"));
    assertThat(legacy.of(SHOP)).containsExactly(others.on(instance(1, true)));
    assertThat(legacy.of(STOCK)).hasSize(1);
  }

  @Test
  void aSuspendedMemberChangesNothingAndKeepsAliveWhatItExported() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    local.add(here(1, false, true));
    local.add(here(2, false, true));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1", "10.1.0.1", "10.1.0.2"));

    bridge.suspend(true);
    SOON.asserts(() -> assertThat(api.status().problems()).hasSize(2));
    legacy.put(SHOP, instance(2, true), 1);
    change(() -> local.set(1, here(3, false, true)));
    SOON.asserts(() -> assertThat(api.status().export().waiting()).isEqualTo(2));
    assertThat(imported(SHOP)).containsExactly("10.0.0.1");
    assertThat(there()).containsExactly("10.0.0.1", "10.0.0.2", "10.1.0.1", "10.1.0.2");
    assertRefused(() -> go(BridgePhase.CUT_OVER), "suspended");
    assertThat(legacy.beats()).as("none is due yet").isZero();

    // What it exported before a restart it looks up, or it would expire.
    bridge.close();
    bridge = newBridge();
    bridge.suspend(true);
    bridge.start();
    SOON.asserts(() -> assertThat(legacy.beats()).isEqualTo(1));
    assertThat(there()).containsExactly("10.0.0.1", "10.0.0.2", "10.1.0.1", "10.1.0.2");
    assertThat(imported(SHOP)).containsExactly("10.0.0.1");

    bridge.suspend(false);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1", "10.0.0.2"));
    SOON.asserts(
        () -> assertThat(there()).containsExactly("10.0.0.1", "10.0.0.2", "10.1.0.1", "10.1.0.3"));
  }

  private static LocalInstance persistent(int host, boolean healthy) {
    LocalInstance it = here(host, false, healthy);
    return new LocalInstance(
        new ImportedInstance(
            it.registered().key(), 1, true, healthy, false, it.registered().metadata()),
        false,
        0);
  }

  @Test
  void aHealthThatCannotBeSetThereIsNamedAndStopsNothing() throws Exception {
    legacy.setHealthRefused(true);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    local.add(persistent(1, true));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));
    RegisteredInstance export = legacy.of(SHOP).get(0);
    legacy.setFixedHealth(true);
    change(() -> local.set(0, persistent(1, false)));

    SOON.asserts(
        () ->
            assertThat(api.differences(PageRequest.FIRST).items())
                .singleElement()
                .satisfies(
                    it -> {
                      assertThat(it.field()).isEqualTo("healthy");
                      assertThat(it.reason())
                          .startsWith("health cannot be set in the legacy" + " cluster: ");
                    }));
    assertThat(legacy.of(SHOP)).containsExactly(export);
    assertThat(api.status().problems()).isEmpty();
    assertThat(api.status().lasting()).isEqualTo(1);
    int tries = legacy.healthTries();
    afterARoundSince(afterARoundSince(afterARoundSince(api.status().legacy().readAt())));
    assertThat(legacy.healthTries()).as("it is not tried every round").isEqualTo(tries);
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
  }

  @Test
  void aHealthThatIsLostThereIsSetOnceMore() throws Exception {
    local.add(persistent(1, true));
    // The comparison of everything is late: the member that exports sees to it.
    readOnce();
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));
    legacy.setFixedHealth(true);
    legacy.loseHealth(2);
    change(() -> local.set(0, persistent(1, false)));

    SOON.asserts(
        () ->
            assertThat(legacy.of(SHOP))
                .singleElement()
                .matches(it -> !it.healthy(), "is unhealthy there"));
    assertThat(legacy.healthTries()).isEqualTo(3);
    change(() -> local.set(0, persistent(1, true)));
    SOON.asserts(() -> assertThat(legacy.of(SHOP)).singleElement().matches(it -> it.healthy()));
    assertThat(api.status().problems()).isEmpty();
  }

  @Test
  void oneThatIsRefusedKeepsNoneOfTheOthersWaiting() throws Exception {
    legacy.setRefused("10.1.0.1:80");
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    local.add(here(1, false, true));
    local.add(here(2, false, true));
    go(BridgePhase.DUAL_WRITE);

    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.2"));
    SOON.asserts(
        () ->
            assertThat(api.status().problems())
                .singleElement()
                .asString()
                .contains("refuses 1 exports", "10.1.0.1", "not this one"));
    assertThat(api.status().export().waiting()).isEqualTo(1);
    change(() -> local.add(here(3, false, true)));
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.2", "10.1.0.3"));
    assertRefused(() -> go(BridgePhase.CUT_OVER), "1 exports are pending on " + SELF.address());
  }

  @Test
  void everyServiceIsReadOnceARound() throws Exception {
    local.add(here(1, false, true));
    local.add(here(2, false, true));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(api.status().legacy().exported()).isEqualTo(2));

    long before = afterARoundSince(api.status().legacy().readAt());
    int reads = nativeReads.get();
    afterARoundSince(before);
    assertThat(nativeReads.get() - reads).isEqualTo(1);
  }

  private long afterARoundSince(long readAt) {
    SOON.asserts(() -> assertThat(api.status().legacy().readAt()).isGreaterThan(readAt));
    return api.status().legacy().readAt();
  }

  @Test
  void whoBeatsThereIsTheirsAndWhoIsSilentOnBothSidesGoes() throws Exception {
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    local.add(here(1, true, true));
    local.add(here(2, true, true));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).hasSize(2));
    RegisteredInstance first = legacy.of(SHOP).get(0);
    legacy.put(SHOP, first, System.currentTimeMillis() + 10_000);

    change(
        () -> {
          local.set(0, here(1, true, false));
          local.set(1, here(2, true, false));
        });
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.1.0.1"));
    assertThat(ExportMark.originOf(legacy.of(SHOP).get(0).metadata())).isEmpty();
    change(local::clear);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));
    assertThat(imported(SHOP)).containsExactly("10.1.0.1");
  }

  @Test
  void whoLeftForThereAndComesBackWithAConnectionIsThereAgainAtOnce() throws Exception {
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    local.add(here(1, true, true));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));
    legacy.put(
        SHOP, LegacyContent.registered(local.get(0).registered()), System.currentTimeMillis());
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.1.0.1"));
    int reads = localReads.get();
    // By then it has been looked for, and is the legacy cluster's own.
    SOON.asserts(() -> assertThat(localReads.get()).isGreaterThan(reads + 3));
    change(local::clear);

    legacy.remove(SHOP, "10.1.0.1:80");
    change(() -> local.add(here(1, false, true)));
    await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(
            () ->
                assertThat(legacy.of(SHOP))
                    .singleElement()
                    .matches(each -> ExportMark.originOf(each.metadata()).isPresent()));
  }

  @Test
  void whatAMemberThatIsGoneHadExportedIsRemovedAfterAWhile() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    go(BridgePhase.SHADOW);
    ExportMark ours = ExportMark.of(api.status().origin());
    legacy.put(SHOP, ours.on(instance(9, true)), 1);
    SOON.asserts(() -> assertThat(api.status().legacy().exported()).isEqualTo(1));
    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1"));
    legacy.setFailing(true);
    legacy.put(SHOP, ours.on(instance(8, true)), 1);
    go(BridgePhase.DUAL_WRITE);
    legacy.setFailing(false);
    SOON.asserts(() -> assertThat(api.status().legacy().exported()).isEqualTo(1));
    SOON.asserts(() -> assertThat(there()).containsExactly("10.0.0.1"));
    assertThat(imported(SHOP)).containsExactly("10.0.0.1");
  }

  @Test
  void phasesFollowEachOtherAndNothingElse() throws Exception {
    assertRefused(() -> go(BridgePhase.DUAL_WRITE), "OFF");
    assertThatThrownBy(
            () ->
                api.change(
                    new Wanted(
                        Optional.of(BridgePhase.SHADOW),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())))
        .hasMessageContaining("servers");
    legacy.setFailing(true);
    assertRefused(() -> go(BridgePhase.SHADOW), "nobody answers");
    assertThat(api.status().phase()).isEqualTo(BridgePhase.OFF);
    legacy.setFailing(false);
    legacy.setUnreadable(true);
    go(BridgePhase.SHADOW);
    assertRefused(() -> go(BridgePhase.DUAL_WRITE), "firstSync");
    legacy.setUnreadable(false);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    assertRefused(() -> go(BridgePhase.OFF), "SHADOW");
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
    legacy.put(SHOP, instance(1, true), 1);
    SOON.asserts(() -> assertThat(imported(SHOP)).hasSize(1));
    assertRefused(() -> go(BridgePhase.DONE), "10.0.0.1:80");
    legacy.remove(SHOP, "10.0.0.1:80");
    SOON.asserts(() -> go(BridgePhase.DONE));
    go(BridgePhase.OFF);
  }

  @Test
  void whoForgetsOneServiceAfterTheOtherIsNotBelieved() throws Exception {
    legacy.setPushing(true);
    List<ServiceKey> services =
        IntStream.range(0, 20)
            .mapToObj(i -> new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop-" + i))
            .toList();
    services.forEach(each -> legacy.put(each, instance(1, true), 1));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    reader.onImport((changed, switched) -> sizes.add(reader.importedServices().size()));

    legacy.setForgetful(true);
    // Half of it, which is not yet too much to go at once.
    services.subList(0, 10).forEach(each -> legacy.put(each, instance(1, true), 1));
    SOON.asserts(() -> assertThat(api.status().held()).isEqualTo(20));
    assertThat(sizes).allMatch(size -> size == 20);
    legacy.setForgetful(false);
    SOON.asserts(() -> assertThat(api.status().held()).isZero());
    assertThat(reader.importedServices()).hasSize(20);
  }

  @Test
  void whoRemembersEverythingJustThenIsLookedAtOnceMore() throws Exception {
    legacy.setPushing(true);
    ServiceKey other = new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "bigger");
    legacy.put(SHOP, instance(1, true), 1);
    legacy.put(other, instance(1, true), 1);
    legacy.put(other, instance(2, true), 1);
    readOnce();
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    reader.onImport((services, switched) -> sizes.add(reader.imported(SHOP).size()));

    legacy.forgetFor(1);
    int before = legacy.services();
    legacy.put(SHOP, instance(1, true), 2);
    // The service, one that was not told of, and the service once more.
    SOON.asserts(() -> assertThat(legacy.services() - before).isGreaterThanOrEqualTo(3));
    legacy.put(SHOP, instance(3, true), 1);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1", "10.0.0.3"));
    // A listener is told after readers see it.
    SOON.asserts(() -> assertThat(sizes).containsExactly(2));
  }

  @Test
  void whoeverComesBackOneByOneIsNeverMissing() throws Exception {
    IntStream.range(0, 20).forEach(host -> legacy.put(SHOP, instance(host, true), 1));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(imported(SHOP)).hasSize(20));
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    reader.onImport((services, switched) -> sizes.add(reader.imported(SHOP).size()));

    legacy.setFailing(true);
    SOON.asserts(() -> assertThat(api.status().problems()).isNotEmpty());
    IntStream.range(0, 20).forEach(host -> legacy.remove(SHOP, "10.0.0." + host + ":80"));
    // Most are back when it can be read for the first time.
    IntStream.range(0, 12).forEach(host -> legacy.put(SHOP, instance(host, true), 1));
    legacy.setFailing(false);
    SOON.asserts(() -> assertThat(api.status().held()).isEqualTo(8));
    IntStream.range(12, 20).forEach(host -> legacy.put(SHOP, instance(host, true), 1));
    SOON.asserts(() -> assertThat(api.status().held()).isZero());
    assertThat(sizes).allMatch(size -> size == 20);
  }

  @Test
  void whatIsMissingFromHearsayIsNotGone() throws Exception {
    legacy.setPushing(true);
    legacy.put(SHOP, instance(1, true), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    reader.onImport((services, switched) -> sizes.add(reader.imported(SHOP).size()));

    legacy.setHearsay(true);
    legacy.put(SHOP, instance(2, true), 1);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1", "10.0.0.2"));
    legacy.setHearsay(false);
    legacy.remove(SHOP, "10.0.0.1:80");
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.2"));

    // Who listens is told a moment after it can be read.
    SOON.asserts(() -> assertThat(sizes).containsExactly(2, 1));
  }

  @Test
  void whoMovesHereIsExportedAsSoonAsItHasLeftThere() throws Exception {
    legacy.put(SHOP, instance("10.1.0.1", 1, true), 1);
    legacy.put(SHOP, instance("10.1.0.2", 2, true), 1);
    readOnce();
    go(BridgePhase.DUAL_WRITE);
    local.add(here(1, false, true));
    change(() -> local.add(here(2, false, true)));
    int asked = legacy.services();
    SOON.asserts(() -> assertThat(legacy.services()).isGreaterThan(asked + 3));
    assertThat(exports()).isEmpty();

    legacy.setHearsay(true);
    int heard = legacy.services();
    SOON.asserts(() -> assertThat(legacy.services()).isGreaterThan(heard + 3));
    assertThat(exports()).isEmpty();
    legacy.setHearsay(false);

    // Nobody pushes, and nothing is read again within this test.
    legacy.remove(SHOP, "10.1.0.1:80");
    SOON.asserts(() -> assertThat(exports()).containsExactly("10.1.0.1"));
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.1.0.2"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEditDoesNotTakeThePlaceOfWhoHasRegisteredThereMeanwhile(boolean ephemeral)
      throws Exception {
    readOnce();
    go(BridgePhase.DUAL_WRITE);
    change(() -> local.add(here(1, false, true)));
    SOON.asserts(() -> assertThat(exports()).containsExactly("10.1.0.1"));

    // Nobody pushes, and nothing is read again within this test unless it is asked for.
    // A persistent one that is unhealthy has not left.
    RegisteredInstance itself = instance("10.1.0.1", 7, ephemeral).withHealth(ephemeral);
    legacy.put(SHOP, itself, 1);
    change(() -> local.set(0, here("10.1.0.1", 8, false, true)));
    isTheirsUntilItLeaves(itself);
    assertThat(legacy.of(SHOP).get(0).metadata()).containsEntry("host", "8");
  }

  private void isTheirsUntilItLeaves(RegisteredInstance itself) {
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly(itself.ip()));
    int reads = localReads.get();
    SOON.asserts(() -> assertThat(localReads.get()).isGreaterThan(reads + 3));
    assertThat(legacy.of(SHOP)).containsExactly(itself);

    legacy.remove(SHOP, itself.ip() + ":80");
    SOON.asserts(() -> assertThat(exports()).containsExactly(itself.ip()));
  }

  @Test
  void aPersistentOneDoesNotTakeThePlaceOfWhatIsNotImportedYet() throws Exception {
    readOnce();
    go(BridgePhase.DUAL_WRITE);

    // Nobody pushes, and nothing is read again within this test unless it is asked for.
    RegisteredInstance itself = instance("10.1.0.1", 7, false);
    legacy.put(SHOP, itself, 1);
    change(() -> local.add(persistent(1, true)));
    isTheirsUntilItLeaves(itself);
  }

  @Test
  void whoMovesThereIsImportedAsSoonAsItHasLeftHere() throws Exception {
    readOnce();
    go(BridgePhase.DUAL_WRITE);
    change(() -> local.add(here(1, false, true)));
    SOON.asserts(() -> assertThat(exports()).containsExactly("10.1.0.1"));

    // Nobody pushes, and nothing is read again within this test unless it is asked for.
    legacy.put(SHOP, instance("10.1.0.1", 7, true), 1);
    change(local::clear);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.1.0.1"));
    assertThat(there()).containsExactly("10.1.0.1");
  }

  private List<String> exports() {
    return legacy.of(SHOP).stream()
        .filter(each -> ExportMark.originOf(each.metadata()).isPresent())
        .map(RegisteredInstance::ip)
        .toList();
  }

  @Test
  void nobodyIsLeftToARegistrationHereThatIsNoMoreThanAMemory() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
    assertThat(api.status().absent()).isEqualTo(1);

    // It has beaten there alone for a while: here it is listed as healthy thanks to the import.
    local.add(here("10.0.0.1", 1, true, false));
    assertThat(api.status().absent()).isEqualTo(1);
    assertRefused(() -> go(BridgePhase.DONE), "10.0.0.1:80");

    local.clear();
    local.add(here("10.0.0.1", 1, true, true));
    assertThat(api.status().absent()).isZero();
    go(BridgePhase.DONE);
  }

  @Test
  void anotherPasswordIsUsedOnceTheOldOneIsRefused() throws Exception {
    local.add(here(1, false, true));
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));

    legacy.changePassword();
    change(() -> local.add(here(2, false, true)));
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1", "10.1.0.2"));
    legacy.put(SHOP, instance(1, true), 1);
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1"));
    SOON.asserts(() -> assertThat(api.status().problems()).isEmpty());
  }

  /** What is read at once is ephemeral, and older than the count it is compared with. */
  @Test
  void aPersistentOneIsNotGoneBecauseTheCountsAgreeByChance() throws Exception {
    legacy.put(SHOP, instance(1, true), 1);
    legacy.put(SHOP, instance(2, true), 1);
    legacy.put(SHOP, instance(3, false), 1);
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(imported(SHOP)).hasSize(3));

    legacy.freezeSnapshot();
    legacy.remove(SHOP, "10.0.0.2:80");
    SOON.asserts(() -> assertThat(imported(SHOP)).containsExactly("10.0.0.1", "10.0.0.3"));
  }

  @Test
  void aNewerServerWhereOneOfTheLegacyClusterWasIsToldNothing() throws Exception {
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    local.add(here(1, false, true));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1"));

    legacy.setReplaced(true);
    change(() -> local.add(here(2, false, true)));
    SOON.asserts(() -> assertThat(api.status().problems()).isNotEmpty());
    assertThat(there()).containsExactly("10.1.0.1");

    legacy.setReplaced(false);
    SOON.asserts(() -> assertThat(there()).containsExactly("10.1.0.1", "10.1.0.2"));
    SOON.asserts(() -> go(BridgePhase.CUT_OVER));
    legacy.setReplaced(true);
    go(BridgePhase.DONE);
    // Neither asked to give back what was exported, nor waited for.
    SOON.asserts(() -> assertThat(api.status().export().instances()).isZero());
    SOON.asserts(() -> assertThat(api.status().problems()).isEmpty());
    assertThat(there()).containsExactly("10.1.0.1", "10.1.0.2");
  }

  private static void assertRefused(ThrowingCallable what, String why) {
    assertThatThrownBy(what)
        .isInstanceOfSatisfying(
            AdministrationException.class,
            e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.CONFLICT))
        .hasMessageContaining(why);
  }

  /** With 2,000 exports to be sent, of which some hundred are. */
  private void exportMany() throws Exception {
    go(BridgePhase.SHADOW);
    SOON.asserts(() -> assertThat(reader.bridge().isComplete()).isTrue());
    for (int i = 0; i < 2_000; i++) {
      local.add(here("10.2.%d.%d".formatted(i / 250, i % 250), i, false, true));
    }
    legacy.setLatency(Duration.ofMillis(2));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(legacy.registrations()).isGreaterThan(200));
  }

  /** Several rounds later. */
  private void noMoreRegistrationsThan(int before) {
    int reads = localReads.get();
    SOON.asserts(() -> assertThat(localReads.get()).isGreaterThan(reads + 2));
    assertThat(legacy.registrations()).isEqualTo(before).isLessThan(2_000);
  }

  @Test
  void pausedBridgeSendsNoFurtherChange() throws Exception {
    exportMany();
    api.change(new Wanted(Optional.empty(), Optional.of(true), Optional.empty(), Optional.empty()));
    noMoreRegistrationsThan(legacy.registrations());
    assertThat(legacy.deregistrations()).isZero();

    api.change(
        new Wanted(Optional.empty(), Optional.of(false), Optional.empty(), Optional.empty()));
    SOON.asserts(() -> assertThat(there()).hasSize(2_000));
  }

  @Test
  void suspendedBridgeSendsNoFurtherChange() throws Exception {
    exportMany();
    bridge.suspend(true);
    noMoreRegistrationsThan(legacy.registrations());
    assertThat(legacy.deregistrations()).isZero();

    bridge.suspend(false);
    SOON.asserts(() -> assertThat(there()).hasSize(2_000));
  }

  /** What is taken away afterwards is what the phase before asks for. */
  @Test
  void bridgeThatWentBackRegistersNothingMore() throws Exception {
    exportMany();
    go(BridgePhase.SHADOW);
    int before = legacy.registrations();
    SOON.asserts(() -> assertThat(there()).isEmpty());
    assertThat(legacy.registrations()).isEqualTo(before).isLessThan(2_000);
  }
}
