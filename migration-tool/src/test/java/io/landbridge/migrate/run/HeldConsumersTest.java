package io.landbridge.migrate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.wave.Callers;
import io.landbridge.migrate.wave.HeldConsumers;
import io.landbridge.migrate.wave.LeftOutApplications;
import io.landbridge.migrate.wave.StoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Translation alone moves no consumer. */
class HeldConsumersTest {

  private final List<Registration> providers =
      new ArrayList<>(
          List.of(
              Registrations.of("a", "demo.Sa", "10.0.0.1", 20880),
              Registrations.of("b", "demo.Sb", "10.0.0.2", 20880)));

  private final List<Registration> consumers = new ArrayList<>();
  private final SortedMap<String, String> excluded = new TreeMap<>();

  private Plan plan(FakeCluster cluster, RuleSettings rules, String... applications) {
    return Planner.plan(
        cluster.inventory(),
        new PlanRequest(
            each -> Set.of(applications).contains(each.application()),
            excluded,
            new TreeSet<>(),
            new Limits(10, 100),
            rules,
            new TreeSet<>(),
            List.of(),
            "test",
            "now"));
  }

  private static CampaignResult run(FakeCluster cluster, Plan plan, boolean moved)
      throws Exception {
    Campaign campaign = campaign(cluster, plan, moved);
    campaign.run(Set.of(1));
    return campaign.result();
  }

  private static Campaign campaign(FakeCluster cluster, Plan plan, boolean moved) {
    return new Campaign(
        plan,
        cluster,
        cluster,
        new ClusterLock(
            cluster, cluster, new Holder("journal", "host", "me", "apply"), Duration.ofMinutes(2)),
        cluster,
        new CampaignSettings(
            Duration.ofSeconds(60),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            false,
            moved,
            () -> false),
        Hook.NONE,
        line -> {});
  }

  private static CampaignResult takeBack(FakeCluster cluster, Plan plan) throws Exception {
    Withdrawal withdrawal =
        new Withdrawal(
            plan,
            cluster,
            cluster,
            new ClusterLock(
                cluster,
                cluster,
                new Holder("journal", "host", "me", "rollback"),
                Duration.ofMinutes(2)),
            new Completed(cluster),
            line -> {});
    withdrawal.run(each -> true);
    return withdrawal.result();
  }

  @Test
  void whoCallsAWaveIsHeldBeforeAnythingOfItIsTranslated() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    consumers.add(Registrations.consumer("old", "demo.Sa", "2.7.23"));
    FakeCluster cluster = new FakeCluster(providers, consumers);
    List<Long> translatedAt = new ArrayList<>();
    cluster.afterPause =
        () -> {
          if (!cluster.translated.isEmpty()) {
            translatedAt.add(cluster.now());
          }
        };
    long begun = cluster.now();

    run(cluster, plan(cluster, RuleSettings.DEFAULT, "a", "b"), false);

