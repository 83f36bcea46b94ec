package io.landbridge.migrate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.plan.Limits;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.PlanRequest;
import io.landbridge.migrate.plan.Planner;
import io.landbridge.migrate.plan.RuleSettings;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.wave.StoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * When consumers are told what. Wave 1 has a and b, wave 2 has c and d, and web is told in wave 2
 * to take a and d.
 */
class ConsumersToldTest {

  private final FakeCluster cluster = cluster();
  private final Plan plan = plan(cluster);

  private static FakeCluster cluster() {
    List<Registration> providers = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      providers.add(
          Registrations.of(name, "demo.S" + name, "10.0.0." + (int) name.charAt(0), 20880));
    }
    providers.add(Registrations.of("a", "demo.Sa", "10.0.0.2", 20880));
    return new FakeCluster(
        providers,
        List.of(
            Registrations.consumer("web", "demo.Sa", "3.3.6"),
            Registrations.consumer("web", "demo.Sd", "3.3.6")));
  }

  private static Plan plan(FakeCluster cluster) {
    Plan plan =
        Planner.plan(
            cluster.inventory(),
            new PlanRequest(
                each -> true,
                new TreeMap<>(),
                new TreeSet<>(Set.of("a", "b")),
                new Limits(2, 100),
                new RuleSettings("APPLICATION_FIRST", 90, 10, List.of(10, 100)),
                new TreeSet<>(),
                List.of(),
                "test",
                "now"));
    assertThat(plan.waves()).hasSize(2);
    assertThat(plan.waves().get(1).rules()).hasSize(1);
    return plan;
  }

  private ClusterLock lock() {
    return new ClusterLock(
        cluster,
        cluster,
        new Holder("journal-1", "host-a", "me at host-a", "apply"),
        Duration.ofMinutes(2));
  }

  private CampaignResult apply(Integer... waves) throws Exception {
    Campaign campaign =
        new Campaign(
            plan,
            cluster,
            cluster,
            lock(),
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
            line -> {});
    campaign.run(Set.of(waves));
    return campaign.result();
  }

  private CampaignResult complete(Integer... waves) throws Exception {
    Completion completion =
        new Completion(
            plan,
            cluster,
            cluster,
            lock(),
            new Completed(cluster),
            cluster,
            Duration.ofSeconds(60));
    completion.run(Set.of(waves));
    return completion.result();
  }

  private void takeBack(String application) throws Exception {
    new Withdrawal(plan, cluster, cluster, lock(), new Completed(cluster), line -> {})
        .run(step -> step.application().equals(application));
  }

  @Test
  void aWaveWaitsForThoseWhoseApplicationsItsConsumersCall() throws Exception {
    assertThatThrownBy(() -> apply(2))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.PRECONDITION))
        .hasMessage(
            "consumer 'web' of wave 2 calls demo.Sa of 'a', which is not translated: wave 1:"
                + " nothing was changed; apply wave 1 first");
    assertThat(cluster.effects).isEmpty();

    apply(1);
    apply(2);

    assertThat(cluster.rules.get("web")).contains("demo.Sa", "demo.Sd");
  }

  @Test
  void itIsNotCompletedAfterOneOfThemWasTakenBack() throws Exception {
    apply(1, 2);
    takeBack("a");
    String rule = cluster.rules.get("web");

    assertThatThrownBy(() -> complete(2))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("'a', which is not translated: wave 1");

    assertThat(cluster.rules.get("web")).isEqualTo(rule);
    assertThat(new Completed(cluster).all()).isEmpty();
  }

  @Test
  void nothingIsSaidOfWhatNobodyOffersAtApplicationLevel() throws Exception {
    apply(1);
    cluster.providers.removeIf(each -> each.service().name().equals("providers:demo.Sa::"));

    CampaignResult result = apply(2);

    assertThat(cluster.rules.get("web")).contains("demo.Sd").doesNotContain("demo.Sa");
    assertThat(result.rules().get(0).problems())
        .containsExactly("no provider offers demo.Sa at application level, so the rule omits it");
    assertThat(complete(2).rules().get(0).problems()).hasSize(1);
    assertThat(cluster.rules.get("web")).contains("FORCE_APPLICATION").doesNotContain("demo.Sa");
  }

  @Test
  void whatIsMissingForAMomentDoesNotLowerTheThreshold() throws Exception {
    apply(1);
    cluster.beforeRule = () -> cluster.neverEqual.add("a");

    apply(2);

    assertThat(cluster.rules.get("web"))
        .contains("proportion: 100")
        .contains("serviceKey: demo.Sa\n  step: APPLICATION_FIRST\n  threshold: 0.9\n");
  }

  @Test
  void whoeverComesWithoutTheJournalDoesNotGoBack() throws Exception {
    apply(1, 2);
    String rule = cluster.rules.get("web");
    int effects = cluster.effects.size();
    cluster.journal.clear();

    apply(1, 2);

    assertThat(cluster.rules.get("web")).isEqualTo(rule).contains("proportion: 100");
    assertThat(cluster.effects).hasSize(effects);
  }

  @Test
  void whatWasTakenBackBeginsAnewAndTheRestStaysWhereItWas() throws Exception {
    apply(1, 2);
    takeBack("d");
    List<String> seen = new ArrayList<>();
    cluster.beforeRule = () -> seen.add(cluster.rules.get("web"));

    apply(2);

    assertThat(seen).hasSize(2);
    assertThat(seen.get(1))
        .contains("demo.Sa\n  step: APPLICATION_FIRST\n  threshold: 0.9\n  proportion: 100")
        .contains("demo.Sd\n  step: APPLICATION_FIRST\n  threshold: 0.9\n  proportion: 10\n");
    assertThat(cluster.rules.get("web")).doesNotContain("proportion: 10\n");
  }

  @Test
  void whatIsCompletedStaysSoWhenItIsAppliedAgain() throws Exception {
    apply(1, 2);
    complete(2);
    String rule = cluster.rules.get("web");

    CampaignResult again = apply(1, 2);

    assertThat(cluster.rules.get("web")).isEqualTo(rule).doesNotContain("APPLICATION_FIRST");
    assertThat(again.rules().get(0).result()).isEqualTo(Outcome.Result.UNCHANGED);
    assertThat(again.rules().get(0).problems())
        .containsExactly(
            "the rule already has FORCE_APPLICATION for demo.Sa, which stays unchanged",
            "the rule already has FORCE_APPLICATION for demo.Sd, which stays unchanged");
  }

  @Test
  void nobodyIsToldToDropAddressesThatTheApplicationLevelLacks() throws Exception {
    apply(1, 2);
    String rule = cluster.rules.get("web");
    cluster.neverEqual.add("d");

    assertThatThrownBy(() -> complete(2))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(StoppedException.Kind.PRECONDITION))
        .hasMessageContaining("demo.Sd is missing at application level");
    assertThat(cluster.rules.get("web")).isEqualTo(rule);
    assertThat(new Completed(cluster).all()).isEmpty();

    cluster.neverEqual.clear();
    complete(2);
    assertThat(new Completed(cluster).all()).containsExactly("public/c", "public/d");
  }
}
