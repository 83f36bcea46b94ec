package io.landbridge.migrate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.lock.LockRecord;
import io.landbridge.migrate.lock.Orders;
import io.landbridge.migrate.lock.RunOrders;
import io.landbridge.migrate.lock.RunOrders.RefusedException;
import io.landbridge.migrate.lock.RunState.Phase;
import io.landbridge.migrate.lock.RunView;
import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.operation.Outcome.Result;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.run.FakeCluster.Killed;
import io.landbridge.migrate.wave.StoppedException;
import io.landbridge.registry.RegistryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Operators control a run that is under way, from anywhere. */
class ControlTest {

  private static final Set<Integer> ALL = Set.of(1, 2);
  private static final String A_DONE = "public/a: CHANGED";

  private final FakeCluster cluster = cluster();
  private final Plan plan = plan(cluster);
  private final List<String> said = new ArrayList<>();
  private Duration throttle = Duration.ZERO;

  private static FakeCluster cluster() {
    List<Registration> providers = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      providers.add(
          Registrations.of(name, "demo.S" + name, "10.0.0." + (int) name.charAt(0), 20880));
    }
    return new FakeCluster(
        providers,
        List.of(
            Registrations.consumer("job", "demo.Sa", "3.3.6"),
            Registrations.consumer("web", "demo.Sb", "3.3.6")));
  }

  private static Plan plan(FakeCluster cluster) {
    return cluster.plan(List.of(100));
  }

  private interface Act {
    void act() throws RegistryException, RefusedException;
  }

  /** Runs the plan; something is done right after a line of its progress, once. */
  private Campaign run(String line, Act act) throws Exception {
    List<String> left = new ArrayList<>(List.of(line));
    Campaign campaign =
        new Campaign(
            plan,
            cluster,
            cluster,
            lock("journal-1"),
            cluster,
            new CampaignSettings(
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                throttle,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                false,
                false,
                () -> false),
            Hook.NONE,
            progress -> {
              said.add(progress);
              if (left.remove(progress)) {
                quietly(act);
              }
            });
    try {
      campaign.run(ALL);
    } catch (StoppedException e) {
      said.add(e.kind() + ": " + e.getMessage());
    }
    return campaign;
  }

  private static void quietly(Act act) {
    try {
      act.act();
    } catch (RegistryException | RefusedException e) {
      throw new AssertionError(e);
    }
  }

  private ClusterLock lock(String journal) {
    return new ClusterLock(
        cluster,
        cluster,
        new Holder(journal, "host-a", "me at host-a", "apply of plan.yaml"),
        Duration.ofMinutes(2));
  }

  private RunOrders.Given order(RunOrders.Order order) throws RegistryException, RefusedException {
    return new RunOrders(cluster, cluster::now, "op@host-b").give(order);
  }

  private LockRecord record() {
    return LockRecord.parse(cluster.notes.get(LockRecord.NOTE)).orElseThrow();
  }

  private List<String> controls() {
    return cluster.journal.stream()
        .filter(each -> each.event() == Event.CONTROL)
        .map(JournalEntry::detail)
        .toList();
  }

  @Test
  void pausedRunBeginsNothingUntilItIsResumed() throws Exception {
    List<String> whilePaused = new ArrayList<>();
    run(
        A_DONE,
        () -> {
          order(run -> run.orders().pause());
          cluster.afterPause =
              () -> {
                LockRecord.Run run = record().run();
                if (run != null && run.state().phase() == Phase.PAUSED) {
                  whilePaused.addAll(cluster.effects);
                  whilePaused.addAll(RunView.of(record()).lines());
                  cluster.afterPause = () -> {};
                  quietly(() -> order(each -> each.orders().resume()));
                }
              };
        });

    assertThat(whilePaused)
        .contains("APPLY a", "  paused by an operator (op@host-b)")
        .doesNotContain("APPLY b");
    assertThat(cluster.translated).containsExactly("a", "b", "c");
    assertThat(controls())
        .containsExactly("holding: paused by an operator (op@host-b)", "going on (op@host-b)");
    assertThat(said).contains("holding: paused by an operator (op@host-b)");
  }

  @Test
  void aMomentWithoutAServerDoesNotEndAPause() throws Exception {
    int[] pauses = {0};
    run(
        A_DONE,
        () -> {
          order(run -> run.orders().pause());
          cluster.afterPause =
              () -> {
                pauses[0]++;
                cluster.away = pauses[0] == 2;
                if (pauses[0] == 4) {
                  quietly(() -> order(run -> run.orders().resume()));
                }
              };
        });

    assertThat(pauses[0]).isGreaterThan(4);
    assertThat(cluster.translated).containsExactly("a", "b", "c");
  }

  @Test
  void aServerThatStaysAwayEndsAPauseWithTheLock() {
    long[] from = {0};
    assertThatThrownBy(
            () ->
                run(
                    A_DONE,
                    () -> {
                      order(run -> run.orders().pause());
                      from[0] = cluster.now();
                      cluster.afterPause =
                          () -> {
                            cluster.away = true;
                            assertThat(cluster.now() - from[0]).isLessThan(600_000);
                          };
                    }))
        .isInstanceOf(RegistryException.class);

    assertThat(cluster.now() - from[0]).as("as long as the lock lasts").isGreaterThan(110_000);
    assertThat(cluster.translated).containsExactly("a");
  }

  @Test
  void skippedApplicationIsLeftOutOfItsWaveAlone() throws Exception {
    Campaign campaign = run(A_DONE, () -> order(run -> run.orders().skip("public/b")));

    assertThat(cluster.translated).containsExactly("a", "c");
    assertThat(cluster.rules.get("web")).doesNotContain("APPLICATION_FIRST");
    assertThat(cluster.rules.get("job")).contains("APPLICATION_FIRST");
    assertThat(campaign.result().applications())
        .extracting(Outcome::application, Outcome::result)
        .contains(tuple("b", Result.SKIPPED))
        .contains(tuple("a", Result.CHANGED));
    assertThat(campaign.result().rules())
        .filteredOn(each -> each.application().equals("web"))
        .allSatisfy(each -> assertThat(each.after()).isEqualTo("FORCE_INTERFACE"))
        .isNotEmpty();
    assertThat(campaign.result().waves()).containsExactly(2);
    assertThat(cluster.journal)
        .anySatisfy(
            each -> {
              assertThat(each.application()).isEqualTo("b");
              assertThat(each.detail()).isEqualTo("skipped (op@host-b)");
            });
    assertThat(said).anyMatch(each -> each.startsWith("SKIPPED: skipped by an operator"));

    run("", () -> {});
    assertThat(cluster.translated).containsExactly("a", "b", "c");
    assertThat(new Progress(cluster.journal).doneWaves()).containsExactly(1, 2);
  }

  @Test
  void waitingApplicationsAreThoseThatCanBeSkipped() throws Exception {
    List<String> waiting = new ArrayList<>();
    run(A_DONE, () -> waiting.addAll(RunView.of(record()).waiting()));

    assertThat(waiting).containsExactly("public/b");
  }

  @Test
  void orderedPaceCountsFromTheNextStepOn() throws Exception {
    throttle = Duration.ofHours(1);
    List<Long> times = new ArrayList<>();
    run(
        A_DONE,
        () -> {
          times.add(cluster.now());
          order(run -> run.orders().throttle(7));
        });

    assertThat(controls()).containsExactly("waiting 7 s between two applications (op@host-b)");
    assertThat(cluster.now() - times.get(0)).isBetween(7_000L, 120_000L);
    assertThat(cluster.translated).contains("b");
  }

  @Test
  void waitUnderWayIsShortenedByOrder() throws Exception {
    throttle = Duration.ofHours(1);
    long from = cluster.now();
    run(
        A_DONE,
        () ->
            cluster.afterPause =
                () -> {
                  cluster.afterPause = () -> {};
                  quietly(() -> order(run -> run.orders().throttle(0)));
                });

    assertThat(cluster.now() - from).isLessThan(600_000);
    assertThat(cluster.translated).contains("b");
  }

  @Test
  void stoppedRunEndsAndCanBeContinued() throws Exception {
    run(A_DONE, () -> order(run -> run.orders().stop()));

    assertThat(cluster.translated).containsExactly("a");
    assertThat(said)
        .anyMatch(each -> each.startsWith("ORDERED: stopped by an operator (op@host-b)"));
    assertThat(cluster.journal.get(cluster.journal.size() - 1).event()).isEqualTo(Event.STOPPED);
    assertThat(record().until()).isZero();
    assertThat(record().run()).isNull();

    run("", () -> {});
    assertThat(cluster.translated).containsExactly("a", "b", "c");
  }

  @Test
  void runIsStoppedWhileItWaits() throws Exception {
    run(
        "wave 1: waiting until both models are equal",
        () -> {
          cluster.neverEqual.add("a");
          order(run -> run.orders().stop());
        });

    assertThat(said).anyMatch(each -> each.startsWith("ORDERED: "));
  }

  @Test
  void orderAfterTheLastStepDoesNotKeepTheLock() throws Exception {
    run("wave 2 of 2: done", () -> order(run -> run.orders().pause()));

    assertThat(cluster.translated).containsExactly("a", "b", "c");
    assertThat(record().until()).isZero();
    assertThat(record().run()).isNull();
  }

  @Test
  void orderThatIsGivenTwiceIsGivenOnce() throws Exception {
    List<Boolean> changed = new ArrayList<>();
    run(
        A_DONE,
        () -> {
          changed.add(order(run -> run.orders().throttle(1)).changed());
          changed.add(order(run -> run.orders().throttle(1)).changed());
        });

    assertThat(changed).containsExactly(true, false);
  }

  @Test
  void nobodyTakesAnOrderWhenNothingIsUnderWay() throws Exception {
    assertThatThrownBy(() -> order(run -> run.orders().pause()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("no run is under way");

    run("", () -> {});

    assertThatThrownBy(() -> order(run -> run.orders().pause()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("no run is under way");
  }

  @Test
  void whoTakesNoOrdersIsNamed() throws Exception {
    lock("journal-2").acquire();

    assertThatThrownBy(() -> order(run -> run.orders().pause()))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("cannot be controlled: me at host-a");
  }

  @Test
  void ordersOfAKilledRunDoNotReachTheNext() throws Exception {
    assertThatThrownBy(
            () ->
                run(
                    A_DONE,
                    () -> {
                      order(run -> run.orders().pause());
                      cluster.killAfter(0);
                    }))
        .isInstanceOf(Killed.class);
    cluster.killAfter(Long.MAX_VALUE);
    assertThat(order(LockRecord.Run::orders).record().run()).isNotNull();
    order(run -> run.orders().stop());

    run("", () -> {});

    assertThat(cluster.translated).containsExactly("a", "b", "c");
    assertThat(controls()).isEmpty();
  }

  @Test
  void recordOfAnOlderVersionIsRead() {
    LockRecord old =
        LockRecord.parse(
                "{\"format\":1,\"journal\":\"j\",\"host\":\"h\",\"name\":\"n\",\"doing\":\"d\","
                    + "\"until\":7,\"later\":true}")
            .orElseThrow();

    assertThat(old.run()).isNull();
    assertThat(old.until()).isEqualTo(7);
    assertThat(old.with(Orders.NONE.pause()).text()).doesNotContain("run");
    assertThat(LockRecord.parse("null")).isEmpty();
    assertThat(LockRecord.parse("[]")).isEmpty();
  }
}