    assertThat(cluster.effects).startsWith("HOLD web", "APPLY a", "APPLY b").endsWith("RULE web");
    assertThat(translatedAt.get(0) - begun).as("time to read the rule").isGreaterThan(3_000);
    assertThat(cluster.rules).containsOnlyKeys("web");
  }

  @Test
  void aRampIsTheDefault() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    FakeCluster cluster = new FakeCluster(providers, consumers);

    run(cluster, plan(cluster, RuleSettings.DEFAULT, "a"), false);

    assertThat(cluster.journal.stream().filter(each -> each.action().name().equals("RULE")))
        .extracting(JournalEntry::detail)
        .containsSubsequence("20% of calls", "60% of calls", "100% of calls");
  }

  @Test
  void whoIsNotToldToMoveIsHeldAndStaysSo() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    FakeCluster cluster = new FakeCluster(providers, consumers);
    cluster.callers =
        new Callers(
            List.of(subscribed("till", "demo.Sb"), subscribed("till", "demo.Sz")), List.of());
    excluded.put("web", "somebody else moves it");
    Plan plan = plan(cluster, RuleSettings.DEFAULT, "a", "b");
    assertThat(plan.waves().get(0).rules()).isEmpty();

    CampaignResult result = run(cluster, plan, false);

    assertThat(cluster.effects).containsExactly("HOLD till", "HOLD web", "APPLY a", "APPLY b");
    assertThat(cluster.rules.get("till"))
        .contains("serviceKey: demo.Sb\n  step: FORCE_INTERFACE")
        .doesNotContain("demo.Sz");
    assertThat(result.rules()).extracting(each -> each.after()).containsOnly("FORCE_INTERFACE");

    takeBack(cluster, plan);
    assertThat(cluster.translated).isEmpty();
    assertThat(cluster.rules.get("web")).contains("step: FORCE_INTERFACE");
  }

  private static Call subscribed(String consumer, String service) {
    return new Call(
        "public", consumer, service, service, "", List.of(), 1, Call.Evidence.SUBSCRIBED);
  }

  @Test
  void whoIsAtApplicationLevelAlreadyIsNotTakenBack() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    consumers.add(Registrations.consumer("web", "demo.Sb", "3.3.6"));
    FakeCluster cluster = new FakeCluster(providers, consumers);
    Plan plan = plan(cluster, RuleSettings.DEFAULT, "a", "b");
    cluster.translated.add("a");

    run(cluster, plan, false);

    assertThat(cluster.effects).startsWith("HOLD web", "APPLY b");
    assertThat(cluster.journal.stream().filter(each -> each.action().name().equals("HOLD")))
        .allMatch(each -> !each.after().contains("demo.Sa"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nameless", "broken", "refused", "unnameable", "unwritable", "shared"})
  void whatAConsumerCallsThatNoRuleCanHoldIsLeftOutAndNothingElse(String why) throws Exception {
    FakeCluster cluster = new FakeCluster(providers, consumers);
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    consumers.add(Registrations.consumer("web", "demo.Sb", "3.3.6"));
    Plan plan = plan(cluster, RuleSettings.DEFAULT, "a", "b");
    loose(cluster, why);

    Campaign campaign = campaign(cluster, plan, false);
    assertThatThrownBy(() -> campaign.run(Set.of(1)))
        .isInstanceOfSatisfying(
            StoppedException.class,
            each -> assertThat(each.kind()).isEqualTo(StoppedException.Kind.HELD))
        .hasMessageContaining("move to the application level at once")
        .hasMessageContaining("applications b")
        .hasMessageContaining(name(why));
    assertThat(cluster.translated).containsExactly("a");
    assertThat(RuleText.proportion(cluster.rule(FakeCluster.key("web")), "web", List.of("demo.Sa")))
        .isEqualTo(100);
    assertThat(RuleText.proportion(cluster.rule(FakeCluster.key("web")), "web", List.of("demo.Sb")))
        .isZero();
    assertThat(campaign.result().applications())
        .extracting(each -> each.application() + " " + each.result())
        .containsExactly("a CHANGED", "b FAILED");
    assertThat(campaign.result().applications().get(1).problems().get(0)).contains(name(why));
    assertThat(campaign.result().waves()).as("the wave is not done").isEmpty();

    takeBack(cluster, plan);
    assertThat(cluster.translated).isEmpty();

    run(cluster, plan, true);
    assertThat(cluster.translated).containsExactly("a", "b");
    assertThat(run(cluster, plan, false).waves())
        .as("nobody moves any more: what it calls is translated")
        .containsExactly(1);
  }

  @Test
  void aDryRunSaysWhatWouldBeHeld() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    FakeCluster cluster = new FakeCluster(providers, consumers);
    Plan plan = plan(cluster, RuleSettings.DEFAULT, "a", "b");
    loose(cluster, "broken");
    LeftOutApplications held = new LeftOutApplications(plan, cluster);

    List<Plan.Wave> rest = held.without(plan.waves(), cluster.inventory());

    assertThat(rest.get(0).steps()).extracting(Plan.Step::application).containsExactly("a");
    assertThat(held.outcomes()).extracting(Outcome::application).containsExactly("b");
    assertThatThrownBy(held::requireNone).hasMessageContaining("'till'");
  }

  /** A consumer of {@code b} that no rule can hold. */
  private static void loose(FakeCluster cluster, String why) {
    cluster.callers = new Callers(List.of(subscribed("till", "demo.Sb")), List.of());
    switch (why) {
      case "nameless" ->
          cluster.callers =
              new Callers(
                  List.of(),
                  List.of(
                      new HeldConsumers.Free(
                          "public",
                          List.of("grp/demo.Sb"),
                          "a client without an application name at 10.0.0.7")));
      case "broken" -> cluster.rules.put("till", "interfaces: no list");
      case "refused" -> cluster.refusedRules.put("till", "the server does not take it");
      case "unwritable" -> cluster.unwritable.add("till");
      case "shared" ->
          cluster.callers =
              new Callers(
                  List.of(subscribed("team/till", "demo.Sb"), subscribed("team-till", "demo.Sz")),
                  List.of());
      default -> cluster.callers = new Callers(List.of(subscribed("a@@b", "demo.Sb")), List.of());
    }
  }

  private static String name(String why) {
    return switch (why) {
      case "nameless" -> "10.0.0.7";
      case "unnameable" -> "a@@b";
      case "shared" -> "as that of 'team-till'";
      default -> "till";
    };
  }

  @Test
  void aRollbackOfWhatWasNeverAppliedTellsNobodyAnything() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    FakeCluster cluster = new FakeCluster(providers, consumers);
    Plan plan = plan(cluster, RuleSettings.DEFAULT, "a", "b");
    assertThat(plan.waves().get(0).rules()).isNotEmpty();

    assertThat(Withdrawal.preview(plan, cluster).rules())
        .extracting(Outcome::result, Outcome::after)
        .containsExactly(tuple(Outcome.Result.UNCHANGED, ""));
    CampaignResult result = takeBack(cluster, plan);

    assertThat(cluster.effects).isEmpty();
    assertThat(cluster.rules).isEmpty();
    assertThat(result.rules())
        .extracting(Outcome::result, Outcome::after)
        .containsExactly(tuple(Outcome.Result.UNCHANGED, ""));

    run(cluster, plan, false);
    assertThat(Withdrawal.preview(plan, cluster).rules())
        .extracting(Outcome::result, Outcome::after)
        .containsExactly(tuple(Outcome.Result.WOULD_CHANGE, "FORCE_INTERFACE"));
  }

  @Test
  void aPlanWithoutRulesHoldsNobodyAndNeedsToBeToldSo() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    FakeCluster cluster = new FakeCluster(providers, consumers);
    Plan plan = plan(cluster, RuleSettings.NONE, "a");

    assertThatThrownBy(() -> run(cluster, plan, false))
        .isInstanceOfSatisfying(
            StoppedException.class,
            each -> assertThat(each.kind()).isEqualTo(StoppedException.Kind.PRECONDITION))
        .hasMessageContaining("'web' (clients: 1; demo.Sa)")
        .hasMessageContaining("--no-rules");

    run(cluster, plan, true);
    assertThat(cluster.effects).containsExactly("APPLY a");
  }

  @Test
  void anEntryOfSomebodyElseStays() throws Exception {
    consumers.add(Registrations.consumer("web", "demo.Sa", "3.3.6"));
    FakeCluster cluster = new FakeCluster(providers, consumers);
    String own = "key: web\ninterfaces:\n- serviceKey: demo.Sa\n  step: APPLICATION_FIRST\n";
    cluster.rules.put("web", own);

    CampaignResult result = run(cluster, plan(cluster, RuleSettings.DEFAULT, "a"), false);

    assertThat(cluster.rules.get("web"))
        .contains("step: APPLICATION_FIRST")
        .doesNotContain("FORCE_INTERFACE");
    assertThat(result.rules().get(0).problems()).anyMatch(each -> each.contains("a foreign entry"));
  }
}
