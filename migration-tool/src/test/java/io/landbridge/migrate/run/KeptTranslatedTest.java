package io.landbridge.migrate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.wave.FoundPlan;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rollback where one consumer cannot be told to come back: a and b are translated, front calls b
 * and all others call a.
 */
class KeptTranslatedTest {

  private static final String BROKEN = "a: [b\n: c";

  private final FakeCluster cluster =
      new FakeCluster(
          List.of(
              Registrations.of("a", "demo.Sa", "10.0.0.1", 20880),
              Registrations.of("b", "demo.Sb", "10.0.0.2", 20880)),
          List.of(
              caller("bar", "demo.Sa"),
              caller("front", "demo.Sb"),
              caller("job", "demo.Sa"),
              caller("till", "demo.Sa"),
              caller("web", "demo.Sa")));

  private final Plan plan = cluster.plan(List.of(100));

  private static Registration caller(String consumer, String service) {
    return Registrations.consumer(consumer, service, "3.3.6");
  }

  @BeforeEach
  void allIsApplied() throws Exception {
    assertThat(plan.waves()).hasSize(1);
    new Campaign(
            plan,
            cluster,
            cluster,
            lock("apply"),
            cluster,
            new CampaignSettings(
                Duration.ofSeconds(60),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                false,
                false,
                () -> false),
            Hook.NONE,
            line -> {})
        .run(Set.of(1));
    assertThat(cluster.translated).containsExactly("a", "b");
    assertThat(cluster.rules).containsOnlyKeys("bar", "front", "job", "till", "web");
    cluster.effects.clear();
  }

  private ClusterLock lock(String doing) {
    return new ClusterLock(
        cluster, cluster, new Holder("journal", "host", "me", doing), Duration.ofMinutes(2));
  }

  private Withdrawal withdrawal(Plan plan) {
    return new Withdrawal(
        plan, cluster, cluster, lock("rollback"), new Completed(cluster), line -> {});
  }

