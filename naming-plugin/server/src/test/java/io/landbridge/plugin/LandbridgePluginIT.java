package io.landbridge.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.waiting.Eventually;
import io.landbridge.document.DocumentConfig;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.membership.MembershipConfig;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.publish.PublisherConfig;
import io.landbridge.raft.MemoryLog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.Administration;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.BackupPage;
import io.landbridge.service.answer.ChangedApplication;
import io.landbridge.service.answer.Changes;
import io.landbridge.service.answer.DigestStatus;
import io.landbridge.service.answer.DocumentSummary;
import io.landbridge.service.answer.InstanceStatus;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.MappingStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import io.landbridge.service.answer.RestoreOutcome;
import io.landbridge.service.answer.RestoreOutcome.Counts;
import io.landbridge.service.answer.Status;
import io.landbridge.state.Samples;
import io.landbridge.view.ViewConfig;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole plugin on three members in one process, without a server. */
@Timeout(120)
class LandbridgePluginIT {

  private static final Eventually SOON =
      Eventually.within(Duration.ofSeconds(20)).every(Duration.ofMillis(10));

  private static final ApplicationKey SHOP =
      new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop"));
  private static final ServiceKey SHOP_SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop");
  private static final PluginConfig QUICK =
      new PluginConfig(
          new ObserverConfig(
              Duration.ofMillis(5),
              Duration.ofMillis(50),
              Duration.ofMillis(200),
              Duration.ofSeconds(1)),
          new PublisherConfig(Duration.ofMillis(100), Duration.ofMillis(500)),
          ViewConfig.DEFAULT,
          DocumentConfig.DEFAULT,
          MembershipConfig.DEFAULT);

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(3);
  private final MemoryConfigCentre config = new MemoryConfigCentre();
  private final Set<MemberId> living = ConcurrentHashMap.newKeySet();
  private final List<MemoryHost> hosts = new ArrayList<>();
  private final List<Landbridge> plugins = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    for (int i = 0; i < 3; i++) {
      MemberId self = new MemberId("192.0.2.1" + i + ":8848");
      living.add(self);
      hosts.add(
          new MemoryHost(self, directory.resolve("member" + i), log.member(i), config, living));
    }
    for (MemoryHost host : hosts) {
      plugins.add(LandbridgePlugin.start(host, QUICK));
    }
  }

  @AfterEach
  void stop() {
    plugins.forEach(Landbridge::close);
  }

  @Test
  void nothingIsShownOrWrittenBeforeTheSwitch() {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));

    SOON.asserts(() -> assertThat(instances(2)).isEqualTo(1));
    assertThat(state(2)).isEqualTo(ApplicationStatus.State.OBSERVED);
    assertThat(config.contents()).isEmpty();
    assertThat(shownOn(0)).isEmpty();
    assertThat(hosts.get(0).pushed()).isEmpty();
  }

  @Test
  void aSwitchedOnApplicationIsShownOnEveryMemberAndTakenBackExactly() throws Exception {
    config.put("public", "mapping", "demo.Order", "legacy-shop");
    config.put("public", "dubbo", "something", "else");
    SortedMap<String, String> before = config.contents();
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(2)).isEqualTo(1));

    plugins.get(2).administration().switchTranslation(SHOP, true, false);

    SOON.asserts(
        () -> {
          for (int member = 0; member < 3; member++) {
            assertThat(state(member)).isEqualTo(ApplicationStatus.State.TRANSLATED);
            assertThat(shownOn(member)).containsExactly("192.0.2.50:20880");
            assertThat(hosts.get(member).pushed()).contains(SHOP_SERVICE);
          }
        });
    DerivedInstance shown = plugins.get(0).view().additions(SHOP_SERVICE, List.of()).get(0);
    String revision = shown.metadata().get(MetadataKeys.REVISION);
    assertThat(shown.metadata())
        .containsEntry(MetadataKeys.STORAGE_TYPE, "remote")
        .containsEntry(MetadataKeys.ENDPOINTS, "[{\"port\":20880,\"protocol\":\"dubbo\"}]")
        .containsEntry(MetadataKeys.DERIVED, "native-interface");
    assertThat(config.contents())
        .containsEntry("public/mapping/demo.Order", "legacy-shop,shop")
        .containsEntry("public/mapping/demo.Plain", "shop")
        .containsKey("public/" + revision + "/shop")
        .hasSize(4);
    // A consumer that is led to the application must find the document of what it is shown.
    String document = "public/" + revision + "/shop";
    List<String> published = config.written();
    assertThat(published).first().isEqualTo(document);
    assertThat(published).hasSize(3);

    plugins.get(1).administration().switchTranslation(SHOP, false, false);

    SOON.asserts(
        () -> {
          assertThat(config.contents()).isEqualTo(before);
          for (int member = 0; member < 3; member++) {
            assertThat(state(member)).isEqualTo(ApplicationStatus.State.OBSERVED);
            assertThat(shownOn(member)).isEmpty();
          }
        });
    assertThat(config.written()).hasSize(6).endsWith(document);
    digestsAreEqual();
  }

  @Test
  void aProviderOfTheApplicationAloneIsFoundUnderItsInterfaces() throws Exception {
    MetadataDocument document = Samples.document(SHOP, 1);
    Registration registered = registered("c1", "192.0.2.50", document);
    ServiceKey fourSegments = interfaceService("providers:org.demo.Prices:2.0:");
    ServiceKey legacy = interfaceService("providers:org.demo.Prices:2.0");
    config.put("public", document.revision().value(), "shop", json(document));
    SortedMap<String, String> before = config.contents();
    hosts.get(1).connect("c1", List.of(registered));
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));
    assertThat(plugins.get(0).view().mayAdd(fourSegments.name())).isFalse();

    plugins.get(0).administration().switchTranslation(SHOP, true, false);

    SOON.asserts(
        () -> {
          for (int member = 0; member < 3; member++) {
            DerivedView view = plugins.get(member).view();
            assertThat(view.additions(fourSegments, List.of()))
                .singleElement()
                .satisfies(
                    each -> {
                      assertThat(each.ip() + ":" + each.port()).isEqualTo("192.0.2.50:20880");
                      assertThat(each.metadata())
                          .containsEntry("interface", "org.demo.Prices")
                          .containsEntry("version", "2.0")
                          .containsEntry("application", "shop")
                          .containsEntry(MetadataKeys.DERIVED, "native-application");
                    });
            assertThat(view.additions(legacy, List.of())).hasSize(1);
            assertThat(hosts.get(member).pushed()).contains(fourSegments, legacy);
            assertThat(shownOn(member)).isEmpty();
          }
        });
    // Its document and its mapping are its own affair.
    assertThat(config.contents()).isEqualTo(before);
    NativeInstance itself = new NativeInstance("192.0.2.50", 20880, Map.of());
    assertThat(plugins.get(0).view().additions(fourSegments, List.of(itself))).isEmpty();

    hosts.get(1).disconnect("c1");
    SOON.asserts(
        () -> {
          assertThat(plugins.get(0).view().additions(fourSegments, List.of())).isEmpty();
          assertThat(plugins.get(0).view().mayAdd(fourSegments.name())).isFalse();
        });
  }

  @Test
  void anApplicationWhoseProvidersWereNotAskedYetCanBeSwitchedOn() throws Exception {
    hosts
        .get(0)
        .putNatives(
            SHOP_SERVICE,
            new NativeInstance("192.0.2.50", 20880, Map.of(MetadataKeys.REVISION, "0123")));
    assertThat(plugins.get(0).administration().switchTranslation(SHOP, true, false).state())
        .isEqualTo(ApplicationStatus.State.TRANSLATED);
  }

  private static ServiceKey interfaceService(String name) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", name);
  }

  private static String json(MetadataDocument document) {
    return new MetadataDocumentCodec().encode(document);
  }

  private static Registration registered(String client, String ip, MetadataDocument document) {
    return new Registration(
        SHOP_SERVICE,
        client,
        ip,
        20880,
        "DEFAULT",
        true,
        true,
        true,
        Map.of(
            MetadataKeys.REVISION, document.revision().value(),
            MetadataKeys.STORAGE_TYPE, "remote",
            MetadataKeys.ENDPOINTS, "[{\"port\":20880,\"protocol\":\"dubbo\"}]"));
  }

  @Test
  void aProviderThatDiesDisappearsAndIsFoundAgainWithItsOldRevision() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    switchOn();
    String revision = revisionOn(0);

    hosts.get(1).disconnect("c1");
    SOON.asserts(() -> assertThat(shownOn(0)).isEmpty());
    hosts.get(2).connect("c2", provider("192.0.2.50", "2"));

    SOON.asserts(() -> assertThat(shownOn(0)).containsExactly("192.0.2.50:20880"));
    assertThat(revisionOn(0)).isEqualTo(revision);
    assertThat(config.contents()).containsKey("public/" + revision + "/shop");
  }

  @Test
  void connectionsToEveryMemberAreOneProcess() throws Exception {
    List<List<Registration>> clients = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      clients.add(
          connected(
              "c" + i,
              List.of(
                  registration(
                      "demo.S" + i,
                      "192.0.2.50",
                      Map.of("pid", "7", "timestamp", "179517652400" + i)))));
      hosts.get(i).connect("c" + i, clients.get(i));
    }
    tell(clients);
    switchOn();

    SOON.asserts(
        () -> {
          for (int member = 0; member < 3; member++) {
            assertThat(shownOn(member)).containsExactly("192.0.2.50:20880");
            assertThat(interfacesOn(member)).hasSize(3);
            assertThat(state(member)).isEqualTo(ApplicationStatus.State.TRANSLATED);
          }
          assertThat(config.contents())
              .containsKeys("public/mapping/demo.S0", "public/mapping/demo.S1")
              .containsKeys("public/mapping/demo.S2", "public/" + revisionOn(0) + "/shop");
          assertThat(config.contents().get("public/" + revisionOn(0) + "/shop"))
              .contains("demo.S0", "demo.S1", "demo.S2");
        });
    for (Landbridge each : plugins) {
      assertThat(each.administration().status().untranslatable()).isEmpty();
    }

    try (NeverEmpty shown = new NeverEmpty(List.of(0, 2))) {
      aMemberIsLostAndItsClientConnectsToAnother(clients);
      shown.assertWasShown();
    }
  }

  /** One member is lost with its part, and the process connects to another one. */
  private void aMemberIsLostAndItsClientConnectsToAnother(List<List<Registration>> clients)
      throws Exception {
    living.remove(hosts.get(1).self());
    plugins.get(1).close();
    await()
        .during(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(interfacesOn(0)).hasSize(3));
    clients.set(1, List.of());
    tell(clients);
    SOON.asserts(() -> assertThat(interfacesOn(0)).hasSize(2));
    Registration back =
        registration("demo.S1", "192.0.2.50", Map.of("pid", "7", "timestamp", "1795176524001"));
    List<Registration> third = new ArrayList<>(clients.get(2));
    third.addAll(connected("new", List.of(back)));
    hosts.get(2).connect("new", connected("new", List.of(back)));
    hosts.get(0).setReplicated(third);
    SOON.asserts(
        () -> {
          assertThat(interfacesOn(0)).hasSize(3);
          assertThat(interfacesOn(2)).hasSize(3);
          assertThat(shownOn(0)).containsExactly("192.0.2.50:20880");
          assertThat(state(0)).isEqualTo(ApplicationStatus.State.TRANSLATED);
        });
  }

  /** Looks all the time whether some members show an instance. */
  private final class NeverEmpty implements AutoCloseable {

    private final AtomicBoolean ended = new AtomicBoolean();
    private final Set<Integer> empty = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> looking;

    NeverEmpty(List<Integer> members) {
      looking =
          CompletableFuture.runAsync(
              () -> {
                while (!ended.get()) {
                  members.stream().filter(each -> shownOn(each).isEmpty()).forEach(empty::add);
                }
              });
    }

    void assertWasShown() {
      close();
      looking.join();
      assertThat(empty).as("members that showed nothing in between").isEmpty();
    }

    @Override
    public void close() {
      ended.set(true);
    }
  }

  /** The servers tell each other what their clients have. */
  private void tell(List<List<Registration>> clients) {
    for (int to = 0; to < 3; to++) {
      List<Registration> others = new ArrayList<>();
      for (int of = 0; of < 3; of++) {
        others.addAll(of == to ? List.of() : clients.get(of));
      }
      hosts.get(to).setReplicated(others);
    }
  }

  private List<String> interfacesOn(int member) throws AdministrationException {
    return plugins.get(member).administration().application(SHOP).interfaces();
  }

  @Test
  void aBackupBringsEverythingBackWhereEverythingWasLost() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    switchOn();
    SortedMap<String, String> published = config.contents();
    BackupPage backup = plugins.get(0).maintenance().backup("", false);
    assertThat(backup.next()).isEmpty();
    assertThat(plugins.get(2).maintenance().backup("", true).digest()).isEqualTo(backup.digest());
    assertThatThrownBy(() -> plugins.get(2).maintenance().backup("", false))
        .hasMessageContaining("send the request to the leader");

    MemberId fresh = new MemberId("192.0.2.99:8848");
    MemoryConfigCentre empty = new MemoryConfigCentre();
    MemoryHost host =
        new MemoryHost(
            fresh, directory.resolve("fresh"), new MemoryLog(1).member(0), empty, Set.of(fresh));
    Landbridge restored = LandbridgePlugin.start(host, QUICK);
    plugins.add(restored);
    for (BackupPage.Entry entry : backup.entries()) {
      RestoreOutcome preview = restored.maintenance().restore(entry.entry(), true);
      assertThat(preview.instances()).isEqualTo(new Counts(entry.instances(), 0, 0));
      assertThat(restored.maintenance().restore(entry.entry(), false)).isEqualTo(preview);
      assertThat(restored.maintenance().restore(entry.entry(), false).instances())
          .isEqualTo(new Counts(0, entry.instances(), 0));
    }

    SOON.asserts(
        () -> {
          assertThat(restored.administration().application(SHOP).state())
              .isEqualTo(ApplicationStatus.State.TRANSLATED);
          assertThat(restored.view().additions(SHOP_SERVICE, List.of())).hasSize(1);
          assertThat(empty.contents()).isEqualTo(published);
        });
    // Its client does not come back.
    SOON.asserts(() -> assertThat(restored.view().additions(SHOP_SERVICE, List.of())).isEmpty());
  }

  @Test
  void whatIsNoPartOfABackupIsRefused() {
    assertThatThrownBy(() -> plugins.get(0).maintenance().restore("no base64!", false))
        .isInstanceOfSatisfying(
            AdministrationException.class,
            e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.BAD_REQUEST));
    assertThatThrownBy(() -> plugins.get(0).maintenance().restore("AAAA", false))
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> plugins.get(0).maintenance().backup("?", true))
        .hasMessageContaining("'after'");
    log.setQuorum(false);
    assertThatThrownBy(() -> plugins.get(0).maintenance().backup("", false))
        .hasMessageContaining("stale");
  }

  @Test
  void aBackupOfALargeApplicationHasManyPages() throws Exception {
    List<Registration> many = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      many.addAll(provider("192.0.%d.%d".formatted(i / 250, i % 250 + 1), "1"));
    }
    hosts.get(1).connect("c1", many);
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1_200));

    int instances = 0;
    int switches = 0;
    int pages = 0;
    String after = "";
    do {
      pages++;
      BackupPage page = plugins.get(0).maintenance().backup(after, false);
      for (BackupPage.Entry entry : page.entries()) {
        instances += entry.instances();
        switches += entry.enabled() == null ? 0 : 1;
      }
      after = page.next();
    } while (!after.isEmpty());
    assertThat(instances).isEqualTo(1_200);
    assertThat(switches).isZero();
    assertThat(pages).isGreaterThan(1);
  }

  @Test
  void aDocumentNobodyRefersToIsRemovedAfterTheDelayButTheMappingStays() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    switchOn();
    String revision = revisionOn(0);

    hosts.get(1).disconnect("c1");

    SOON.asserts(
        () ->
            assertThat(config.contents())
                .doesNotContainKey("public/" + revision + "/shop")
                .containsEntry("public/mapping/demo.Plain", "shop"));
  }

  @Test
  void aClientThatMovesToAnotherMemberIsNeverMissing() throws Exception {
    List<Registration> before = connected("c1", provider("192.0.2.50", "1"));
    List<Registration> after = connected("c2", provider("192.0.2.50", "1"));
    hosts.get(1).connect("c1", before);
    switchOn();
    int pushes = hosts.get(0).pushed().size();

    // The servers tell each other of their clients: who has not heard that another has it takes it
    // back, again and again.
    hosts.get(1).setReplicated(after);
    hosts.get(2).setReplicated(before);
    hosts.get(2).connect("c2", after);
    SOON.asserts(() -> assertThat(ownerOn(0)).isEqualTo(hosts.get(2).self().address()));
    hosts.get(1).disconnect("c1");

    await()
        .during(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(shownOn(0)).containsExactly("192.0.2.50:20880"));
    assertThat(hosts.get(0).pushed()).hasSize(pushes);
  }

  @Test
  void aMemberThatIsNoLongerResponsibleDoesNotRemoveWhatItStillKnows() {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));

    hosts.get(1).setReplicated(provider("192.0.2.50", "1"));
    hosts.get(1).disconnect("c1");

    await()
        .during(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(instances(0)).isEqualTo(1));
  }

  @Test
  void whatALostMemberOwnedIsRemovedAfterTheGraceUnlessItIsClaimed() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    hosts.get(2).connect("c2", provider("192.0.2.60", "1"));
    switchOn();
    SOON.asserts(() -> assertThat(shownOn(0)).hasSize(2));

    plugins.get(1).close();
    plugins.get(2).close();
    living.remove(hosts.get(1).self());
    living.remove(hosts.get(2).self());
    hosts.get(0).connect("c3", provider("192.0.2.60", "1"));

    SOON.asserts(() -> assertThat(shownOn(0)).containsExactly("192.0.2.60:20880"));
  }

  @Test
  void whatTheLeadersServerStillKnowsIsNotRemovedWithItsLostMember() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    hosts.get(1).connect("c2", provider("192.0.2.60", "1"));
    hosts.get(0).setReplicated(provider("192.0.2.50", "1"));
    switchOn();
    SOON.asserts(() -> assertThat(shownOn(0)).hasSize(2));

    plugins.get(1).close();
    living.remove(hosts.get(1).self());

    SOON.asserts(() -> assertThat(shownOn(0)).containsExactly("192.0.2.50:20880"));
    await()
        .during(Duration.ofSeconds(4))
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(shownOn(0)).containsExactly("192.0.2.50:20880"));
    hosts.get(0).setReplicated(List.of());
    SOON.asserts(() -> assertThat(shownOn(0)).isEmpty());
  }

  @Test
  void aBurstOfFiveMegabytesGoesThroughInEntriesThatFit() {
    for (int i = 0; i < 100; i++) {
      hosts
          .get(1)
          .connect(
              "c" + i,
              List.of(
                  registration(
                      "demo.Large" + i,
                      "192.0.2." + (100 + i),
                      Map.of("pid", "1", "x", i + "y".repeat(50_000)))));
    }

    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(100));
    assertThat(log.entries())
        .allSatisfy(
            entry -> assertThat(entry.length).isLessThanOrEqualTo(ReplicatedLog.MAX_ENTRY_BYTES));
    assertThat(log.entries().stream().mapToInt(entry -> entry.length).sum())
        .as("each document goes into the log once, but for a few that raced")
        .isBetween(5_000_000, 12_000_000);
    digestsAreEqual();
  }

  @Test
  void whoStillHasTheClientTakesOverFromALostMemberWithoutAGap() throws Exception {
    // One process with two connections, as one that names the registry twice has.
    hosts.get(2).connect("c1", provider("192.0.2.50", "1"));
    switchOn();
    hosts.get(1).connect("c2", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(ownerOn(0)).isEqualTo(hosts.get(1).self().address()));
    int pushes = hosts.get(0).pushed().size();

    plugins.get(1).close();
    living.remove(hosts.get(1).self());

    SOON.asserts(() -> assertThat(ownerOn(0)).isEqualTo(hosts.get(2).self().address()));
    assertThat(hosts.get(0).pushed()).hasSize(pushes);
  }

  @Test
  void aNativeInstanceWinsAndAForeignOneForbids() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    switchOn();
    NativeInstance same =
        new NativeInstance("192.0.2.50", 20880, Map.of(MetadataKeys.REVISION, "abc"));
    NativeInstance foreign = new NativeInstance("192.0.2.99", 8080, Map.of());

    assertThat(plugins.get(0).view().additions(SHOP_SERVICE, List.of(same))).isEmpty();
    assertThat(
            plugins
                .get(0)
                .view()
                .additions(SHOP_SERVICE, List.of(atAnotherOfItsPorts("192.0.2.50"))))
        .isEmpty();
    assertThat(
            plugins
                .get(0)
                .view()
                .additions(SHOP_SERVICE, List.of(atAnotherOfItsPorts("192.0.2.51"))))
        .hasSize(1);
    assertThat(plugins.get(0).view().additions(SHOP_SERVICE, List.of(foreign))).isEmpty();
    hosts.get(0).putNatives(SHOP_SERVICE, same, foreign);
    ApplicationStatus obstructed = plugins.get(0).administration().application(SHOP);
    assertThat(obstructed.state()).isEqualTo(ApplicationStatus.State.SWITCHING_ON);
    assertThat(obstructed.problems())
        .singleElement()
        .asString()
        .contains("192.0.2.99:8080", "apply --force");

    plugins.get(0).administration().switchTranslation(SHOP, true, true);
    SOON.asserts(
        () ->
            assertThat(plugins.get(0).view().additions(SHOP_SERVICE, List.of(foreign))).hasSize(1));
    ApplicationStatus forced = plugins.get(0).administration().application(SHOP);
    assertThat(forced.state()).isEqualTo(ApplicationStatus.State.TRANSLATED);
    assertThat(forced.forced()).isTrue();
    assertThat(forced.problems()).isEmpty();
  }

  /** A process that has two protocols, and registered itself with the port of the other one. */
  private static NativeInstance atAnotherOfItsPorts(String ip) {
    return new NativeInstance(
        ip,
        50051,
        Map.of(
            MetadataKeys.REVISION,
            "abc",
            MetadataKeys.ENDPOINTS,
            "[{\"port\":20880,\"protocol\":\"dubbo\"},{\"port\":50051,\"protocol\":\"tri\"}]"));
  }

  @Test
  void switchingIsRefusedWithAReason() {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));
    hosts.get(0).putNatives(SHOP_SERVICE, new NativeInstance("192.0.2.99", 8080, Map.of()));
    ApplicationKey unknown =
        new ApplicationKey(NamespaceId.of("elsewhere"), new ApplicationName("shop"));

    assertThatThrownBy(
            () -> plugins.get(0).administration().switchTranslation(unknown, true, false))
        .isInstanceOfSatisfying(
            AdministrationException.class,
            e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.NOT_FOUND))
        .hasMessageContaining("'shop'")
        .hasMessageContaining("'elsewhere'");
    assertThatThrownBy(() -> plugins.get(0).administration().switchTranslation(SHOP, true, false))
        .isInstanceOfSatisfying(
            AdministrationException.class,
            e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.CONFLICT))
        .hasMessageContaining("192.0.2.99:8080");
    log.setQuorum(false);
    assertThatThrownBy(() -> plugins.get(1).administration().switchTranslation(SHOP, true, false))
        .isInstanceOfSatisfying(
            AdministrationException.class,
            e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.UNAVAILABLE));
    assertThat(plugins.get(1).administration().status().state()).isEqualTo(Status.State.STARTING);
  }

  @Test
  void aDatabaseThatFailsDelaysTheViewAndIsReported() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));
    config.setFailing(true);

    plugins.get(0).administration().switchTranslation(SHOP, true, false);

    SOON.asserts(
        () ->
            assertThat(plugins.get(0).administration().application(SHOP).problems())
                .contains("the database is away"));
    assertThat(shownOn(0)).isEmpty();
    config.setFailing(false);
    SOON.asserts(() -> assertThat(shownOn(0)).hasSize(1));
    SOON.asserts(() -> assertThat(state(0)).isEqualTo(ApplicationStatus.State.TRANSLATED));
    assertThat(plugins.get(0).administration().application(SHOP).problems()).isEmpty();
  }

  @Test
  void anInstanceIsNotShownWhileItsDocumentIsOnlyIntended() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));
    config.setReadOnly(true);

    plugins.get(0).administration().switchTranslation(SHOP, true, false);

    SOON.asserts(
        () ->
            assertThat(plugins.get(0).administration().application(SHOP).problems())
                .contains("the database is read-only"));
    assertThat(shownOn(0)).isEmpty();
    config.setReadOnly(false);
    SOON.asserts(() -> assertThat(shownOn(0)).hasSize(1));
  }

  @Test
  void aDocumentOfSomebodyElseUnderOurRevisionIsNotOverwritten() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));
    String revision = plugins.get(0).administration().application(SHOP).revisions().get(0);
    config.put("public", revision, "shop", "not ours");

    plugins.get(0).administration().switchTranslation(SHOP, true, false);

    SOON.asserts(
        () ->
            assertThat(plugins.get(0).administration().application(SHOP).problems())
                .anySatisfy(problem -> assertThat(problem).contains("other content")));
    plugins.get(0).administration().switchTranslation(SHOP, false, false);
    SOON.asserts(() -> assertThat(state(0)).isEqualTo(ApplicationStatus.State.OBSERVED));
    assertThat(config.contents()).containsOnlyKeys("public/" + revision + "/shop");
  }

  @Test
  void whatCannotBeTranslatedIsInTheStatusAndDisturbsNothing() {
    List<Registration> registrations = new ArrayList<>(provider("192.0.2.50", "1"));
    registrations.add(registration("demo.Broken", "192.0.2.50", Map.of("protocol", "")));
    hosts.get(1).connect("c1", registrations);

    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));
    Status status = plugins.get(1).administration().status();
    assertThat(status.untranslatableTotal()).isEqualTo(1);
    assertThat(status.untranslatable().get(0).kind()).isEqualTo("NO_PROTOCOL");
  }

  @Test
  void aProcessThatFitsIntoNoEntryIsReportedAndKeepsNobodyElseOut() {
    List<Registration> huge = new ArrayList<>();
    // What is not much smaller when it is deflated.
    Random random = new Random(1);
    for (int i = 0; i < 14; i++) {
      String text =
          random
              .ints(60_000, 'A', 'z')
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      huge.add(registration("demo.Huge" + i, "192.0.2.66", Map.of("pid", "1", "x", text)));
    }
    hosts.get(1).connect("c1", huge);
    hosts.get(1).connect("c2", provider("192.0.2.50", "1"));

    SOON.asserts(
        () -> {
          assertThat(instances(0)).isEqualTo(1);
          assertThat(plugins.get(1).administration().status().untranslatable())
              .extracting(LossStatus::kind, LossStatus::address)
              .containsExactly(tuple("TOO_LARGE", "192.0.2.66:20880"));
          assertThat(plugins.get(1).administration().application(SHOP).problems())
              .singleElement()
              .asString()
              .startsWith("TOO_LARGE at 192.0.2.66:20880: ");
        });
    int entries = log.entries().size();
    // Long enough for the pauses between tries to grow, if it were tried again and again.
    await()
        .during(Duration.ofSeconds(4))
        .untilAsserted(() -> assertThat(log.entries()).hasSize(entries));
    hosts.get(1).connect("c3", provider("192.0.2.51", "1"));
    await()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(instances(0)).isEqualTo(2));
  }

  @Test
  void nothingIsReleasedWhileTheServerStillLoads() {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(1));

    hosts.get(1).setReady(false);
    hosts.get(1).disconnect("c1");

    await()
        .during(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(instances(0)).isEqualTo(1));
    hosts.get(1).setReady(true);
    SOON.asserts(() -> assertThat(instances(0)).isZero());
  }

  private void switchOn() throws Exception {
    SOON.asserts(() -> assertThat(instances(0)).isPositive());
    plugins.get(0).administration().switchTranslation(SHOP, true, false);
    SOON.asserts(() -> assertThat(shownOn(0)).isNotEmpty());
    SOON.asserts(() -> assertThat(state(0)).isEqualTo(ApplicationStatus.State.TRANSLATED));
  }

  private void digestsAreEqual() {
    assertThat(
            plugins.stream()
                .map(plugin -> plugin.administration().status().catalog().orElseThrow())
                .collect(Collectors.toSet()))
        .hasSize(1);
  }

  @Test
  void readsAreLinearizableOnRequestOnly() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(2)).isEqualTo(1));

    log.lag(2);
    plugins.get(0).administration().switchTranslation(SHOP, true, false);
    assertThat(state(2)).isEqualTo(ApplicationStatus.State.OBSERVED);
    CompletableFuture<ApplicationStatus> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                plugins.get(2).administration().awaitCommitted();
                return plugins.get(2).administration().application(SHOP);
              } catch (AdministrationException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThatThrownBy(() -> read.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    log.catchUp(2);

    assertThat(read.get(10, TimeUnit.SECONDS).state())
        .isNotEqualTo(ApplicationStatus.State.OBSERVED);
  }

  @Test
  void aLinearizableReadWithoutALeaderOrThatTheMemberCannotServeIsRefused() throws Exception {
    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));
    SOON.asserts(() -> assertThat(instances(2)).isEqualTo(1));
    log.lag(2);
    plugins.get(0).administration().switchTranslation(SHOP, true, false);

    isUnavailable(() -> plugins.get(2).administration().awaitCommitted(), "are committed");
    log.setQuorum(false);
    isUnavailable(() -> plugins.get(0).administration().awaitCommitted(), "no quorum");
    assertThat(instances(2)).isEqualTo(1);
  }

  @Test
  void aWatchTellsWhichApplicationChanged() throws Exception {
    Administration second = plugins.get(2).administration();
    CompletableFuture<Changes> waiting = second.watch(0, 30_000, Optional.empty());
    assertThat(waiting).isNotDone();

    hosts.get(1).connect("c1", provider("192.0.2.50", "1"));

    Changes changes = waiting.get(10, TimeUnit.SECONDS);
    assertThat(changes.changes())
        .extracting(ChangedApplication::application)
        .containsExactly("shop");
    assertThat(changes.applied()).isLessThanOrEqualTo(second.applied().orElseThrow());
    plugins.get(2).close();
    plugins.remove(2);
    assertThat(second.watch(Long.MAX_VALUE, 30_000, Optional.empty())).isCompletedExceptionally();
  }

  @Test
  void listsComeInPartsAndDigestsAreComparedAtTheSameCount() throws Exception {
    for (int i = 0; i < 5; i++) {
      hosts.get(1).connect("c" + i, provider("192.0.2.5" + i, "1"));
    }
    Administration first = plugins.get(0).administration();
    SOON.asserts(() -> assertThat(instances(0)).isEqualTo(5));

    List<String> seen = new ArrayList<>();
    String next = "";
    do {
      Page<InstanceStatus> page = first.instances(SHOP, new PageRequest(2, next));
      assertThat(page.items()).hasSizeBetween(1, 2);
      page.items().forEach(instance -> seen.add(instance.ip()));
      next = page.next();
    } while (!next.isEmpty());
    assertThat(seen)
        .containsExactly("192.0.2.50", "192.0.2.51", "192.0.2.52", "192.0.2.53", "192.0.2.54");
    PageRequest one = new PageRequest(1, "");
    assertThat(first.applications(Optional.of(NamespaceId.of("dev")), one).items()).isEmpty();
    assertThat(first.applications(Optional.empty(), one).next()).isEmpty();
    DocumentSummary document = first.documents(one).items().get(0);
    assertThat(document.application()).isEqualTo("shop");
    assertThat(first.document(new MetadataRevision(document.revision())).services())
        .hasSize(document.services())
        .isNotEmpty();
    MappingStatus mapping = first.mappings(NamespaceId.PUBLIC, one).items().get(0);
    assertThat(mapping.applications()).containsExactly("shop");
    assertThat(first.mapping(NamespaceId.PUBLIC, mapping.serviceInterface())).isEqualTo(mapping);
    assertThat(first.mappings(NamespaceId.of("dev"), one).items()).isEmpty();
    assertThatThrownBy(() -> first.mapping(NamespaceId.PUBLIC, "demo.Nobodys"))
        .isInstanceOf(AdministrationException.class);

    assertThatThrownBy(() -> first.instances(SHOP, new PageRequest(2, "x")))
        .isInstanceOf(IllegalArgumentException.class);

    DigestStatus digest = first.digest(OptionalLong.empty());
    log.lag(2);
    first.switchTranslation(SHOP, true, false);
    for (int member = 0; member < 3; member++) {
      assertThat(
              plugins
                  .get(member)
                  .administration()
                  .digest(OptionalLong.of(digest.applied()))
                  .digest())
          .isEqualTo(digest.digest());
    }
    assertThatThrownBy(() -> first.digest(OptionalLong.of(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void isUnavailable(ThrowingCallable call, String why) {
    assertThatThrownBy(call)
        .hasMessageContaining(why)
        .isInstanceOfSatisfying(
            AdministrationException.class,
            e -> assertThat(e.kind()).isEqualTo(AdministrationException.Kind.UNAVAILABLE));
  }

  private int instances(int member) throws AdministrationException {
    return plugins
        .get(member)
        .administration()
        .applications(Optional.empty(), PageRequest.FIRST)
        .items()
        .stream()
        .mapToInt(ApplicationStatus::instances)
        .sum();
  }

  private ApplicationStatus.State state(int member) {
    try {
      return plugins.get(member).administration().application(SHOP).state();
    } catch (AdministrationException e) {
      throw new AssertionError(e);
    }
  }

  private String ownerOn(int member) throws AdministrationException {
    return plugins
        .get(member)
        .administration()
        .instances(SHOP, PageRequest.FIRST)
        .items()
        .get(0)
        .owner();
  }

  private String revisionOn(int member) {
    return plugins
        .get(member)
        .view()
        .additions(SHOP_SERVICE, List.of())
        .get(0)
        .metadata()
        .get(MetadataKeys.REVISION);
  }

  private List<String> shownOn(int member) {
    return plugins.get(member).view().additions(SHOP_SERVICE, List.of()).stream()
        .map(each -> each.ip() + ":" + each.port())
        .toList();
  }

  private static List<Registration> provider(String ip, String pid) {
    return List.of(
        registration("demo.Plain", ip, Map.of("pid", pid, "timestamp", "100" + pid)),
        registration("demo.Order", ip, Map.of("pid", pid, "timestamp", "100" + pid)));
  }

  /** The same as a server knows them of a client with a connection. */
  private static List<Registration> connected(String client, List<Registration> registrations) {
    return registrations.stream()
        .map(
            each ->
                new Registration(
                    each.service(),
                    client,
                    each.ip(),
                    each.port(),
                    each.cluster(),
                    each.healthy(),
                    each.enabled(),
                    each.ephemeral(),
                    each.metadata()))
        .toList();
  }

  private static Registration registration(String name, String ip, Map<String, String> changes) {
    Map<String, String> metadata =
        new TreeMap<>(Map.of("application", "shop", "protocol", "dubbo", "interface", name));
    metadata.putAll(changes);
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:" + name + "::"),
        "",
        ip,
        20880,
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }
}
