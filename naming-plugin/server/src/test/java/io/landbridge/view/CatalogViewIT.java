package io.landbridge.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication.Stage;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.Samples;
import io.landbridge.view.ViewActions.Action;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.Side;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** The view over a catalog on disk. */
class CatalogViewIT {

  private static final ServiceKey SHOP = service(Samples.SHOP);
  private static final String PLAIN = "providers:org.demo.Plain::";
  private static final String OTHER = Samples.document(Samples.SHOP, 2).revision().value();
  private static final ViewConfig NOTHING_HELD =
      new ViewConfig(ViewConfig.DEFAULT.cacheBytes(), 50, Duration.ZERO);

  private Path directory;

  @BeforeTry
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory("landbridge-view");
  }

  @AfterTry
  void deleteDirectory() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Provide
  Arbitrary<List<Action>> sequences() {
    return ViewActions.sequences();
  }

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void whateverHappensItShowsTheCatalogOnceItHasTakenItIn(@ForAll("sequences") List<Action> actions)
      throws IOException {
    try (Member member = new Member(directory, NOTHING_HELD)) {
      member.view().follow();
      ViewActions.everythingShown().forEach(member::apply);
      for (Action action : actions) {
        happen(member, action);
      }
      member.view().round();
      member.assertShowsTheCatalog();
    }
  }

  private static void happen(Member member, Action action) {
    if (action instanceof Action.Apply apply) {
      member.apply(apply.command());
    } else if (action instanceof Action.Read read) {
      member.read(read.service());
      member.tell(read.service());
    } else if (action instanceof Action.Subscribe subscribe) {
      member.subscribe(subscribe.service());
    } else if (action instanceof Action.Unsubscribe unsubscribe) {
      member.unsubscribe(unsubscribe.service());
    } else if (action instanceof Action.Suspend suspend) {
      member.suspend(suspend.wanted());
      if (suspend.wanted()) {
        ViewActions.services()
            .forEach(service -> assertThat(member.copy(service)).as("%s", service).isEmpty());
      }
    } else if (action instanceof Action.Settle) {
      member.view().round();
      member.assertShowsTheCatalog();
    } else {
      member.view().evict();
    }
  }

  /** Dubbo 3.0 keeps its applications in DEFAULT_GROUP, whatever the group of the registry. */
  @Example
  void levelsInDifferentGroupsGiveNobodyAnAddressItDidNotFindBefore() throws IOException {
    ServiceKey plain = new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", PLAIN);
    ServiceKey elsewhere = new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP2", PLAIN);
    try (Member member = new Member(directory, NOTHING_HELD)) {
      member.view().follow();
      member.apply(
          new ClaimInstances(
              Samples.ALICE,
              1,
              List.of(
                  instance("DEFAULT_GROUP", 1, Origin.NATIVE_APPLICATION),
                  instance("DEFAULT_GROUP2", 1, Origin.NATIVE_INTERFACE),
                  instance("DEFAULT_GROUP", 2, Origin.NATIVE_APPLICATION)),
              ViewActions.documents(),
              List.of()));
      member.apply(new SwitchTranslation(Samples.SHOP, true, false, 1));
      member.view().round();

      assertThat(member.read(plain)).extracting(DerivedInstance::ip).hasSize(1);
      assertThat(member.read(elsewhere)).isEmpty();
      member.assertShowsTheCatalog();
    }
  }

  private static ApplicationInstance instance(String group, int host, Origin origin) {
    return ViewActions.instance(Samples.SHOP, group, host, 1, true, origin);
  }

  /** Until the plugin has started the server answers without it, also those whom it pushes. */
  @Example
  void whoWasAnsweredWithoutItIsToldOnceItIsInUse() throws IOException {
    try (Member member = new Member(directory, NOTHING_HELD)) {
      member.isInUse(false);
      ViewActions.everythingShown().forEach(member::apply);
      member.view().follow();
      member.subscribe(SHOP);
      member.view().round();
      assertThat(member.pushed()).contains(SHOP);
      assertThat(member.copy(SHOP)).isEmpty();

      member.isInUse(true);
      member.view().begin();
      member.view().round();

      assertThat(member.copy(SHOP)).isNotEmpty();
      member.assertShowsTheCatalog();
      int pushes = member.pushed().size();
      member.view().round();
      assertThat(member.pushed()).hasSize(pushes);
    }
  }

  /** Many ask while the catalog changes under them, until the member goes away under them, too. */
  @Property(tries = 3, edgeCases = EdgeCasesMode.NONE)
  void readersChangesAndClosingGetAlong(@ForAll Random random) throws Exception {
    List<Command> commands =
        IntStream.range(0, 1_500)
            .mapToObj(i -> ViewActions.command().generator(1_000).next(random).value())
            .toList();
    AtomicBoolean closing = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(6);
    try (Member member = new Member(directory, NOTHING_HELD)) {
      member.view().start();
      ViewActions.services().stream().limit(4).forEach(member::subscribe);
      List<Future<?>> running =
          random
              .ints(6)
              .<Future<?>>mapToObj(
                  seed -> readers.submit(() -> readUntil(closing, member, new Random(seed))))
              .toList();

      commands.forEach(member::apply);

      await().atMost(Duration.ofSeconds(20)).untilAsserted(member::assertShowsTheCatalog);
      closing.set(true);
      member.close();
      for (Future<?> each : running) {
        each.get();
      }
      assertThat(member.view().additions(SHOP, List.of())).isEmpty();
      assertThat(member.view().mayAdd(SHOP.name())).isFalse();
    } finally {
      readers.shutdownNow();
    }
  }

  private static void readUntil(AtomicBoolean closing, Member member, Random random) {
    List<ServiceKey> services = ViewActions.services();
    boolean last = false;
    while (!last) {
      last = closing.get();
      ServiceKey service = services.get(random.nextInt(services.size()));
      try {
        switch (random.nextInt(10)) {
          case 0 -> member.view().evict();
          case 1 -> member.tell(service);
          default -> member.read(service);
        }
      } catch (RuntimeException e) {
        // What a server answers with its own data; only a store that goes away may bring it about.
        assertThat(closing).isTrue();
      }
    }
  }

  @Example
  void aChangeOfWhatNobodySubscribedToReadsNoInstance() throws IOException {
    try (Member member = shown(10)) {
      int reads = member.reads();

      member.apply(claim(Samples.ALICE, List.of(instance(3, false))));
      member.view().round();

      assertThat(member.reads()).isEqualTo(reads);
      assertThat(member.pushed()).isEmpty();
      assertThat(member.read(SHOP)).isEqualTo(member.expected(SHOP)).hasSize(10);
      member.read(SHOP);
      assertThat(member.reads()).isEqualTo(reads + 1);
    }
  }

  @Example
  void whoSubscribedIsToldOnlyWhatIsNewToThem() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);
      member.apply(claim(Samples.ALICE, List.of(instance(3, false))));
      member.view().round();
      assertThat(member.pushed()).containsExactly(SHOP);

      // The same instances, now of another member.
      member.apply(
          claim(Samples.BOB, IntStream.range(0, 10).mapToObj(i -> instance(i, i != 3)).toList()));
      member.view().round();
      assertThat(member.pushed()).hasSize(1);

      member.apply(claim(Samples.BOB, List.of(instance(3, true))));
      member.view().round();
      assertThat(member.pushed()).hasSize(2);
      member.assertShowsTheCatalog();
    }
  }

  @Example
  void whoGotAnAnswerBetweenTwoChangesThatCancelEachOtherIsTold() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);
      member.apply(claim(Samples.ALICE, List.of(instance(3, false))));
      member.view().round();
      int pushes = member.pushed().size();

      member.apply(claim(Samples.ALICE, List.of(instance(3, true))));
      member.view().evict();
      member.tell(SHOP);
      member.apply(claim(Samples.ALICE, List.of(instance(3, false))));
      member.view().round();

      assertThat(member.pushed()).hasSize(pushes + 1);
      member.assertShowsTheCatalog();
    }
  }

  @Example
  void whoSubscribedIsToldWhenForeignInstancesAreNoObstacleAnyMore() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);
      member.apply(claim(Samples.ALICE, List.of(instance(3, false))));
      member.view().round();
      int pushes = member.pushed().size();

      member.apply(new SwitchTranslation(Samples.SHOP, true, true, 2));
      member.view().round();

      assertThat(member.pushed()).hasSize(pushes + 1).endsWith(SHOP);
    }
  }

  @Example
  void aShareIsShownFirstAndEverySubscriberIsToldWhenItGrows() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);
      Audience some = Audience.parse("20%,10.9.9.9", "salt");
      member.apply(new SwitchTranslation(Samples.SHOP, true, false, some, 2));
      member.view().round();

      assertThat(member.pushed()).containsExactly(SHOP);
      CatalogView view = member.view();
      int shown = 0;
      for (int i = 0; i < 200; i++) {
        Caller caller = new Caller("10.0.0." + i, "unknown");
        Side side = view.side(SHOP, () -> Optional.of(caller));
        assertThat(side == Side.SHOWN).isEqualTo(some.contains(caller.ip(), "", () -> ""));
        shown += side == Side.SHOWN ? 1 : 0;
      }
      assertThat(shown).isBetween(15, 75);
      assertThat(view.side(SHOP, () -> Optional.of(new Caller("10.9.9.9", ""))))
          .isEqualTo(Side.SHOWN);
      // Who is not known gets what the application's state says.
      assertThat(view.side(SHOP, Optional::empty)).isEqualTo(Side.SHOWN);
      assertThat(view.additions(SHOP, List.of(), Side.SHOWN)).hasSize(10);
      assertThat(view.additions(SHOP, List.of(), Side.WITHHELD)).isEmpty();

      member.apply(new SwitchTranslation(Samples.SHOP, true, false, Audience.NOBODY, 3));
      member.view().round();
      assertThat(view.side(SHOP, Optional::empty)).isEqualTo(Side.WITHHELD);
      assertThat(view.side(SHOP, () -> Optional.of(new Caller("10.9.9.9", ""))))
          .isEqualTo(Side.WITHHELD);

      member.apply(new SwitchTranslation(Samples.SHOP, true, false, 4));
      member.view().round();
      assertThat(member.pushed()).hasSize(3);
      assertThat(
              view.side(
                  SHOP,
                  () -> {
                    throw new AssertionError("nobody needs to know");
                  }))
          .isEqualTo(Side.SHOWN);
      assertThat(view.additions(SHOP, List.of(), Side.WITHHELD)).hasSize(10);
    }
  }

  @Example
  void whoSubscribedIsToldThatNothingIsShownAnyMore() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);

      member.apply(new SwitchTranslation(Samples.SHOP, false, false, 2));
      member.view().round();

      assertThat(member.pushed()).containsExactly(SHOP);
      assertThat(member.copy(SHOP)).isEmpty();
      assertThat(member.view().mayAdd(SHOP.name())).isFalse();
      assertThat(member.view().stats().keptAnswers()).isZero();
    }
  }

  @Example
  void theCacheStaysWithinItsBound() throws IOException {
    long bound = 1L << 20;
    try (Member member = new Member(directory, new ViewConfig(bound, 50, Duration.ZERO))) {
      member.view().follow();
      List<ApplicationKey> applications =
          IntStream.range(0, 40).mapToObj(i -> Samples.application("app" + i)).toList();
      for (ApplicationKey application : applications) {
        show(member, application, 500);
      }
      member.view().round();

      for (ApplicationKey application : applications) {
        assertThat(member.read(service(application))).hasSize(500);
        assertThat(member.view().stats().keptBytes()).isLessThanOrEqualTo(bound);
      }

      ViewStats stats = member.view().stats();
      assertThat(stats.shownApplications()).isEqualTo(40);
      assertThat(stats.keptAnswers()).isBetween(2L, 39L);
      assertThat(stats.keptBytes()).isGreaterThan(bound / 2);
      // What is not kept is still shown.
      assertThat(member.read(service(applications.get(0)))).hasSize(500);
    }
  }

  @Example
  void withoutItsStoreItShowsWhatItKnows() throws IOException {
    try (Member member = shown(10)) {
      ApplicationKey other = Samples.application("other");
      show(member, other, 3);
      List<DerivedInstance> before = member.read(SHOP);
      member.apply(claim(Samples.ALICE, List.of(instance(3, false))));
      member.view().round();

      member.store().close();

      assertThat(member.read(SHOP)).isEqualTo(before);
      assertThatThrownBy(() -> member.read(service(other))).isInstanceOf(RuntimeException.class);
    }
  }

  @Example
  void aStoreThatFailsOnceDelaysAChangeButDoesNotLoseIt() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);
      member.apply(claim(Samples.ALICE, List.of(instance(3, false))));
      member.failReads(true);
      assertThatThrownBy(() -> member.view().round()).isInstanceOf(RuntimeException.class);
      assertThat(member.pushed()).isEmpty();

      member.failReads(false);
      member.view().round();

      assertThat(member.pushed()).containsExactly(SHOP);
      member.assertShowsTheCatalog();
    }
  }

  @Example
  void aServiceNobodyKnowsCostsNoMemory() throws IOException {
    try (Member member = shown(1)) {
      var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      String name = "providers:org.demo.Orders::";
      long self = Thread.currentThread().getId();
      threads.getThreadAllocatedBytes(self);
      boolean any = false;
      long before = threads.getThreadAllocatedBytes(self);
      for (int i = 0; i < 100_000; i++) {
        any |= member.view().mayAdd(name);
      }
      long bytes = threads.getThreadAllocatedBytes(self) - before;

      assertThat(any).isFalse();
      assertThat(bytes).isLessThan(100_000);
    }
  }

  @Example
  void anInstanceIsShownAsItWasUntilItsDocumentIsServed() throws IOException {
    try (Member member = shown(3)) {
      member.subscribe(SHOP);
      List<DerivedInstance> before = member.copy(SHOP);
      withholdsAnother(member);
      assertThat(member.copy(SHOP)).isEqualTo(before).hasSize(3);
      assertThat(member.view().isShown(Samples.SHOP)).isFalse();

      member.serves(OTHER);
      member.view().round();

      assertThat(member.view().isShown(Samples.SHOP)).isTrue();
      assertThat(member.copy(SHOP))
          .isEqualTo(member.expected(SHOP))
          .isNotEqualTo(before)
          .hasSize(3);
    }
  }

  /** One process, whose consumers would have nobody left to call. */
  @Example
  void aProcessThatRegistersAnotherServiceIsNeverHidden() throws IOException {
    try (Member member = shown(1)) {
      member.subscribe(SHOP);
      List<DerivedInstance> before = member.copy(SHOP);

      member.apply(claim(Samples.ALICE, List.of(other(0, true))));
      assertThat(member.read(SHOP)).isEqualTo(before);
      member.view().round();
      assertThat(member.copy(SHOP)).isEqualTo(before);
      assertThat(member.view().services(NamespaceId.PUBLIC)).contains(SHOP);
      member.apply(ViewActions.published(Samples.SHOP, 2, Stage.INTENDED));
      member.view().round();
      assertThat(member.read(SHOP)).isEqualTo(before);

      member.apply(claim(Samples.ALICE, List.of(other(0, false))));
      member.view().round();
      assertThat(member.copy(SHOP)).singleElement().satisfies(CatalogViewIT::isSickAndAsBefore);

      member.apply(ViewActions.published(Samples.SHOP, 2, Stage.WRITTEN));
      member.view().round();
      assertThat(member.copy(SHOP)).isEqualTo(member.expected(SHOP)).isNotEqualTo(before);
    }
  }

  private static void isSickAndAsBefore(DerivedInstance instance) {
    assertThat(instance.healthy()).isFalse();
    assertThat(instance.metadata().values())
        .contains(Samples.document(Samples.SHOP, 1).revision().value());
  }

  @Example
  void whatAProcessWasIsForgottenWithItAndOnceItIsNotNeeded() throws IOException {
    try (Member member = shown(2)) {
      member.apply(claim(Samples.ALICE, List.of(other(0, true), other(1, true))));
      assertThat(member.view().stats().earlierInstances()).isEqualTo(2);
      member.apply(
          new ClaimInstances(
              Samples.ALICE, 1, List.of(), Map.of(), List.of(instance(0, true).key())));
      member.view().round();
      assertThat(member.read(SHOP)).hasSize(1);

      member.pass(Duration.ofSeconds(20));
      member.view().round();
      assertThat(member.view().stats().earlierInstances()).isEqualTo(1);
      assertThat(member.read(SHOP)).hasSize(1);

      member.apply(ViewActions.published(Samples.SHOP, 2, Stage.WRITTEN));
      member.view().round();
      member.pass(Duration.ofSeconds(20));
      member.view().round();
      assertThat(member.view().stats().earlierInstances()).isZero();
      assertThat(member.read(SHOP)).isEqualTo(member.expected(SHOP)).hasSize(1);
    }
  }

  @Example
  void aDocumentIsNotAwaitedForEver() throws IOException {
    try (Member member = shown(3)) {
      member.subscribe(SHOP);
      withholdsAnother(member);
      List<DerivedInstance> before = member.copy(SHOP);
      member.pass(Duration.ofSeconds(AwaitedDocuments.PATIENCE_SECONDS).minusNanos(1));
      member.view().round();
      assertThat(member.copy(SHOP)).isEqualTo(before);

      member.pass(Duration.ofNanos(1));
      member.view().round();

      assertThat(member.copy(SHOP))
          .isEqualTo(member.expected(SHOP))
          .isNotEqualTo(before)
          .hasSize(3);
    }
  }

  @Example
  void whatIsShownDoesNotGoWithItsDocument() throws IOException {
    try (Member member = shown(3)) {
      member.subscribe(SHOP);
      member.withholds(Samples.document(Samples.SHOP, 1).revision().value());

      withholdsAnother(member);

      assertThat(member.copy(SHOP)).hasSize(3);
    }
  }

  /** One of three instances gets another revision. */
  private static void withholdsAnother(Member member) {
    member.withholds(OTHER);
    member.apply(claim(Samples.ALICE, List.of(other(1, true))));
    member.apply(ViewActions.published(Samples.SHOP, 2, Stage.WRITTEN));
    member.view().round();
  }

  private Member shown(int instances) throws IOException {
    Member member = new Member(directory, ViewConfig.DEFAULT);
    member.view().follow();
    show(member, Samples.SHOP, instances);
    return member;
  }

  private static void show(Member member, ApplicationKey application, int instances) {
    member.apply(
        new ClaimInstances(
            Samples.ALICE,
            1,
            IntStream.range(0, instances)
                .mapToObj(host -> Samples.instance(application, host, 1))
                .toList(),
            Map.of(Samples.document(application, 1).revision(), Samples.document(application, 1)),
            List.of()));
    member.apply(new SwitchTranslation(application, true, false, 1));
    member.apply(ViewActions.published(application, 1, Stage.WRITTEN));
    member.view().round();
  }

  private static ApplicationInstance instance(int host, boolean healthy) {
    return ViewActions.instance(Samples.SHOP, "DEFAULT_GROUP", host, 1, healthy);
  }

  private static ApplicationInstance other(int host, boolean healthy) {
    return ViewActions.instance(Samples.SHOP, "DEFAULT_GROUP", host, 2, healthy);
  }

  private static Command claim(MemberId owner, List<ApplicationInstance> puts) {
    return new ClaimInstances(owner, 1, puts, ViewActions.documents(), List.of());
  }

  private static ServiceKey service(ApplicationKey application) {
    return new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", application.name().value());
  }
}