  private void spoil(String how) {
    switch (how) {
      case "overwritten" -> cluster.rules.put("front", BROKEN);
      case "broken below" -> cluster.rules.put("front", cluster.rules.get("front") + "\n" + BROKEN);
      case "unreadable" -> cluster.unreadable.add("front");
      case "unwritable" -> cluster.unwritable.add("front");
      default ->
          cluster.beforeRule =
              () -> cluster.rules.computeIfPresent("front", (name, rule) -> rule + "\n# again\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"overwritten", "broken below", "unreadable", "unwritable", "busy"})
  void whatSuchAConsumerCallsStaysTranslatedAndNothingElse(String how) throws Exception {
    spoil(how);
    Withdrawal withdrawal = withdrawal(plan);

    StoppedException stopped =
        catchThrowableOfType(StoppedException.class, () -> withdrawal.run(each -> true));

    assertThat(stopped.kind()).isEqualTo(StoppedException.Kind.HELD);
    assertThat(stopped)
        .hasMessageContaining("consumers that cannot be moved back")
        .hasMessageContaining("'front'")
        .hasMessageContaining("DUBBO_SERVICEDISCOVERY_MIGRATION/front.migration")
        .hasMessageContaining("then run rollback again");
    assertThat(cluster.translated).containsExactly("b");
    assertThat(cluster.effects.stream().filter(each -> !each.endsWith(" front")))
        .containsExactly("RULE bar", "RULE job", "RULE till", "RULE web", "ROLLBACK a");
    assertThat(results(withdrawal.result().applications()))
        .containsExactlyInAnyOrder("a CHANGED", "b FAILED");
    assertThat(results(withdrawal.result().rules()))
        .containsExactly(
            "bar CHANGED", "front FAILED", "job CHANGED", "till CHANGED", "web CHANGED");
    assertThat(withdrawal.result().rules().get(1).problems().get(0))
        .endsWith(", then run rollback again");

    cluster.unreadable.clear();
    cluster.unwritable.clear();
    cluster.beforeRule = () -> {};
    if (how.startsWith("over") || how.startsWith("broken")) {
      cluster.rules.remove("front");
    }
    withdrawal(plan).run(each -> true);
    assertThat(cluster.translated).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"overwritten", "broken below", "unreadable"})
  void aDryRunSaysTheSame(String how) throws Exception {
    spoil(how);

    Withdrawal.Preview preview = Withdrawal.preview(plan, cluster);

    assertThat(results(preview.applications()))
        .containsExactlyInAnyOrder("a WOULD_CHANGE", "b FAILED");
    assertThat(results(preview.rules()))
        .containsExactly(
            "bar WOULD_CHANGE",
            "front FAILED",
            "job WOULD_CHANGE",
            "till WOULD_CHANGE",
            "web WOULD_CHANGE");
    assertThatThrownBy(preview::requireNoneKept).hasMessageContaining("'front'");
    assertThat(cluster.effects).isEmpty();
  }

  /** Whoever has no plan at hand does not take more back than who has. */
  @ParameterizedTest
  @ValueSource(strings = {"overwritten", "broken below", "unreadable"})
  void itIsTheSameWithoutAPlan(String how) throws Exception {
    spoil(how);
    Plan found =
        FoundPlan.withRules(
            FoundPlan.of(
                List.of(
                    new FoundPlan.Offer(FakeCluster.key("a"), List.of("demo.Sa")),
                    new FoundPlan.Offer(FakeCluster.key("b"), List.of("demo.Sb")))),
            cluster);

    assertThat(results(Withdrawal.preview(found, cluster).applications()))
        .containsExactly("a WOULD_CHANGE", "b FAILED");
    assertThatThrownBy(() -> withdrawal(found).run(each -> true))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("'front'");
    assertThat(cluster.translated).containsExactly("b");
    assertThat(cluster.rules.get("web")).contains("FORCE_INTERFACE");
  }

  /** Nobody but who wrote the entry may change it, and the consumer would find nobody. */
  @ParameterizedTest
  @ValueSource(strings = {"entry", "all", "unplanned", "application", "application of the mapping"})
  void whomSomebodyElseSentToTheApplicationLevelKeepsWhatItCalls(String how) throws Exception {
    cluster.mappings.put("demo.Sb", new TreeSet<>(Set.of("b", "another")));
    String own =
        switch (how) {
          case "all" -> "step: FORCE_APPLICATION\n";
          case "application" -> "applications:\n- serviceKey: b\n  step: FORCE_APPLICATION\n";
          case "application of the mapping" ->
              "step: FORCE_INTERFACE\n"
                  + "applications:\n- serviceKey: another\n  step: FORCE_APPLICATION\n";
          default -> "interfaces:\n- serviceKey: demo.Sb\n  step: FORCE_APPLICATION\n";
        };
    Plan of = plan;
    if (how.equals("unplanned")) {
      // The plan tells it nothing: for example, it was made without rules.
      of =
          FoundPlan.of(
              List.of(
                  new FoundPlan.Offer(FakeCluster.key("a"), List.of("demo.Sa")),
                  new FoundPlan.Offer(FakeCluster.key("b"), List.of("demo.Sb"))));
    }
    cluster.rules.put("front", own);
    cluster.rules.put("stranger", own);

    Withdrawal.Preview preview = Withdrawal.preview(of, cluster);
    assertThat(results(preview.applications()))
        .containsExactlyInAnyOrder("a WOULD_CHANGE", "b FAILED");
    assertThatThrownBy(preview::requireNoneKept).hasMessageContaining("'front'");
    Withdrawal withdrawal = withdrawal(of);
    assertThatThrownBy(() -> withdrawal.run(each -> true))
        .isInstanceOfSatisfying(
            StoppedException.class,
            each -> assertThat(each.kind()).isEqualTo(StoppedException.Kind.HELD))
        .hasMessageContaining(
            "'front' (a foreign entry of its rule has FORCE_APPLICATION for demo.Sb)");
    assertThat(cluster.translated).containsExactly("b");
    assertThat(cluster.rules.get("front")).isEqualTo(own);
    assertThat(withdrawal.result().rules())
        .filteredOn(each -> each.application().equals("front"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.problems().get(0))
                    .contains("change that entry to FORCE_INTERFACE", "front.migration"));
    assertThat(withdrawal.result().rules())
        .noneMatch(each -> each.application().equals("stranger"));

    cluster.rules.put("front", own.replace("FORCE_APPLICATION", "APPLICATION_FIRST"));
    withdrawal(of).run(each -> true);
    assertThat(cluster.translated).isEmpty();
  }

  /** What is said of an application is said of what that offers. */
  @Test
  void whoWasSentToAnApplicationThatOffersNothingOfItKeepsNothing() throws Exception {
    cluster.mappings.put("demo.Sb", new TreeSet<>(Set.of("b")));
    cluster.rules.put("front", "applications:\n- serviceKey: another\n  step: FORCE_APPLICATION\n");

    withdrawal(plan).run(each -> true);

    assertThat(cluster.translated).isEmpty();
  }

  /** It finds the provider as before. */
  @Test
  void whoWasSentToAProviderThatIsAtApplicationLevelItselfKeepsNothing() throws Exception {
    cluster.rules.put("front", "interfaces:\n- serviceKey: demo.Sb\n  step: FORCE_APPLICATION\n");
    cluster.own.put(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "b"),
        List.of(
            new RegisteredInstance(
                "10.0.0.2",
                20880,
                "DEFAULT",
                1,
                true,
                true,
                true,
                Map.of("dubbo.metadata.revision", "5f2c"))));

    withdrawal(plan).run(each -> true);

    assertThat(cluster.translated).isEmpty();
  }

  @Test
  void aRuleOfSomebodyWhoCallsNothingOfItIsNoObstacle() throws Exception {
    cluster.rules.put("stranger", BROKEN);
    Plan found =
        FoundPlan.withRules(
            FoundPlan.of(List.of(new FoundPlan.Offer(FakeCluster.key("a"), List.of("demo.Sa")))),
            cluster);

    withdrawal(found).run(each -> true);

    assertThat(cluster.translated).containsExactly("b");
  }

  @Test
  void ofWhatIsNotTranslatedNothingIsKept() throws Exception {
    spoil("overwritten");
    cluster.translated.remove("b");

    assertThat(results(Withdrawal.preview(plan, cluster).applications()))
        .containsExactlyInAnyOrder("a WOULD_CHANGE", "b UNCHANGED");
    Withdrawal withdrawal = withdrawal(plan);
    assertThatThrownBy(() -> withdrawal.run(each -> true)).isInstanceOf(StoppedException.class);

    assertThat(results(withdrawal.result().applications()))
        .containsExactlyInAnyOrder("a CHANGED", "b UNCHANGED");
  }

  @Test
  void anApplicationThatCannotBeLookedAtFailsAloneAndOneThatIsGoneDoesNot() throws Exception {
    cluster.unreadable.add("a");
    cluster.unknown.add("b");

    assertThat(results(Withdrawal.preview(plan, cluster).applications()))
        .containsExactlyInAnyOrder("a FAILED", "b UNCHANGED");
    Withdrawal withdrawal = withdrawal(plan);
    withdrawal.run(each -> true);
    assertThat(results(withdrawal.result().applications()))
        .containsExactlyInAnyOrder("a FAILED", "b UNCHANGED");
  }

  @Test
  void completeNamesEveryRuleThatCannotBeRead() throws Exception {
    cluster.rules.put("front", BROKEN);
    cluster.rules.put("web", BROKEN);

    assertThatThrownBy(() -> Completion.requireRules(plan.waves(), cluster))
        .isInstanceOfSatisfying(
            StoppedException.class,
            each -> assertThat(each.kind()).isEqualTo(StoppedException.Kind.PRECONDITION))
        .hasMessageContaining("'front'")
        .hasMessageContaining("'web'")
        .hasMessageContaining("nothing was changed");
    cluster.rules.remove("front");
    cluster.rules.remove("web");
    Completion.requireRules(plan.waves(), cluster);
  }

  @Test
  void theLineThatSaysWhichEntriesAreOursMaySurvive() {
    spoil("broken below");
    assertThat(RuleText.ours(Optional.of(cluster.rules.get("front")))).contains("demo.Sb");
  }

  private static List<String> results(List<Outcome> outcomes) {
    return outcomes.stream().map(each -> each.application() + " " + each.result()).toList();
  }
}
