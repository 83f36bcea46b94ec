package io.landbridge.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.BridgeTerms;
import io.landbridge.command.Command;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.phase.Transition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BridgeDeciderTest {

  private static final ImportedInstance ONE = Samples.imported("shop", 1, 1);
  private static final ImportedInstance TWO = Samples.imported("shop", 2, 1);

  private final MemoryState state = new MemoryState();

  private static BridgeTerms terms(BridgePhase phase, String server) {
    return new BridgeTerms(phase, false, List.of(server), "");
  }

  private Outcome change(long expected, BridgePhase phase) {
    return state.apply(new SwitchBridge(expected, terms(phase, "old:8848"), 10)).outcome();
  }

  private Outcome importing(long epoch, List<ImportedInstance> puts, ImportedInstance... gone) {
    return state
        .apply(
            new ImportInstances(
                epoch, puts, List.of(gone).stream().map(ImportedInstance::key).toList()))
        .outcome();
  }

  @Test
  void everyStepGrowsTheEpochAndRefusesWhoeverSawTheOneBefore() {
    assertThat(change(0, BridgePhase.SHADOW)).isEqualTo(Outcome.APPLIED);
    assertThat(state.apply(new TakeBridge(Samples.ALICE, 1)).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(state.bridge)
        .isEqualTo(
            new BridgeRecord(
                terms(BridgePhase.SHADOW, "old:8848"), 10, 2, Optional.of(Samples.ALICE), 0, ""));

    assertThat(change(1, BridgePhase.DONE)).isEqualTo(Outcome.STALE_EPOCH);
    assertThat(state.apply(new TakeBridge(Samples.BOB, 1)).outcome())
        .isEqualTo(Outcome.STALE_EPOCH);
    assertThat(importing(1, List.of(ONE))).isEqualTo(Outcome.STALE_EPOCH);
    assertThat(state.imported).isEmpty();
  }

  @Test
  void theLastStepMayBeAskedForAgain() {
    change(0, BridgePhase.SHADOW);
    state.apply(new TakeBridge(Samples.ALICE, 1));
    BridgeRecord before = state.bridge;

    assertThat(state.apply(new TakeBridge(Samples.ALICE, 1)).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(state.bridge).isEqualTo(before);
    state.apply(new CompleteImport(2, 20));
    change(2, BridgePhase.DUAL_WRITE);
    assertThat(change(2, BridgePhase.DUAL_WRITE)).isEqualTo(Outcome.APPLIED);
    assertThat(state.bridge.epoch()).isEqualTo(3);
  }

  @Test
  void theIdOfTheFirstStepStays() {
    state.apply(new SwitchBridge(0, terms(BridgePhase.SHADOW, "old:8848"), 10, "first"));
    state.apply(new TakeBridge(Samples.ALICE, 1));
    state.apply(new SwitchBridge(2, terms(BridgePhase.OFF, "old:8848"), 20, "second"));
    state.apply(new SwitchBridge(3, terms(BridgePhase.SHADOW, "old:8848"), 30, "third"));
    state.apply(new CompleteImport(4, 40));

    assertThat(state.bridge.id()).isEqualTo("first");
    assertThat(state.bridge.origin()).isEqualTo("landbridge-first");
  }

  @Test
  void aCatalogWithoutAnIdGoesOnWithoutOne() {
    change(0, BridgePhase.SHADOW);
    state.apply(new CompleteImport(1, 15));
    state.apply(new SwitchBridge(1, terms(BridgePhase.DUAL_WRITE, "old:8848"), 20, "second"));

    assertThat(state.bridge.id()).isEmpty();
    assertThat(state.bridge.origin()).isEqualTo("landbridge");
  }

  @Test
  void nobodyDoesAnythingOnABridgeThatIsNotThere() {
    for (Command command :
        List.of(
            new TakeBridge(Samples.ALICE, 0),
            new ImportInstances(0, List.of(ONE), List.of(TWO.key())),
            new CompleteImport(0, 0))) {
      Decision decision = Decider.decide(state, command);
      assertThat(decision.result().outcome()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(decision.changes()).isEmpty();
    }
  }

  @Test
  void whatIsImportedIsAddedReplacedAndRemoved() {
    change(0, BridgePhase.SHADOW);
    assertThat(importing(1, List.of(ONE, TWO))).isEqualTo(Outcome.APPLIED);
    ImportedInstance other = Samples.imported("shop", 1, 2);
    assertThat(importing(1, List.of(other), TWO)).isEqualTo(Outcome.APPLIED);

    assertThat(state.imported.values()).containsExactly(other);
    Decision again =
        Decider.decide(state, new ImportInstances(1, List.of(other), List.of(TWO.key())));
    assertThat(again.changes()).isEmpty();
    assertThat(again.imported()).isEmpty();
  }

  @Test
  void aServiceIsToldOfOnceHoweverManyInstancesChange() {
    change(0, BridgePhase.SHADOW);
    Decision decision = Decider.decide(state, new ImportInstances(1, List.of(ONE, TWO), List.of()));

    assertThat(decision.imported()).containsExactly(ONE.key().service());
    assertThat(decision.bridge()).isFalse();
    assertThat(decision.applications()).isEmpty();
  }

  @Test
  void theFirstSyncCountsForAsLongAsTheSameClusterIsFollowed() {
    change(0, BridgePhase.SHADOW);
    assertThat(state.apply(new CompleteImport(1, 50)).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(state.apply(new CompleteImport(1, 60)).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(state.bridge.firstSync()).isEqualTo(50);

    change(1, BridgePhase.DUAL_WRITE);
    change(2, BridgePhase.SHADOW);
    assertThat(state.bridge.firstSync()).isEqualTo(50);
    state.apply(new SwitchBridge(3, terms(BridgePhase.SHADOW, "other:8848"), 20));
    assertThat(state.bridge.isComplete()).isFalse();
    state.apply(new CompleteImport(4, 70));
    change(4, BridgePhase.OFF);
    assertThat(state.bridge.isComplete()).isFalse();
    assertThat(state.apply(new CompleteImport(4, 80)).outcome()).isEqualTo(Outcome.STALE_EPOCH);
  }

  /** Whoever proposes it: an older member, or somebody by hand. */
  @ParameterizedTest
  @EnumSource
  void onlyStepsOfTheTableAreTaken(BridgePhase from) {
    for (BridgePhase to : BridgePhase.values()) {
      state.bridge = record(from, 50);
      Optional<Transition> step = Transition.between(from, to);
      boolean taken = from == to || step.isPresent();
      BridgeRecord before = state.bridge;
      Result result = state.apply(new SwitchBridge(7, terms(to, "old:8848"), 60));
      assertThat(result.outcome())
          .as(from + " to " + to)
          .isEqualTo(taken ? Outcome.APPLIED : Outcome.NOT_ALLOWED);
      if (!taken) {
        assertThat(result.detail()).contains(from.name()).contains(to.name());
        assertThat(state.bridge).isEqualTo(before);
      }
    }
  }

  @Test
  void stepsWhoseConditionsTheCatalogKnowsAreRefused() {
    state.bridge = record(BridgePhase.SHADOW, 0);
    assertThat(state.apply(new SwitchBridge(7, terms(BridgePhase.DUAL_WRITE, "old:8848"), 60)))
        .extracting(Result::outcome, Result::detail)
        .containsExactly(
            Outcome.NOT_ALLOWED,
            "the first import of the legacy cluster is not complete: wait for 'firstSync'");
    state.bridge = record(BridgePhase.OFF, 0);
    assertThat(
            state.apply(
                new SwitchBridge(7, new BridgeTerms(BridgePhase.SHADOW, false, List.of(), ""), 60)))
        .extracting(Result::outcome)
        .isEqualTo(Outcome.NOT_ALLOWED);
    state.bridge = record(BridgePhase.DUAL_WRITE, 50);
    assertThat(state.apply(new SwitchBridge(7, terms(BridgePhase.DUAL_WRITE, "other:8848"), 60)))
        .extracting(Result::outcome)
        .isEqualTo(Outcome.NOT_ALLOWED);
  }

  /** A step that is stale is stale, wherever it leads. */
  @Test
  void staleStepsAreNotJudged() {
    state.bridge = record(BridgePhase.OFF, 0);
    assertThat(state.apply(new SwitchBridge(6, terms(BridgePhase.DONE, "old:8848"), 60)).outcome())
        .isEqualTo(Outcome.STALE_EPOCH);
  }

  private static BridgeRecord record(BridgePhase phase, long firstSync) {
    return new BridgeRecord(terms(phase, "old:8848"), 10, 7, Optional.empty(), firstSync, "id");
  }
}
