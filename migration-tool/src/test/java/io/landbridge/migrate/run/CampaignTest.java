package io.landbridge.migrate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanCodec;
import io.landbridge.migrate.plan.PlanHash;
import io.landbridge.migrate.plan.Precondition;
import io.landbridge.migrate.plan.Precondition.Check;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.run.FakeCluster.Killed;
import io.landbridge.migrate.wave.Callers;
import io.landbridge.migrate.wave.LeftOutApplications;
import io.landbridge.migrate.wave.Newcomers;
import io.landbridge.migrate.wave.PlanPart;
import io.landbridge.migrate.wave.RecordedVerifies;
import io.landbridge.migrate.wave.RequiredVerify;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A plan is carried out, stopped, killed, done again and taken back. */
class CampaignTest {

  private static final Set<Integer> ALL = Set.of(1, 2, 3);
  private static final Holder ME = new Holder("journal-1", "host-a", "me at host-a", "apply");

  private static FakeCluster cluster() {
    List<Registration> providers = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d", "e")) {
      providers.add(
          Registrations.of(name, "demo.S" + name, "10.0.0." + (int) name.charAt(0), 20880));
    }
    return new FakeCluster(
        providers,
        List.of(
            Registrations.consumer("web", "demo.Sa", "3.3.6"),
            Registrations.consumer("web", "demo.Sd", "3.3.6"),
            Registrations.consumer("job", "demo.Sa", "3.2.16")));
  }

  private static Plan plan(FakeCluster cluster) {
    return cluster.plan(List.of(10, 100));
  }

  private static CampaignSettings settings() {
    return new CampaignSettings(
        Duration.ofSeconds(60),
        Duration.ofSeconds(5),
        Duration.ZERO,
        Duration.ofSeconds(1),
        Duration.ofSeconds(30),
        false,
        false,
        () -> false);
  }

  private static Campaign campaign(FakeCluster cluster, Plan plan) {
    return campaign(cluster, plan, settings(), Hook.NONE);
  }

  private static Campaign campaign(
      FakeCluster cluster, Plan plan, CampaignSettings settings, Hook hook) {
    return new Campaign(
        plan, cluster, cluster, lock(cluster, ME), cluster, settings, hook, line -> {});
  }

  private static ClusterLock lock(FakeCluster cluster, Holder holder) {
    return new ClusterLock(cluster, cluster, holder, Duration.ofMinutes(2));
  }

  private static Withdrawal withdrawal(FakeCluster cluster, Plan plan) {
    return new Withdrawal(
        plan, cluster, cluster, lock(cluster, ME), new Completed(cluster), line -> {});
  }

  private static Completion completion(FakeCluster cluster, Plan plan) {
    return new Completion(
        plan,
        cluster,
        cluster,
        lock(cluster, ME),
        new Completed(cluster),
        cluster,
        Duration.ofSeconds(60));
  }

  @Test
  void translatesBeforeItTellsConsumersAndGivesTheLockBack() throws Exception {
    FakeCluster cluster = cluster();
    Campaign campaign = campaign(cluster, plan(cluster));

    campaign.run(ALL);

    assertThat(cluster.effects)
        .containsExactly(
            "HOLD job",
            "HOLD web",
            "APPLY a",
            "APPLY b",
            "RULE job",
            "RULE job",
            "HOLD web",
            "APPLY c",
            "APPLY d",
            "RULE web",
            "RULE web",
            "APPLY e");
    assertThat(cluster.rules.get("web"))
        .contains("serviceKey: demo.Sa", "serviceKey: demo.Sd")
        .contains("step: APPLICATION_FIRST", "threshold: 0.9", "proportion: 100", "delay: 10");
    assertThat(campaign.result().waves()).containsExactly(1, 2, 3);
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1, 2, 3);
    lock(cluster, new Holder("other", "host-b", "you", "apply")).acquire();
  }

  @Test
  void showsAWaveToMoreAndMoreBeforeConsumersAreTold() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = PlanHash.seal(plan(cluster).showingTo(List.of(5, 20)));

    campaign(cluster, plan).run(Set.of(1));

    assertThat(cluster.effects)
        .containsExactly(
            "HOLD job",
            "HOLD web",
            "APPLY a to 5%",
            "APPLY b to 5%",
            "APPLY a to 20%",
            "APPLY b to 20%",
            "APPLY a",
            "APPLY b",
            "RULE job",
            "RULE job");
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1);
    assertThat(new PlanCodec().read(new PlanCodec().toYaml(plan))).isEqualTo(plan);
  }

  /** All of a wave is shown to the same processes, and another wave to others. */
  @Test
  void aWaveHasASaltOfItsOwn() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = PlanHash.seal(plan(cluster));
    CampaignSettings some = settings().showingTo(Audience.parse("5%,10.0.0.7", ""));

    Campaign first = campaign(cluster, plan, some, Hook.NONE);
    first.run(ALL);
    assertThat(cluster.translated).containsExactly("a", "b");
    assertThat(cluster.audiences.get("a").text()).isEqualTo("5%,10.0.0.7");
    assertThat(cluster.audiences.get("a")).isEqualTo(cluster.audiences.get("b"));
    assertThat(cluster.audiences.get("a").salt()).isEqualTo(plan.hash() + "/1");
    assertThat(new Progress(cluster.journal).doneWaves()).isEmpty();
    assertThat(first.result().waves()).isEmpty();
    assertThatThrownBy(() -> completion(cluster, plan).run(Set.of(1)))
        .as("not while somebody is not shown it")
        .hasMessageContaining("'a' is not translated");

    campaign(cluster, plan).run(Set.of(1));
    assertThat(cluster.audiences.get("a")).isEqualTo(Audience.WHOLE);
    campaign(cluster, plan, some, Hook.NONE).run(Set.of(2));
    assertThat(cluster.audiences.get("c").salt()).isEqualTo(plan.hash() + "/2");
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1);
  }

  /** Whoever hid it at night must not find it shown again in the morning. */
  @Test
  void whatAnOperatorHasHiddenIsNotShownAgain() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = PlanHash.seal(plan(cluster).showingTo(List.of(5, 20)));
    campaign(cluster, plan, settings().showingTo(Audience.share(5, "")), Hook.NONE).run(Set.of(1));
    cluster.audiences.replaceAll((name, audience) -> Audience.NOBODY);
    int effects = cluster.effects.size();

    assertThatThrownBy(() -> campaign(cluster, plan).run(Set.of(1)))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("'a' is hidden from all consumers");
    assertThat(cluster.effects).hasSize(effects);

    campaign(cluster, plan, settings().showingTo(Audience.share(5, "")), Hook.NONE).run(Set.of(1));
    assertThat(cluster.audiences.get("a").percent()).isEqualTo(5);
    withdrawal(cluster, plan).run(step -> true);
    assertThat(cluster.translated).isEmpty();
  }

  /** Whoever verifies in between goes on with the same command. */
  @Test
  void waveThatRequiresAVerifyWaitsForIt() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster).requiringVerify(30);
    SortedMap<ApplicationKey, RecordedVerifies.Newest> verified = new TreeMap<>();
    CampaignSettings settings =
        settings().withVerified(new RequiredVerify(() -> verified, cluster::now));
    Campaign first = campaign(cluster, plan, settings, Hook.NONE);

    assertThatThrownBy(() -> first.run(ALL))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.UNVERIFIED))
        .hasMessageContaining("no verify of 'a' is recorded")
        .hasMessageContaining("landbridge verify --plan FILE --wave 1");
    assertThat(first.unverified()).contains(1);
    assertThat(first.result().waves()).containsExactly(1);
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1);

    verify(cluster, plan.waves().get(0), verified);
    Campaign second = campaign(cluster, plan, settings, Hook.NONE);
    assertThatThrownBy(() -> second.run(ALL))
        .as("the wave that it has carried out itself is not verified either")
        .hasMessageContaining("landbridge verify --plan FILE --wave 2");
    assertThat(second.unverified()).contains(2);
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1, 2);

    verify(cluster, plan.waves().get(1), verified);
    campaign(cluster, plan, settings, Hook.NONE).run(ALL);
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1, 2, 3);
    verified.clear();
    Campaign again = campaign(cluster, plan, settings, Hook.NONE);
    again.run(ALL);
    assertThat(again.unverified()).as("all of it was begun before").isEmpty();
  }

  private static void verify(
      FakeCluster cluster,
      Plan.Wave wave,
      SortedMap<ApplicationKey, RecordedVerifies.Newest> verified)
      throws Exception {
    for (Plan.Step step : wave.steps()) {
      verified.put(
          step.key(),
          new RecordedVerifies.Newest(
              "v", cluster.now(), true, cluster.verify(List.of(step.key())).get(0)));
    }
  }

  @Test
  void whatIsLeftOfAWaveRequiresTheSameVerify() {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster).requiringVerify(30);
    Plan.Wave wave = plan.waves().get(1);

    assertThat(
            new LeftOutApplications(plan, cluster)
                .without(wave, wave.steps().get(0))
                .verifyWithinMinutes())
        .isEqualTo(30);
  }

  @Test
  void partOfAPlanRequiresTheSameVerify() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster).requiringVerify(30);
    campaign(cluster, plan).run(Set.of(1));

    assertThatThrownBy(
            () -> campaign(cluster, plan).runOnly(Set.of(plan.waves().get(1).steps().get(0).key())))
        .hasMessageContaining("no verify of 'a' is recorded");
  }

  @Test
  void doneTwiceIsDoneOnce() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    campaign(cluster, plan).run(ALL);
    int effects = cluster.effects.size();

    campaign(cluster, plan).run(ALL);

    assertThat(cluster.effects).hasSize(effects);
  }

  @Test
  void killedAtAnyMomentAndDoneAgainEndsAsIfItHadNotBeen() throws Exception {
    FakeCluster whole = cluster();
    Plan plan = plan(whole);
    campaign(whole, plan).run(ALL);
    int kills = 0;
    for (int moment = 0; ; moment++) {
      FakeCluster cluster = cluster().killAfter(moment);
      boolean killed = false;
      try {
        campaign(cluster, plan).run(ALL);
      } catch (Killed e) {
        killed = true;
        kills++;
        cluster.killAfter(Long.MAX_VALUE);
        campaign(cluster, plan).run(ALL);
      }
      assertThat(cluster.translated).as("moment %d", moment).isEqualTo(whole.translated);
      assertThat(cluster.rules).as("moment %d", moment).isEqualTo(whole.rules);
      Progress progress = new Progress(cluster.journal);
      assertThat(progress.doneWaves()).as("moment %d", moment).containsExactly(1, 2, 3);
      assertThat(cluster.journal)
          .as("every intent of moment %d has its outcome", moment)
          .filteredOn(entry -> entry.event() == Event.INTENT)
          .noneMatch(progress::isInDoubt);
      if (!killed) {
        break;
      }
    }
    assertThat(kills).isGreaterThan(40);
  }

  @Test
  void takenBackAtAnyMomentConsumersFirst() throws Exception {
    FakeCluster whole = cluster();
    Plan plan = plan(whole);
    campaign(whole, plan).run(ALL);
    whole.effects.clear();
    withdrawal(whole, plan).run(step -> true);

    assertThat(whole.effects)
        .containsExactly(
            "RULE job",
            "RULE web",
            "ROLLBACK e",
            "ROLLBACK c",
            "ROLLBACK d",
            "ROLLBACK a",
            "ROLLBACK b");
    assertThat(whole.rules.get("web")).contains("FORCE_INTERFACE").doesNotContain("APPLICATION_");
    assertThat(new Progress(whole.journal).doneWaves()).isEmpty();

    for (int moment = 0; ; moment++) {
      FakeCluster cluster = cluster();
      campaign(cluster, plan).run(ALL);
      cluster.killAfter(moment);
      boolean killed = false;
      try {
        withdrawal(cluster, plan).run(step -> true);
      } catch (Killed e) {
        killed = true;
        cluster.killAfter(Long.MAX_VALUE);
        withdrawal(cluster, plan).run(step -> true);
      }
      assertThat(cluster.translated).as("moment %d", moment).isEmpty();
      assertThat(cluster.rules).as("moment %d", moment).isEqualTo(whole.rules);
      if (!killed) {
        break;
      }
    }
  }

  @Test
  void killedWhileConsumersComeBackItWaitsForThemOnceMore() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    campaign(cluster, plan).run(ALL);
    cluster.afterPause =
        () -> {
          throw new Killed();
        };
    assertThatThrownBy(() -> withdrawal(cluster, plan).run(each -> true))
        .isInstanceOf(Killed.class);
    assertThat(cluster.translated).isNotEmpty();

    cluster.afterPause = () -> {};
    long before = cluster.now();
    withdrawal(cluster, plan).run(each -> true);
    assertThat(cluster.now() - before).isGreaterThanOrEqualTo(11_000);
    assertThat(cluster.translated).isEmpty();

    before = cluster.now();
    withdrawal(cluster, plan).run(each -> true);
    assertThat(cluster.now() - before).as("nothing is left to be taken back").isZero();
  }

  @Test
  void killedRightAfterConsumersWereToldItLooksBeforeTheyAreToldMore() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    cluster.afterPause =
        () -> {
          if (cluster.effects.contains("RULE job")) {
            throw new Killed();
          }
        };
    assertThatThrownBy(() -> campaign(cluster, plan).run(ALL)).isInstanceOf(Killed.class);

    cluster.afterPause =
        () -> {
          if (cluster.effects.contains("RULE job")) {
            cluster.starved.put("demo.Sa", 1);
          }
        };
    stopsIn(cluster, StoppedException.Kind.TROUBLE, "consumers without providers");
    assertThat(cluster.effects).containsOnlyOnce("RULE job");
  }

  @Test
  void nothingIsCompleteWhileARuleCannotBeWritten() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    campaign(cluster, plan).run(ALL);
    cluster.rules.put("web", "no rule");

    assertThatThrownBy(() -> completion(cluster, plan).run(ALL))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("web");
    assertThat(new Completed(cluster).all()).isEmpty();
  }

  @Test
  void aWaveTakenBackTakesBackWhatConsumersWereToldOfIt() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    campaign(cluster, plan).run(ALL);

    withdrawal(cluster, plan).run(step -> step.application().equals("d"));

    assertThat(cluster.translated).containsExactly("a", "b", "c", "e");
    assertThat(cluster.rules.get("job")).doesNotContain("FORCE_INTERFACE");
    assertThat(cluster.rules.get("web"))
        .contains("serviceKey: demo.Sd\n  step: FORCE_INTERFACE")
        .contains("serviceKey: demo.Sa\n  step: APPLICATION_FIRST");

    campaign(cluster, plan).run(ALL);

    assertThat(cluster.translated).contains("d");
    assertThat(cluster.rules.get("web")).doesNotContain("FORCE_INTERFACE");
  }

  @Test
  void stopsAtDriftBeforeAnythingOfTheWave() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    cluster.providers.add(Registrations.of("c", "demo.New", "10.0.0.99", 20880));

    assertThatThrownBy(() -> campaign(cluster, plan).run(ALL))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.DRIFT));
    assertThat(cluster.translated).containsExactly("a", "b");
    assertThat(cluster.journal.get(cluster.journal.size() - 1).event()).isEqualTo(Event.STOPPED);
  }

  @Test
  void stopsWhenParityIsLostBeforeAnyConsumerIsToldMore() {
    FakeCluster cluster = cluster();
    cluster.neverEqual.add("b");

    stopsIn(cluster, StoppedException.Kind.TROUBLE, "b: 10.0.0.1:20880");
    assertThat(cluster.rules.values())
        .hasSize(2)
        .allMatch(each -> each.contains("FORCE_INTERFACE") && !each.contains("APPLICATION_"));
    assertThat(cluster.translated).containsExactly("a", "b");
  }

  @Test
  void stopsWhenConsumersLoseTheirProvidersButNotForThoseWhoHadNone() {
    FakeCluster cluster = cluster();
    cluster.starved.put("providers:demo.Sz::", 3);
    FakeCluster starving = cluster;
    Hook hook =
        (phase, wave, applications) -> {
          if (phase == Hook.Phase.AFTER && wave == 1) {
            // Before wave 2 begins to look.
            starving.starved.put("providers:demo.Sold::", 1);
          }
        };
    CampaignSettings settings =
        new CampaignSettings(
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            false,
            false,
            () -> {
              if (starving.translated.contains("d")) {
                starving.starved.put("providers:demo.Sd::", 7);
              }
              return false;
            });

    assertThatThrownBy(() -> campaign(cluster, plan(cluster), settings, hook).run(ALL))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("providers:demo.Sd:: (clients: 7)");
    assertThat(cluster.translated).doesNotContain("e");
  }

  @Test
  void stopsAtWhatCannotBeTranslated() {
    FakeCluster cluster = cluster();
    cluster.failing.add("c");

    stopsIn(cluster, StoppedException.Kind.FAILED, "no document");
    assertThat(cluster.translated).containsExactly("a", "b");
  }

  @Test
  void aRuleOfSomebodyElseStaysAndABrokenOneHoldsWhatItsConsumerCalls() throws Exception {
    FakeCluster cluster = cluster();
    cluster.rules.put(
        "job",
        "key: job\nstep: FORCE_INTERFACE\ninterfaces:\n- serviceKey: demo.Sa\n  threshold: 0.5\n");
    Campaign campaign = campaign(cluster, plan(cluster));

    campaign.run(Set.of(1));

    assertThat(cluster.rules.get("job")).contains("step: FORCE_INTERFACE", "threshold: 0.5");
    assertThat(campaign.result().rules().get(0).problems())
        .containsExactly("a foreign entry for demo.Sa exists and stays unchanged");

    FakeCluster broken = cluster();
    broken.rules.put("job", "key: [");
    stopsIn(broken, StoppedException.Kind.HELD, "'job'");
    assertThat(broken.rules.get("job")).isEqualTo("key: [");
    assertThat(broken.translated).as("all but what it calls").containsExactly("b", "c", "d", "e");

    FakeCluster breaking = cluster();
    breaking.neverEqual.add("a");
    Plan plan = plan(breaking);
    breaking.afterPause =
        () -> {
          breaking.rules.put("job", "key: [");
          breaking.neverEqual.clear();
        };
    assertThatThrownBy(() -> campaign(breaking, plan).run(Set.of(1)))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.FAILED))
        .hasMessageContaining("job.migration");
  }

  @Test
  void whatThePlanAsksForIsLookedAtBeforeEachWave() throws Exception {
    FakeCluster cluster = cluster();
    cluster.obstacles.put(Check.PLUGIN_ACTIVE, "the plugin of 10.0.0.2 is DISABLED");
    cluster.obstacles.put(Check.BRIDGE_AT_REST, "the bridge is paused");
    Plan plan = plan(cluster);

    isNotMet(cluster, plan, 1, "10.0.0.2 is DISABLED; the bridge is paused");
    assertThat(cluster.effects).isEmpty();

    cluster.obstacles.clear();
    campaign(cluster, plan).run(Set.of(1));
    int effects = cluster.effects.size();
    cluster.neverEqual.add("a");
    isNotMet(cluster, plan, 2, "demo.Sa is missing at application level");
    assertThat(cluster.effects).hasSize(effects);
  }

  @Test
  void whoSharesItsServiceIsTranslatedByForceAlone() throws Exception {
    FakeCluster cluster = cluster();
    cluster.foreign.put(new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "b"), "10.0.0.9:8080");
    Plan plan = plan(cluster);
    assertThat(plan.steps().stream().filter(each -> each.application().equals("b")))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.preconditions())
                    .extracting(Precondition::check)
                    .containsExactly(Check.FORCE_GIVEN));
    int wave = waveOf(plan, "b");

    cluster.translated.addAll(List.of("a", "c", "d", "e"));
    isNotMet(
        cluster,
        plan,
        wave,
        "the service of 'b' has non-Dubbo instances, and --force is not given");
    assertThat(cluster.effects).isEmpty();

    CampaignSettings usual = settings();
    CampaignSettings forced =
        new CampaignSettings(
            usual.patience(),
            usual.soak(),
            usual.throttle(),
            usual.poll(),
            usual.freshness(),
            true,
            false,
            usual.paused());
    campaign(cluster, plan, forced, Hook.NONE).run(Set.of(wave));
    assertThat(cluster.translated).contains("b");
  }

  private static int waveOf(Plan plan, String application) {
    return plan.waves().stream()
        .filter(
            wave -> wave.steps().stream().anyMatch(each -> each.application().equals(application)))
        .findFirst()
        .orElseThrow()
        .number();
  }

  private static void isNotMet(FakeCluster cluster, Plan plan, int wave, String what) {
    assertThatThrownBy(() -> campaign(cluster, plan).run(Set.of(wave)))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.PRECONDITION))
        .hasMessageContaining(what)
        .hasMessageContaining("this wave was not changed");
  }

  @Test
  void whoeverElseOffersWhatConsumersAreToldOfIsDrift() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    cluster.providers.add(Registrations.of("elsewhere", "demo.Other", "10.0.0.9", 20880));
    campaign(cluster, plan).run(Set.of(1));
    int effects = cluster.effects.size();

    cluster.providers.add(Registrations.of("late", "demo.Sd", "10.0.0.8", 20880));

    assertThatThrownBy(() -> campaign(cluster, plan).run(ALL))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.DRIFT))
        .hasMessageContaining(
            "public/late: it offers demo.Sd, which the plan moves for consumer web");
    assertThat(cluster.effects).hasSize(effects);
  }

  @Test
  void oneApplicationOfAPlanIsCarriedOutAsTheWholeWouldBe() throws Exception {
    FakeCluster whole = cluster();
    campaign(whole, plan(whole)).run(ALL);
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    Campaign campaign = campaign(cluster, plan);

    campaign.runOnly(Set.of(FakeCluster.key("a")));

    assertThat(cluster.effects)
        .as("both consumers of the one, in each proportion")
        .containsExactly(
            "HOLD job", "HOLD web", "APPLY a", "RULE job", "RULE web", "RULE job", "RULE web");
    assertThat(cluster.rules.get("web")).contains("demo.Sa").doesNotContain("demo.Sd");
    assertThat(campaign.result().waves()).isEmpty();
    assertThat(new Progress(cluster.journal).doneWaves()).isEmpty();

    campaign(cluster, plan).run(ALL);

    assertThat(cluster.translated).isEqualTo(whole.translated);
    assertThat(cluster.rules).isEqualTo(whole.rules);
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1, 2, 3);
  }

  @Test
  void killedInTheMiddleOneApplicationIsGoneOnWith() throws Exception {
    FakeCluster whole = cluster();
    Plan plan = plan(whole);
    Set<ApplicationKey> one = Set.of(FakeCluster.key("a"));
    campaign(whole, plan).runOnly(one);
    for (int moment = 0; ; moment++) {
      FakeCluster cluster = cluster().killAfter(moment);
      boolean killed = false;
      try {
        campaign(cluster, plan).runOnly(one);
      } catch (Killed e) {
        killed = true;
        cluster.killAfter(Long.MAX_VALUE);
        campaign(cluster, plan).runOnly(one);
      }
      assertThat(cluster.translated).as("moment %d", moment).isEqualTo(whole.translated);
      assertThat(cluster.rules).as("moment %d", moment).isEqualTo(whole.rules);
      if (!killed) {
        assertThat(moment).isGreaterThan(15);
        break;
      }
    }
  }

  @Test
  void aConsumerWaitsUntilAllThatOfferAServiceAreTranslated() throws Exception {
    FakeCluster cluster = cluster();
    cluster.providers.add(Registrations.of("b", "demo.Sa", "10.0.0.98", 20880));
    Plan plan = plan(cluster);
    Set<ApplicationKey> one = Set.of(FakeCluster.key("a"));

    campaign(cluster, plan).runOnly(one);
    assertThat(cluster.effects).containsExactly("APPLY a");
    assertThat(PlanPart.of(plan, one, cluster).waiting())
        .anyMatch(
            each ->
                each.contains("'job' gets no rule for demo.Sa yet") && each.endsWith("missing: b"));

    campaign(cluster, plan).runOnly(Set.of(FakeCluster.key("b")));
    assertThat(cluster.rules).containsKeys("job", "web");
  }

  @Test
  void looksUntilConsumersHaveWaitedAsLongAsTheirRulesSay() {
    FakeCluster cluster = cluster();
    long[] told = {0};
    cluster.beforeRule =
        () -> {
          if (told[0] == 0) {
            told[0] = cluster.now();
          }
        };
    cluster.afterPause =
        () -> {
          if (told[0] != 0 && cluster.now() > told[0] + 10_500) {
            cluster.starved.put("demo.Sa", 1);
          }
        };
    CampaignSettings usual = settings();
    CampaignSettings hasty =
        new CampaignSettings(
            usual.patience(),
            Duration.ZERO,
            usual.throttle(),
            usual.poll(),
            usual.freshness(),
            false,
            false,
            usual.paused());

    assertThatThrownBy(() -> campaign(cluster, plan(cluster), hasty, Hook.NONE).run(Set.of(1)))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.TROUBLE));
    assertThat(cluster.rules.get("job")).contains("proportion: 10\n");
  }

  @Test
  void whoWasKilledWhileHeLookedLooksAgain() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    campaign(cluster, plan).run(Set.of(1));
    cluster.journal.removeIf(each -> each.event() == Event.WAVE_DONE);
    long before = cluster.now();
    campaign(cluster, plan).run(Set.of(1));
    assertThat(cluster.now() - before).isBetween(15_000L, 20_000L);

    before = cluster.now();
    campaign(cluster, plan).run(Set.of(1));
    assertThat(cluster.now() - before).isBetween(5_000L, 9_000L);
  }

  @Test
  void whoHasNotMovedIsSaid() throws Exception {
    FakeCluster cluster = cluster();
    cluster.unmoved.put("job", 3);
    cluster.unmoved.put("", 2);
    Campaign campaign = campaign(cluster, plan(cluster));

    campaign.run(Set.of(1));

    assertThat(campaign.result().rules().get(0).problems())
        .containsExactly(
            "clients of this consumer that use the interface level only: 3",
            "clients without an application name that use the interface level only: 2");
  }

  @Test
  void whoStartsInTheMiddleIsNamed() throws Exception {
    FakeCluster cluster = cluster();
    Call late =
        new Call(
            "public", "late", "demo.Sa", "demo.Sa", "", List.of(), 1, Call.Evidence.SUBSCRIBED);
    Hook comes = (phase, wave, names) -> cluster.callers = new Callers(List.of(late), List.of());
    Campaign campaign = campaign(cluster, plan(cluster), settings(), comes);

    campaign.run(Set.of(1));

    assertThat(campaign.result().rules())
        .filteredOn(each -> each.application().equals("late"))
        .singleElement()
        .satisfies(each -> assertThat(each.problems()).containsExactly(Newcomers.WHAT));
    assertThat(cluster.rules).doesNotContainKey("late");
  }

  /** More than a minute between two applications. */
  private static CampaignSettings slow() {
    CampaignSettings usual = settings();
    return new CampaignSettings(
        usual.patience(),
        Duration.ZERO,
        Duration.ofSeconds(77),
        usual.poll(),
        usual.freshness(),
        false,
        false,
        usual.paused());
  }

  @Test
  void whatAStepRestsOnIsLookedAtAgainWithoutReadingEverything() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    cluster.wholeReadings = 0;

    campaign(cluster, plan, slow(), Hook.NONE).run(Set.of(1));

    assertThat(cluster.translated).containsExactly("a", "b");
    assertThat(cluster.wholeReadings).isOne();
  }

  @Test
  void whatIsAddedBetweenTwoApplicationsOfAWaveIsDrift() {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    cluster.afterPause =
        () -> {
          if (cluster.translated.contains("a")) {
            cluster.providers.add(Registrations.of("b", "demo.New", "10.0.0.99", 20880));
          }
        };

    assertThatThrownBy(() -> campaign(cluster, plan, slow(), Hook.NONE).run(ALL))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.DRIFT))
        .hasMessageContaining("interface demo.New is registered but not in the plan");
    assertThat(cluster.translated).containsExactly("a");
  }

  @Test
  void applicationsAreAsFarApartAsTheThrottleSays() throws Exception {
    FakeCluster cluster = cluster();
    CampaignSettings slow = slow();
    List<String> begun = new ArrayList<>();
    cluster.afterPause = () -> begun.add(cluster.effects + " at " + cluster.now());
    long before = cluster.now();

    campaign(cluster, plan(cluster), slow, Hook.NONE).run(Set.of(3));

    assertThat(cluster.now() - before).as("one alone does not wait").isLessThan(10_000);
    campaign(cluster, plan(cluster), slow, Hook.NONE).run(Set.of(1));
    assertThat(begun)
        .anyMatch(each -> each.startsWith("[APPLY e, HOLD job, HOLD web, APPLY a] at"));
    assertThat(cluster.now() - before).isGreaterThan(77_000);
  }

  @Test
  void whatSomebodyWritesIntoARuleAtTheSameMomentIsNotLost() throws Exception {
    FakeCluster cluster = cluster();
    int[] times = {0};
    cluster.beforeRule =
        () -> {
          if (times[0]++ == 0) {
            cluster.rules.put("job", "key: job\nstep: APPLICATION_FIRST\n");
          }
        };

    campaign(cluster, plan(cluster)).run(Set.of(1));

    assertThat(cluster.rules.get("job"))
        .contains("\nstep: APPLICATION_FIRST\n", "serviceKey: demo.Sa");

    FakeCluster busy = cluster();
    int[] writes = {0};
    busy.beforeRule = () -> busy.rules.put("job", "key: job\ndelay: %d\n".formatted(writes[0]++));
    stopsIn(busy, StoppedException.Kind.FAILED, "another process keeps changing the rule");
  }

  @Test
  void aProgramThatSaysNoKeepsAWaveFromBeginning() {
    FakeCluster cluster = cluster();
    Hook no =
        (phase, wave, applications) -> {
          throw new StoppedException(StoppedException.Kind.HOOK, "no", "hook", "ask it");
        };

    assertThatThrownBy(() -> campaign(cluster, plan(cluster), settings(), no).run(ALL))
        .isInstanceOf(StoppedException.class);
    assertThat(cluster.effects).isEmpty();
  }

  @Test
  void aPauseLastsAsLongAsThePauseFile() throws Exception {
    FakeCluster cluster = cluster();
    int[] looks = {0};
    CampaignSettings settings =
        new CampaignSettings(
            Duration.ofSeconds(60),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(100),
            Duration.ofSeconds(30),
            false,
            false,
            () -> looks[0]++ < 20);

    campaign(cluster, plan(cluster), settings, Hook.NONE).run(Set.of(1));

    assertThat(looks[0]).isGreaterThan(20);
    assertThat(cluster.translated).containsExactly("a", "b");
  }

  @Test
  void nobodyElseIsAtWorkAtTheSameTime() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    Holder other = new Holder("journal-2", "host-b", "you at host-b", "apply");
    ClusterLock theirs = lock(cluster, other);
    theirs.acquire();

    stopsIn(cluster, StoppedException.Kind.LOCKED, "you at host-b");
    assertThat(cluster.effects).isEmpty();

    cluster.pause(Duration.ofMinutes(3));
    campaign(cluster, plan).run(Set.of(1));
    assertThat(cluster.translated).containsExactly("a", "b");

    lock(cluster, ME).acquire();
    assertThatThrownBy(theirs::renew)
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("me at host-a");
    // The same journal on the same machine: the one before was killed.
    lock(cluster, ME).acquire();
    assertThatThrownBy(
            () -> lock(cluster, new Holder("journal-1", "host-b", "copy", "apply")).acquire())
        .as("a copy of the journal on another machine")
        .isInstanceOf(StoppedException.class);
  }

  @Test
  void nobodyElseTakesOverWhileItWaits() throws Exception {
    FakeCluster cluster = cluster();
    cluster.neverEqual.add("b");
    List<String> refused = new ArrayList<>();
    cluster.afterPause =
        () -> {
          try {
            lock(cluster, new Holder("journal-2", "host-b", "you", "apply")).acquire();
          } catch (StoppedException e) {
            refused.add(String.valueOf(e.getMessage()));
            return;
          } catch (RegistryException e) {
            throw new IllegalStateException(e);
          }
          throw new AssertionError("taken over after %d waits".formatted(refused.size()));
        };
    CampaignSettings patient =
        new CampaignSettings(
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            false,
            false,
            () -> false);

    assertThatThrownBy(() -> campaign(cluster, plan(cluster), patient, Hook.NONE).run(Set.of(1)))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("did not become equal");

    assertThat(refused).hasSizeGreaterThan(20);
  }

  @Test
  void whoeverHasLostTheLockChangesNothingMore() {
    FakeCluster cluster = cluster();
    Hook slow =
        (phase, wave, applications) -> {
          cluster.pause(Duration.ofMinutes(5));
          lock(cluster, new Holder("journal-2", "host-b", "you at host-b", "apply")).acquire();
        };

    assertThatThrownBy(() -> campaign(cluster, plan(cluster), settings(), slow).run(ALL))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("another run is changing this cluster: you at host-b");
    assertThat(cluster.effects).isEmpty();
  }

  @Test
  void aClusterThatDoesNotAnswerAnyMoreIsWrittenDownAndNotHidden() {
    FakeCluster cluster = cluster();
    Hook end =
        (phase, wave, applications) -> {
          cluster.away = phase == Hook.Phase.AFTER;
          if (cluster.away) {
            throw new RegistryException(
                RegistryException.Kind.UNREACHABLE, "the first failure", "here", "start it");
          }
        };

    assertThatThrownBy(() -> campaign(cluster, plan(cluster), settings(), end).run(ALL))
        .isInstanceOf(RegistryException.class)
        .hasMessageContaining("the first failure")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(cluster.journal.get(cluster.journal.size() - 1))
        .satisfies(
            last -> {
              assertThat(last.event()).isEqualTo(Event.STOPPED);
              assertThat(last.detail()).contains("the first failure");
            });
  }

  @Test
  void whatIsCompleteIsNotTakenBack() throws Exception {
    FakeCluster cluster = cluster();
    Plan plan = plan(cluster);
    Completion early = completion(cluster, plan);
    assertThatThrownBy(() -> early.run(Set.of(1)))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("'a' is not translated");
    campaign(cluster, plan).run(ALL);

    completion(cluster, plan).run(Set.of(1));

    assertThat(new Completed(cluster).all()).containsExactly("public/a", "public/b");
    assertThat(new Progress(cluster.journal).completed()).containsExactly("public/a", "public/b");
    int written = cluster.journal.size();
    Completion again = completion(cluster, plan);
    again.run(Set.of(1));
    assertThat(again.result().applications())
        .extracting(Outcome::result, Outcome::before, Outcome::after)
        .containsOnly(tuple(Outcome.Result.UNCHANGED, "COMPLETED", "COMPLETED"));
    assertThat(cluster.journal.subList(written, cluster.journal.size()))
        .extracting(JournalEntry::event)
        .containsExactly(Event.RUN, Event.FINISHED);
    assertThat(cluster.rules.get("job")).contains("step: FORCE_APPLICATION");
    int effects = cluster.effects.size();
    assertThatThrownBy(() -> withdrawal(cluster, plan).run(step -> true))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("public/a; public/b");
    assertThat(cluster.effects).hasSize(effects);
    withdrawal(cluster, plan).run(step -> step.application().equals("e"));
    assertThat(cluster.translated).doesNotContain("e");
    assertThat(RuleText.ours(Optional.of(cluster.rules.get("web"))))
        .containsExactly("demo.Sa", "demo.Sa:*", "demo.Sd", "demo.Sd:*");
  }

  private static void stopsIn(FakeCluster cluster, StoppedException.Kind kind, String what) {
    assertThatThrownBy(() -> campaign(cluster, plan(cluster)).run(ALL))
        .isInstanceOfSatisfying(StoppedException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining(what);
  }
}
