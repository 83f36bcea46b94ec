package io.landbridge.migrate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.journal.MemoryJournal;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.rule.RuleText;
import io.landbridge.migrate.rule.ServiceRule;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.wave.FoundPlan;
import io.landbridge.migrate.wave.StoppedException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applications are taken back although nobody has the plan they were translated with. */
class FoundPlanTest {

  private static final Holder ME = new Holder("journal-1", "host-a", "me at host-a", "rollback");

  private final FakeCluster cluster = new FakeCluster(List.of(), List.of());

  @BeforeEach
  void consumersWereTold() throws Exception {
    cluster.translated.addAll(List.of("a", "d"));
    cluster.rules.put("web", told("web", "", rule("demo.Sa:1.0.0", 10), rule("demo.Sd", 20)));
    cluster.rules.put("job", told("job", "", rule("demo.Sa:1.0.0", 30)));
    cluster.rules.put("bare", told("bare", "", rule("demo.Sd", 900)));
    cluster.rules.put(
        "theirs",
        "key: theirs\ninterfaces:\n- serviceKey: demo.Sa:1.0.0\n  step: FORCE_APPLICATION\n");
  }

  private static String told(String consumer, String before, ServiceRule... rules)
      throws Exception {
    return RuleText.with(Optional.of(before), consumer, Arrays.asList(rules)).text();
  }

  private static ServiceRule rule(String service, int delay) {
    return new ServiceRule(service, "FORCE_APPLICATION", 0.9, 100, delay);
  }

  private Plan found() throws Exception {
    return FoundPlan.withRules(
        FoundPlan.of(
            List.of(new FoundPlan.Offer(FakeCluster.key("a"), List.of("blue/demo.Sa:1.0.0")))),
        cluster);
  }

  private Withdrawal withdrawal(Plan plan) {
    return new Withdrawal(
        plan,
        cluster,
        new MemoryJournal(),
        new ClusterLock(cluster, cluster, ME, Duration.ofMinutes(2)),
        new Completed(cluster),
        line -> {});
  }

  @Test
  void consumersComeBackBeforeTranslationEnds() throws Exception {
    long before = cluster.now();

    withdrawal(found()).run(step -> true);

    assertThat(cluster.effects).containsExactly("RULE job", "RULE web", "ROLLBACK a");
    assertThat(cluster.rules.get("job"))
        .contains("serviceKey: demo.Sa:1.0.0", "step: FORCE_INTERFACE")
        .doesNotContain("FORCE_APPLICATION");
    assertThat(cluster.now() - before)
        .as("as long as the slowest of the consumers takes")
        .isBetween(31_000L, 100_000L);
    assertThat(cluster.translated).containsExactly("d");
  }

  @Test
  void whatIsNotOursOrNotOfTheApplicationStays() throws Exception {
    String bare = cluster.rules.get("bare");
    String theirs = cluster.rules.get("theirs");

    withdrawal(found()).run(step -> true);

    assertThat(cluster.rules).containsEntry("bare", bare).containsEntry("theirs", theirs);
    assertThat(cluster.rules.get("web"))
        .containsSubsequence("demo.Sa", "FORCE_INTERFACE", "demo.Sd", "FORCE_APPLICATION");
  }

  @Test
  void whatIsBackAlreadyIsNotTakenBackAgain() throws Exception {
    withdrawal(found()).run(step -> true);

    assertThat(found().waves()).singleElement().satisfies(w -> assertThat(w.rules()).isEmpty());
  }

  @Test
  void aRuleThatCannotBeReadKeepsTranslationOn() throws Exception {
    cluster.rules.put("web", cluster.rules.get("web") + "\n:: [");

    assertThatThrownBy(() -> withdrawal(found()).run(step -> true))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("web");
    assertThat(cluster.translated).contains("a");
  }
}
