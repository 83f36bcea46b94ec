package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.LegacyNames;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import io.landbridge.port.LocalInstances;
import io.landbridge.state.ImportedInstances;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the instances of this cluster: which to export, and which the legacy cluster owns
 * because their clients registered there. Confined to the thread of the rounds.
 */
final class ExportSelection {

  private final ImportedInstances catalog;
  private final LocalInstances local;
  private final Map<ImportedInstance.Key, ExportRecord> records;
  private final HandedOverInstances handedOver;
  private final ClientLiveness heard;
  private final MovedClients moved;

  /**
   * An address in the legacy cluster, registered by its client.
   *
   * @param lives whether it is healthy, or persistent
   * @param beating the ephemeral instances of that address, one for each label
   */
  private record There(boolean lives, Set<ImportedInstance.Key> beating) {

    static There of(ImportedInstance instance) {
      return new There(
          instance.healthy() || !instance.ephemeral(),
          instance.ephemeral() ? Set.of(instance.key()) : Set.of());
    }

    There and(There other) {
      Set<ImportedInstance.Key> both = new HashSet<>(beating);
      both.addAll(other.beating());
      return new There(lives || other.lives(), both);
    }
  }

  ExportSelection(
      ImportedInstances catalog, LocalInstances local, ExportLedger ledger, MovedClients moved) {
    this.catalog = catalog;
    this.local = local;
    this.records = ledger.records();
    this.handedOver = ledger.handedOver();
    this.heard = ledger.heard();
    this.moved = moved;
  }

  /**
   * Tells apart what is registered here.
   *
   * @param holding whether whatever is theirs stays theirs
   */
  Classification sorted(boolean holding) {
    List<LocalInstance> all = local.read();
    List<ImportedInstance.Key> beating = new ArrayList<>(all.size());
    Set<ImportedInstance.Key> both = new HashSet<>();
    heard.begin();
    Classification here = sorted(all, holding, beating, both);
    moved.follow(both);
    heard.retain(beating, records.keySet());
    return here;
  }

  /** Tells apart some of it, and draws no conclusion about the rest. */
  Classification sorted(List<LocalInstance> some) {
    return sorted(some, false, new ArrayList<>(), new HashSet<>());
  }

  /**
   * The same.
   *
   * @param beating those whose clients send beats are added to it
   * @param both those that are registered in both clusters are added to it
   */
  private Classification sorted(
      List<LocalInstance> all,
      boolean holding,
      List<ImportedInstance.Key> beating,
      Set<ImportedInstance.Key> both) {
    handedOver.forgetOld();
    Set<ServiceKey> populated = catalog.importedServices().keySet();
    boolean isAnythingImported = !populated.isEmpty();
    Map<ServiceKey, Map<String, There>> imported = new HashMap<>();
    Classification here = Classification.nothing(all.size(), records.size());
    long now = heard.now();
    for (LocalInstance each : all) {
      ImportedInstance.Key key = each.registered().key();
      if (!LegacyNames.takes(key.service())) {
        // It would be refused for ever, and is no more to wait for than what is not there.
        continue;
      }
      @Nullable There there =
          !isAnythingImported
              ? null
              : imported
                  .computeIfAbsent(
                      key.service(),
                      service -> populated.contains(service) ? there(service) : Map.of())
                  .get(key.ip() + ":" + key.port());
      @Nullable ExportRecord before = records.get(key);
      boolean isQuiet = each.beats() && heard.hear(key, each, now);
      if (each.beats()) {
        beating.add(key);
        boolean isThere = there != null && there.beating().contains(key);
        boolean isGiven = handedOver.contains(key);
        if (isGiven || there != null) {
          heard.sawOneOnBoth();
        }
        if (isGiven) {
          here.theirs().add(each);
          if (!isThere && !handedOver.isSeen(key) && !handedOver.isBeingImported(key)) {
            here.unseen().add(key);
          }
          continue;
        }
        if (isThere) {
          if (before != null) {
            here.doubtful().add(key);
          } else if (holding || !heard.isSteady(key)) {
            here.theirs().add(each);
            continue;
          }
          here.ours().add(each, before);
          continue;
        }
      }
      // One that is silent there has left, if it is heard of here.
      boolean isInBoth = there != null && (there.lives() || !each.lives());
      if (isInBoth) {
        both.add(key);
      }
      if (isInBoth && !moved.hasLeft(key)) {
        // Its client is registered there itself, or was when that was read.
        here.heldBack().add(key);
      } else if (!handedOver.isBeingImported(key)) {
        here.ours().add(each, before);
        if (isQuiet) {
          here.quiet().add(key);
        }
      }
    }
    return here;
  }

  private Map<String, There> there(ServiceKey service) {
    Map<String, There> found = new HashMap<>();
    for (ImportedInstance each : catalog.imported(service)) {
      found.merge(each.key().ip() + ":" + each.key().port(), There.of(each), There::and);
    }
    return found;
  }
}
