package io.landbridge.bridge.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a round decides, for each state an instance can be in. Nothing is sent. */
class ExportChangesTest {

  private static final ServiceKey SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "orders");

  private final AtomicLong nanos = new AtomicLong(1);
  private final ExportLedger ledger = new ExportLedger(service -> {}, nanos::get, () -> 1_000_000);
  private final ExportChanges decision = new ExportChanges(ledger);

  private static LocalInstance connected(int host, boolean ephemeral, boolean healthy) {
    return local(host, ephemeral, healthy, false, Map.of());
  }

  private static LocalInstance local(
      int host, boolean ephemeral, boolean healthy, boolean beats, Map<String, String> metadata) {
    return new LocalInstance(
        new ImportedInstance(
            new ImportedInstance.Key(SERVICE, "DEFAULT", "10.0.0." + host, 80),
            1,
            true,
            healthy,
            ephemeral,
            new TreeMap<>(metadata)),
        beats,
        1_000_000);
  }

  private Classification here(LocalInstance... instances) {
    Classification here = Classification.nothing(instances.length, ledger.records().size());
    for (LocalInstance each : instances) {
      here.ours().add(each, ledger.records().get(each.registered().key()));
    }
    return here;
  }

  private void exported(LocalInstance... instances) {
    for (LocalInstance each : instances) {
      ledger.records().put(each.registered().key(), ledger.now(ledger.marked(each), each));
    }
  }

  private void later(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Test
  void newInstancesAreRegisteredWithoutALook() {
    LocalInstance one = connected(1, true, true);
    assertThat(decision.puts(here(one)))
        .containsExactly(new ExportAction.Register(one, ledger.marked(one), false));
    assertThat(ledger.records()).isEmpty();
  }

  @Test
  void newPersistentInstancesAreGuarded() {
    LocalInstance one = connected(1, false, true);
    assertThat(decision.puts(here(one)))
        .containsExactly(new ExportAction.Register(one, ledger.marked(one), true));
  }

  @Test
  void returnedInstancesAreGuarded() {
    LocalInstance one = connected(1, true, true);
    ledger.handedOver().give(one.registered().key());
    assertThat(decision.puts(here(one)))
        .containsExactly(new ExportAction.Register(one, ledger.marked(one), true));
  }

  @Test
  void exportedInstancesAreLeftAlone() {
    LocalInstance one = connected(1, true, true);
    exported(one);
    assertThat(decision.puts(here(one))).isEmpty();
    assertThat(decision.removals(here(one), true)).isEmpty();
  }

  @Test
  void sameContentInAnotherObjectIsNotSent() {
    exported(connected(1, true, true));
    assertThat(decision.puts(here(connected(1, true, true)))).isEmpty();
  }

  @Test
  void changedInstancesAreRegisteredAgain() {
    exported(connected(1, true, true));
    LocalInstance changed = local(1, true, true, false, Map.of("zone", "b"));
    assertThat(decision.puts(here(changed)))
        .containsExactly(new ExportAction.Register(changed, ledger.marked(changed), true));
  }

  @Test
  void changedPersistentInstancesAreReplaced() {
    LocalInstance before = connected(1, false, true);
    exported(before);
    ExportRecord record = ledger.records().get(before.registered().key());
    LocalInstance changed = connected(1, false, false);
    assertThat(decision.puts(here(changed)))
        .containsExactly(new ExportAction.Replace(changed, ledger.marked(changed), record));
  }

  @Test
  void doubtfulExportsWaitForALook() {
    exported(connected(1, true, true));
    LocalInstance changed = local(1, true, true, false, Map.of("zone", "b"));
    Classification here = here(changed);
    here.doubtful().add(changed.registered().key());
    assertThat(decision.puts(here)).isEmpty();
  }

  @Test
  void goneInstancesAreRemovedInTheSecondRound() {
    LocalInstance one = connected(1, true, true);
    exported(one);
    assertThat(decision.removals(here(), true)).isEmpty();
    assertThat(decision.removals(here(), true))
        .singleElement()
        .isInstanceOf(ExportAction.Remove.class)
        .extracting(ExportAction::key)
        .isEqualTo(one.registered().key());
  }

  @Test
  void withoutExportingEverythingIsRemovedAtOnce() {
    exported(connected(1, true, true), connected(2, true, true));
    assertThat(decision.removals(here(), false)).hasSize(2);
  }

  /** Another label comes in its place, and must be there first. */
  @Test
  void anExportStaysUntilWhatReplacesItIsExported() {
    exported(connected(1, true, true));
    LocalInstance gray =
        new LocalInstance(
            new ImportedInstance(
                new ImportedInstance.Key(SERVICE, "gray", "10.0.0.1", 80),
                1,
                true,
                true,
                true,
                new TreeMap<>()),
            false,
            1_000_000);
    decision.removals(here(gray), true);
    assertThat(decision.removals(here(gray), true)).isEmpty();
    exported(gray);
    assertThat(decision.removals(here(gray), true)).hasSize(1);
  }

  @Test
  void aClientThatComesBackIsRenewedAndNotRemoved() {
    LocalInstance one = connected(1, true, true);
    exported(one);
    decision.removals(here(), true);
    long before = ledger.records().get(one.registered().key()).at();
    assertThat(decision.comeBack(here(one).ours())).isTrue();
    assertThat(ledger.records().get(one.registered().key()).at()).isLessThan(before);
    assertThat(decision.removals(here(one), true)).isEmpty();
  }

  @Test
  void afterARestartServicesAreReadOnce() {
    LocalInstance one = connected(1, true, true);
    LocalInstance two = connected(2, true, true);
    List<ExportAction> unknown = decision.unknown(here(one, two).ours(), Set.of());
    assertThat(unknown).singleElement().isInstanceOf(ExportAction.Recognize.class);
    Set<ImportedInstance.Key> recognized = new TreeSet<>();
    recognized.add(one.registered().key());
    recognized.add(two.registered().key());
    assertThat(decision.unknown(here(one, two).ours(), recognized)).isEmpty();
  }

  @Test
  void ownershipIsLookedAtOnceInTwoSeconds() {
    LocalInstance one = local(1, true, true, true, Map.of());
    exported(one);
    Classification here = here(one);
    here.quiet().add(one.registered().key());
    assertThat(decision.ownership(here)).hasSize(1);
    assertThat(decision.ownership(here)).isEmpty();
    later(Duration.ofSeconds(2));
    assertThat(decision.ownership(here)).hasSize(1);
  }

  @Test
  void actionsOfOneLabelFollowEachOther() {
    List<LocalInstance> many = new ArrayList<>();
    for (int i = 9; i > 0; i--) {
      many.add(connected(i, true, true));
    }
    assertThat(decision.puts(here(many.toArray(LocalInstance[]::new))))
        .extracting(ExportAction::key)
        .isSorted();
  }
}
