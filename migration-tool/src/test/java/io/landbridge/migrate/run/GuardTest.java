package io.landbridge.migrate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.journal.JournalEntry;
import io.landbridge.migrate.journal.JournalEntry.Event;
import io.landbridge.migrate.lock.LockRecord;
import io.landbridge.migrate.lock.RunOrders;
import io.landbridge.migrate.lock.RunState.Phase;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.run.ClusterLock.Holder;
import io.landbridge.migrate.run.Guard.Objection;
import io.landbridge.migrate.wave.StoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A guard holds a run while its measurement is out of bounds, and ends it after a time. */
class GuardTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final FakeCluster cluster =
      new FakeCluster(
          Stream.of("a", "b")
              .map(
                  name ->
                      Registrations.of(
                          name, "demo.S" + name, "10.0.0." + (int) name.charAt(0), 20880))
              .toList(),
          List.of());
  private final List<String> effectsWhenHeld = new ArrayList<>();
  private final List<Phase> phases = new ArrayList<>();
  private BooleanSupplier paused = () -> false;
  private int looks;

  private Plan plan() {
    return cluster.plan(List.of(100));
  }

  private ClusterLock lock() {
    return new ClusterLock(
        cluster, cluster, new Holder("journal-1", "host-a", "me", "apply"), Duration.ofMinutes(2));
  }

  /** Objects as long as it is told to. */
  private Guard.Limited guard(BooleanSupplier out) {
    return new Guard.Limited(
        () -> {
          looks++;
          if (!out.getAsBoolean()) {
            return Optional.empty();
          }
          effectsWhenHeld.addAll(cluster.effects);
          phases.add(
              LockRecord.parse(cluster.notes.get(LockRecord.NOTE))
                  .orElseThrow()
                  .run()
                  .state()
                  .phase());
          return Optional.of(new Objection("out of bounds", "look " + looks));
        },
        LIMIT,
        "errors at http://prometheus");
  }

  private void run(Guard.Limited guard) throws Exception {
    new Campaign(
            plan(),
            cluster,
            cluster,
            lock(),
            cluster,
            new CampaignSettings(
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                false,
                false,
                paused,
                guard),
            Hook.NONE,
            line -> {})
        .run(Set.of(1));
  }

  private List<String> controls() {
    return cluster.journal.stream()
        .filter(each -> each.event() == Event.CONTROL)
        .map(JournalEntry::detail)
        .toList();
  }

  @Test
  void nothingBeginsWhileItIsOutOfBounds() throws Exception {
    long[] back = {Long.MAX_VALUE};
    run(
        guard(
            () -> {
              if (cluster.effects.contains("APPLY a") && back[0] == Long.MAX_VALUE) {
                back[0] = cluster.now() + 30_000;
              }
              return cluster.effects.contains("APPLY a") && cluster.now() < back[0];
            }));

    assertThat(effectsWhenHeld).contains("APPLY a").doesNotContain("APPLY b");
    assertThat(phases).contains(Phase.GUARDED);
    assertThat(cluster.translated).containsExactly("a", "b");
    assertThat(controls()).hasSize(2);
    assertThat(controls().get(0)).startsWith("holding: out of bounds (look ");
    assertThat(controls().get(1)).isEqualTo("going on");
  }

  @Test
  void runEndsOnceItWasOutOfBoundsForTooLong() {
    long from = cluster.now();

    assertThatThrownBy(() -> run(guard(() -> true)))
        .isInstanceOfSatisfying(
            StoppedException.class,
            end -> {
              assertThat(end.kind()).isEqualTo(StoppedException.Kind.GUARD);
              assertThat(end.what()).startsWith("the guard has held the run for 120 s: out of");
              assertThat(end.where()).isEqualTo("errors at http://prometheus");
            });

    assertThat(cluster.now() - from).isBetween(LIMIT.toMillis(), LIMIT.toMillis() + 30_000);
    assertThat(cluster.translated).isEmpty();
    assertThat(cluster.journal.get(cluster.journal.size() - 1).event()).isEqualTo(Event.STOPPED);
    assertThat(LockRecord.parse(cluster.notes.get(LockRecord.NOTE)).orElseThrow().until()).isZero();
  }

  @Test
  void timeCountsFromTheLastTimeItWasInBounds() throws Exception {
    long from = cluster.now();
    // Out of bounds for 100 s, in bounds for one look, and so on; twice the limit in all.
    int[] rounds = {0};
    long[] since = {from};
    run(
        guard(
            () -> {
              if (rounds[0] >= 3) {
                return false;
              }
              if (cluster.now() - since[0] < 100_000) {
                return true;
              }
              rounds[0]++;
              since[0] = cluster.now();
              return false;
            }));

    assertThat(cluster.now() - from).isGreaterThan(250_000);
    assertThat(cluster.translated).containsExactly("a", "b");
  }

  @Test
  void timeOfAPauseDoesNotCount() throws Exception {
    long from = cluster.now();
    paused = () -> cluster.now() > from + 60_000 && cluster.now() < from + 400_000;

    run(guard(() -> cluster.now() < from + 460_000));

    assertThat(cluster.now() - from).isGreaterThan(460_000);
    assertThat(cluster.translated).containsExactly("a", "b");
  }

  @Test
  void heldRunCanBeStopped() {
    cluster.afterPause =
        () -> {
          cluster.afterPause = () -> {};
          try {
            new RunOrders(cluster, cluster::now, "op").give(run -> run.orders().stop());
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        };

    assertThatThrownBy(() -> run(guard(() -> true)))
        .isInstanceOfSatisfying(
            StoppedException.class,
            end -> assertThat(end.kind()).isEqualTo(StoppedException.Kind.ORDERED));
  }

  @Test
  void guardIsAskedOnceMoreBeforeAWaveCounts() {
    assertThatThrownBy(
            () ->
                run(
                    guard(
                        () ->
                            cluster.translated.contains("b") && cluster.now() > 1_000_000 + 4_000)))
        .isInstanceOf(StoppedException.class);

    assertThat(cluster.translated).containsExactly("a", "b");
    assertThat(new Progress(cluster.journal).doneWaves()).isEmpty();
  }

  @Test
  void applyWithoutAPlanIsGuardedToo() {
    UnplannedApply apply =
        new UnplannedApply(
            Stream.of("a", "b").map(FakeCluster::key).map(cluster::translation).toList(),
            List.of(),
            lock(),
            guard(() -> cluster.translated.contains("a")),
            line -> {});

    assertThatThrownBy(apply::run)
        .isInstanceOfSatisfying(
            StoppedException.class,
            end -> assertThat(end.kind()).isEqualTo(StoppedException.Kind.GUARD));
    assertThat(cluster.translated).containsExactly("a");
  }
}
