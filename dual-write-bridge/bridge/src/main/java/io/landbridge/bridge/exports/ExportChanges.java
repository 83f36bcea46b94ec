package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a round of the export asks of the legacy cluster, from what is registered in this
 * cluster and what was exported. Sends nothing. Confined to the thread of the rounds.
 */
final class ExportChanges {

  private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ExportLedger ledger;
  private final Map<ImportedInstance.Key, ExportRecord> records;

  /** Since when each export has had no instance in this cluster, by this machine's nanoseconds. */
  private final Map<ImportedInstance.Key, Long> missing = new HashMap<>();

  /** When the ownership of each label was last looked at. */
  private final Map<LegacyPart, Long> looked = new HashMap<>();

  /** An address in a service, under whatever label. */
  private record Address(ServiceKey service, String ip, int port) {

    static Address of(ImportedInstance.Key key) {
      return new Address(key.service(), key.ip(), key.port());
    }
  }

  ExportChanges(ExportLedger ledger) {
    this.ledger = ledger;
    this.records = ledger.records();
  }

  /** Registrations of what is new or has changed, those of one label after each other. */
  List<ExportAction> puts(Classification here) {
    List<ExportAction> actions = new ArrayList<>();
    for (ExportCandidates.One one : here.ours().all()) {
      if (isSettled(one.local(), one.before())) {
        continue;
      }
      // With what has been exported since, by beats.
      put(here, one.local(), records.get(one.key())).ifPresent(actions::add);
    }
    // One reading of a label does for those that follow each other.
    actions.sort(Comparator.comparing(ExportAction::key));
    return actions;
  }

  /** Whether the export is as it is to be, as far as can be seen at a glance. */
  private boolean isSettled(LocalInstance local, @Nullable ExportRecord before) {
    return before != null
        && before.isFrom(local)
        && (before.steady() ? local.lives() : !ledger.isSteady(local));
  }

  private Optional<ExportAction> put(
      Classification here, LocalInstance local, @Nullable ExportRecord before) {
    if (isSettled(local, before)) {
      return Optional.empty();
    }
    ImportedInstance.Key key = local.registered().key();
    RegisteredInstance marked = ledger.marked(local);
    if (before != null && before.isSame(marked)) {
      records.replace(key, before, before.from(Optional.of(local.registered())));
      return Optional.empty();
    }
    boolean due =
        before != null
            ? !here.doubtful().contains(key)
            : !local.beats() || !ledger.heard().wasTold(key) || ledger.heard().isNews(key);
    if (!due) {
      return Optional.empty();
    }
    if (before != null && isMoreThanRegistration(before, local)) {
      return Optional.of(new ExportAction.Replace(local, marked, before));
    }
    // An instance that was given to the legacy cluster may be imported late without having left.
    // For a persistent one, no later beat would show that its client had just registered there.
    boolean inAnyCase =
        before == null && local.registered().ephemeral() && !ledger.handedOver().contains(key);
    return Optional.of(new ExportAction.Register(local, marked, !inAnyCase));
  }

  private static boolean isMoreThanRegistration(ExportRecord before, LocalInstance local) {
    return !local.registered().ephemeral() || (!local.lives() && before.steady());
  }

  /** Removals of exports without an instance in this cluster. */
  List<ExportAction> removals(Classification here, boolean exporting) {
    long now = ledger.nanos();
    missing.keySet().retainAll(records.keySet());
    if (here.ours().areAllThatWereSaid()) {
      return List.of();
    }
    List<ExportAction> actions = new ArrayList<>();
    Set<Address> unsettled = unsettled(here);
    records.forEach(
        (key, each) -> {
          if (here.ours().contains(key)) {
            return;
          }
          @Nullable Long since = missing.putIfAbsent(key, now);
          // Twice, because a client that moves to another member is nobody's for a moment; and not
          // before there is what comes in its place, another label for example.
          boolean due =
              since != null
                  && (now - since > HandedOverInstances.IMPORTED_NANOS
                      || !unsettled.contains(Address.of(key)));
          if (due || !exporting) {
            actions.add(
                new ExportAction.Remove(key, each, exporting, here.heldBack().contains(key)));
          }
        });
    return actions;
  }

  /** The addresses that are not exported yet, and those whose imports may not be of now. */
  private Set<Address> unsettled(Classification here) {
    Set<Address> addresses = new HashSet<>();
    here.heldBack().forEach(key -> addresses.add(Address.of(key)));
    here.ours().all().stream()
        .filter(each -> !records.containsKey(each.key()))
        .forEach(each -> addresses.add(Address.of(each.key())));
    return addresses;
  }

  /** These have no instance in this cluster any more. */
  void gone(Collection<ImportedInstance.Key> keys) {
    long now = ledger.nanos();
    keys.stream().filter(records::containsKey).forEach(key -> missing.putIfAbsent(key, now));
  }

  /**
   * What was missing and is back may have been taken away in the legacy cluster meanwhile.
   *
   * @return whether what was exported is another by that
   */
  boolean comeBack(ExportCandidates wanted) {
    missing.keySet().retainAll(records.keySet());
    boolean any = false;
    for (ImportedInstance.Key key : List.copyOf(missing.keySet())) {
      LocalInstance back = wanted.get(key);
      if (back == null) {
        continue;
      }
      any = true;
      missing.remove(key);
      if (back.registered().ephemeral()) {
        // The next beat, due now, tells.
        records.computeIfPresent(
            key, (k, each) -> each.later(ledger.mark().beatInterval().negated()));
      } else {
        records.remove(key);
      }
    }
    return any;
  }

  /**
   * Which services to read because it is not known, after a restart, what was exported before.
   *
   * @param recognized what needs no reading
   */
  List<ExportAction> unknown(ExportCandidates ours, Set<ImportedInstance.Key> recognized) {
    Map<ServiceKey, TreeMap<ImportedInstance.Key, LocalInstance>> unknown = new HashMap<>();
    for (ExportCandidates.One one : ours.all()) {
      LocalInstance each = one.local();
      ImportedInstance.Key key = one.key();
      if (each.registered().ephemeral()
          && each.lives()
          && one.before() == null
          && !recognized.contains(key)) {
        unknown.computeIfAbsent(key.service(), service -> new TreeMap<>()).put(key, each);
      }
    }
    List<ExportAction> actions = new ArrayList<>();
    unknown.forEach(
        (service, instances) -> actions.add(new ExportAction.Recognize(service, instances)));
    return actions;
  }

  /**
   * Looks for those that are not heard here now, before this cluster takes them for unhealthy, for
   * those that seem to have registered in the legacy cluster, and for those that should be that
   * cluster's own and do not seem to be; one reading for each label.
   */
  List<ExportCheck> ownership(Classification here) {
    long now = ledger.nanos();
    looked.values().removeIf(at -> now - at >= LOOK_AGAIN_NANOS);
    Map<LegacyPart, List<ImportedInstance.Key>> due =
        Stream.concat(
                here.unseen().stream(),
                Stream.concat(here.doubtful().stream(), here.quiet().stream())
                    .filter(
                        key ->
                            Optional.ofNullable(records.get(key))
                                .filter(ExportRecord::beats)
                                .isPresent()))
            .filter(key -> !looked.containsKey(LegacyContent.part(key)))
            .collect(Collectors.groupingBy(LegacyContent::part));
    List<ExportCheck> checks = new ArrayList<>();
    due.forEach(
        (part, keys) -> {
          looked.put(part, now);
          checks.add(new ExportCheck.Ownership(part, keys));
        });
    return checks;
  }
}
