package io.landbridge.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.BridgeTerms;
import io.landbridge.command.Command;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.compat.waiting.Eventually;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.model.phase.Transition;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.ResultCodec;
import io.landbridge.state.Samples;
import io.landbridge.store.RocksStore;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.view.derived.SharedMetadata;
import io.landbridge.view.derived.Subscribers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is registered in the legacy cluster, in the answers of this one. */
@Timeout(60)
class ImportedViewIT {

  private static final Eventually SOON = Eventually.within(Duration.ofSeconds(10));

  private static final ServiceKey SHOP =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop");
  private static final ImportedInstance ONE = Samples.imported("shop", 1, 1);
  private static final ImportedInstance SICK = Samples.imported("shop", 2, 2);

  @TempDir Path directory;

  private RocksStore store;
  private CatalogStateMachine machine;
  private WholeView view;
  private long epoch;
  private final Queue<ServiceKey> pushed = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start() throws IOException {
    store = RocksStore.open(directory.resolve("db"));
    machine = new CatalogStateMachine(store, (what, cause) -> {});
    view =
        new WholeView(
            machine.reader(),
            new Subscribers() {
              @Override
              public boolean any(ServiceKey service) {
                return !service.name().equals("nobody");
              }

              @Override
              public void push(ServiceKey service) {
                pushed.add(service);
              }
            },
            (application, revision) -> true,
            ViewConfig.DEFAULT);
    view.start();
  }

  @AfterEach
  void stop() {
    view.close();
    store.close();
  }

  private void apply(Command command) throws Exception {
    assertThat(ResultCodec.decode(machine.apply(CommandCodec.encode(command))).detail()).isEmpty();
  }

  /** Goes to a phase, by those before it where there is no shorter way. */
  private void go(BridgePhase phase) throws Exception {
    BridgePhase before = machine.reader().bridge().terms().phase();
    if (before != phase && Transition.between(before, phase).isEmpty()) {
      go(BridgePhase.values()[phase.ordinal() - 1]);
    }
    if (phase == BridgePhase.DUAL_WRITE && !machine.reader().bridge().isComplete()) {
      apply(new CompleteImport(epoch, 1));
    }
    apply(new SwitchBridge(epoch, new BridgeTerms(phase, false, List.of("old:8848"), ""), 1));
    epoch++;
  }

  private void bring(ImportedInstance... instances) throws Exception {
    apply(new ImportInstances(epoch, List.of(instances), List.of()));
  }

  private List<String> shown(NativeInstance... natives) {
    return view.additions(SHOP, List.of(natives)).stream().map(DerivedInstance::ip).toList();
  }

  private static NativeInstance at(ImportedInstance imported, boolean healthy) {
    return new NativeInstance(
        imported.key().ip(),
        imported.key().port(),
        "DEFAULT",
        1.0,
        healthy,
        true,
        imported.ephemeral(),
        Map.of());
  }

  @Test
  void nothingIsShownButInThePhasesInWhichEachClusterShowsTheOther() throws Exception {
    for (BridgePhase phase : BridgePhase.values()) {
      go(phase);
      bring(ONE);
      boolean expected = phase == BridgePhase.DUAL_WRITE || phase == BridgePhase.CUT_OVER;

      assertThat(view.mayAdd("shop")).as(phase.name()).isEqualTo(expected);
      assertThat(shown()).as(phase.name()).hasSize(expected ? 1 : 0);
      assertThat(view.services(NamespaceId.PUBLIC)).as(phase.name()).hasSize(expected ? 1 : 0);
    }
  }

  @Test
  void anInstanceIsShownAsTheLegacyClusterHasIt() throws Exception {
    go(BridgePhase.DUAL_WRITE);
    bring(ONE, SICK);

    assertThat(view.additions(SHOP, List.of()))
        .containsExactly(
            new DerivedInstance(
                "192.168.1.1",
                8080,
                "DEFAULT",
                true,
                true,
                1.0,
                true,
                SharedMetadata.NONE,
                ONE.metadata()),
            new DerivedInstance(
                "192.168.1.2",
                8080,
                "DEFAULT",
                false,
                true,
                2.0,
                true,
                SharedMetadata.NONE,
                SICK.metadata()));
    assertThat(view.mayAdd("stock")).isFalse();
    assertThat(view.services(new NamespaceId("test"))).isEmpty();
  }

  @Test
  void whatIsRegisteredHereIsShownOnce() throws Exception {
    go(BridgePhase.DUAL_WRITE);
    bring(ONE, SICK);

    assertThat(shown(at(ONE, true))).containsExactly("192.168.1.2");
    assertThat(shown(at(ONE, true), at(SICK, true))).isEmpty();
  }

  @Test
  void whoeverIsHeardOfOnEitherSideIsAlive() throws Exception {
    go(BridgePhase.DUAL_WRITE);
    bring(ONE, SICK);
    NativeInstance silent = at(ONE, false);
    NativeInstance persistent =
        new NativeInstance(
            ONE.key().ip(), ONE.key().port(), "DEFAULT", 1.0, false, true, false, Map.of());

    assertThat(view.alive(SHOP, List.of(silent, at(SICK, false)))).containsExactly(silent);
    assertThat(view.alive(SHOP, List.of(persistent, at(ONE, true)))).isEmpty();
    go(BridgePhase.SHADOW);
    assertThat(view.alive(SHOP, List.of(silent))).isEmpty();
  }

  @Test
  void anAnswerIsNeverOlderThanTheChangeBeforeIt() throws Exception {
    go(BridgePhase.DUAL_WRITE);
    bring(ONE);
    assertThat(shown()).hasSize(1);
    apply(new ImportInstances(epoch, List.of(SICK), List.of(ONE.key())));
    assertThat(shown()).containsExactly("192.168.1.2");
    apply(new ImportInstances(epoch, List.of(), List.of(SICK.key())));
    assertThat(shown()).isEmpty();
    assertThat(view.mayAdd("shop")).isFalse();
    assertThat(view.services(NamespaceId.PUBLIC)).isEmpty();
  }

  @Test
  void subscribersAreToldOfInstancesAndOfPhases() throws Exception {
    go(BridgePhase.SHADOW);
    bring(ONE, Samples.imported("nobody", 1, 1));
    go(BridgePhase.DUAL_WRITE);
    SOON.asserts(() -> assertThat(pushed).containsExactly(SHOP));
    bring(SICK);
    SOON.asserts(() -> assertThat(pushed).containsExactly(SHOP, SHOP));
    go(BridgePhase.CUT_OVER);
    view.suspend(true);
    SOON.asserts(() -> assertThat(pushed).hasSize(3));
    assertThat(shown()).isEmpty();
    view.suspend(false);
    SOON.asserts(() -> assertThat(pushed).hasSize(4));
    assertThat(shown()).hasSize(2);
    go(BridgePhase.DONE);
    SOON.asserts(() -> assertThat(pushed).hasSize(5));
  }

  @Test
  void aSnapshotTakesThePlaceOfWhatWasShown() throws Exception {
    go(BridgePhase.DUAL_WRITE);
    bring(ONE);
    Path snapshot = directory.resolve("snapshot");
    Files.createDirectories(snapshot);
    machine.save(snapshot);
    apply(new ImportInstances(epoch, List.of(SICK), List.of(ONE.key())));
    assertThat(shown()).containsExactly("192.168.1.2");

    machine.load(snapshot);

    assertThat(shown()).containsExactly("192.168.1.1");
    assertThat(machine.reader().bridge().epoch()).isEqualTo(epoch);
  }
}
