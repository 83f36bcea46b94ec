package io.landbridge.bridge.exports;

import io.landbridge.bridge.exports.ExportRecord.Certainty;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.LocalInstance;
import io.landbridge.port.NativeServices;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what {@link ExportChanges} decided, one action at a time, and notes in the ledger
 * what became of it. Before an action changes something it looks at what the legacy cluster has by
 * now, where that may be another than was known. Safe for use by several threads, with different
 * instances.
 */
final class ExportExecutor {

  private final ExportLedger ledger;
  private final Map<ImportedInstance.Key, ExportRecord> records;
  private final HandedOverInstances handedOver;
  private final ClientLiveness heard;
  private final NativeServices natives;
  private final ExportedHealth health;
  private final MovedClients moved;
  private final Consumer<ServiceKey> importing;

  /** What was looked for while nothing may change. */
  private final Set<ImportedInstance.Key> recognized = ConcurrentHashMap.newKeySet();

  ExportExecutor(
      ExportLedger ledger,
      NativeServices natives,
      ExportedHealth health,
      MovedClients moved,
      Consumer<ServiceKey> importing) {
    this.ledger = ledger;
    this.records = ledger.records();
    this.handedOver = ledger.handedOver();
    this.heard = ledger.heard();
    this.natives = natives;
    this.health = health;
    this.moved = moved;
    this.importing = importing;
  }

  /** What was looked for since the last round that could change something. */
  Set<ImportedInstance.Key> recognized() {
    return recognized;
  }

  /** Carries out anything but a registration, which are sent several at a time. */
  void perform(LegacyCluster cluster, ReadBatch readings, ExportAction action)
      throws RegistryException {
    if (action instanceof ExportAction.Replace replace) {
      replace(cluster, readings, replace);
    } else if (action instanceof ExportAction.Remove remove) {
      remove(cluster, remove);
    } else if (action instanceof ExportAction.Recognize recognize) {
      recognize(cluster, recognize);
    } else {
      throw new AssertionError("not carried out by itself: " + action.getClass());
    }
  }

  /** Looks. */
  void look(LegacyCluster cluster, ExportCheck check) throws RegistryException {
    if (check instanceof ExportCheck.Ownership ownership) {
      lookAtOwnership(cluster, ownership);
    } else if (check instanceof ExportCheck.Health of) {
      lookAtHealth(cluster, of);
    } else if (check instanceof ExportCheck.Departure departure) {
      lookForDepartures(cluster, departure);
    } else {
      throw new AssertionError("no check: " + check.getClass());
    }
  }

  /** Whether a registration is to be sent now. */
  boolean isWanted(LegacyCluster cluster, ReadBatch readings, ExportAction.Register registration)
      throws RegistryException {
    return !registration.guarded()
        || !isTheirs(cluster, readings, registration.key(), registration.local());
  }

  private void replace(LegacyCluster cluster, ReadBatch readings, ExportAction.Replace replace)
      throws RegistryException {
    ImportedInstance.Key key = replace.key();
    if (isTheirs(cluster, readings, key, replace.local())) {
      return;
    }
    if (!replace.local().lives() && replace.before().steady()) {
      // It would wait for long yet, and a registration does not change the health of what is there.
      cluster.deregister(key.service(), replace.before().instance());
    }
    cluster.register(key.service(), replace.of());
    health.set(cluster, key, replace.of());
    registered(key, replace.local(), replace.of());
  }

  /** After it was registered in the legacy cluster. */
  void registered(ImportedInstance.Key key, LocalInstance local, RegisteredInstance marked) {
    boolean isNew = !records.containsKey(key) && !heard.wasTold(key);
    ExportRecord after = ledger.now(marked, local);
    handedOver.takeBack(key);
    records.put(key, isNew ? after.with(Certainty.NEW) : after);
    heard.told(key, local);
  }

  /**
   * Whether the client of an export has registered in the legacy cluster itself, which the imports
   * may not know yet; then it is exported no more. One that is silent there and has a connection
   * here has left.
   */
  private boolean isTheirs(
      LegacyCluster cluster, ReadBatch readings, ImportedInstance.Key key, LocalInstance local)
      throws RegistryException {
    LegacyReading.@Nullable Found found = readings.of(key).get().at(key);
    if (found == null || found.isOurs()) {
      return false;
    }
    if (!local.beats() && !found.seen().healthy()) {
      // A reading of a single one does not tell whether it is persistent.
      LegacyReading.@Nullable Found all = ledger.read(cluster, LegacyContent.part(key)).at(key);
      if (all == null || all.isOurs() || (all.seen().ephemeral() && !all.seen().healthy())) {
        return false;
      }
    }
    ledger.leaveToThem(key);
    return true;
  }

  private void remove(LegacyCluster cluster, ExportAction.Remove remove) throws RegistryException {
    ImportedInstance.Key key = remove.key();
    ExportRecord before = remove.before();
    // Under another label it is another instance there.
    boolean elsewhere = remove.exporting() && !remove.heldBack() && natives.isThere(key);
    if (!elsewhere) {
      boolean left = heard.tookLeave(key);
      boolean mayBeat = remove.exporting() && before.beats() && !left;
      LegacyReading all =
          remove.heldBack()
              ? ledger.read(cluster, key.service())
              : ledger.read(cluster, mayBeat ? LegacyContent.part(key) : LegacyContent.only(key));
      LegacyReading.@Nullable Found there = all.at(key);
      if (there != null && there.isOurs()) {
        if (remove.heldBack() && !all.isThereItself(key)) {
          // What is imported is not of now: without ours it would not be there at all.
          return;
        }
        if (mayBeat && there.isLaterThan(before)) {
          ledger.handOver(cluster, key, before.instance());
          return;
        }
        cluster.deregister(key.service(), before.instance());
      } else if (there != null) {
        importing.accept(key.service());
      }
    }
    // Another member answers for it, or it is gone there, or its client is there itself.
    records.remove(key, before);
  }

  private void recognize(LegacyCluster cluster, ExportAction.Recognize recognize)
      throws RegistryException {
    Map<ImportedInstance.Key, LocalInstance> instances = recognize.instances();
    ledger
        .read(cluster, recognize.service())
        .instances()
        .forEach(
            (key, each) -> {
              LocalInstance here = instances.get(key);
              if (here != null && each.isOurs()) {
                // The next beat is due.
                records.put(
                    key,
                    ledger
                        .now(each.seen(), here)
                        .from(Optional.empty())
                        .later(ledger.mark().beatInterval().negated()));
              }
            });
    recognized.addAll(instances.keySet());
  }

  private void lookAtOwnership(LegacyCluster cluster, ExportCheck.Ownership check)
      throws RegistryException {
    LegacyReading there = ledger.read(cluster, check.part());
    for (ImportedInstance.Key key : check.keys()) {
      LegacyReading.@Nullable Found found = there.at(key);
      ExportRecord before = records.get(key);
      if (found == null) {
        continue;
      }
      if (before == null) {
        if (!found.isOurs()) {
          handedOver.seen(key);
        } else if (handedOver.contains(key)) {
          // Servers of 1.x were seen to have the mark again a second after they had taken it off.
          ExportLedger.unmark(cluster, key, found.seen());
        }
      } else if (!found.isOurs()) {
        ledger.leaveToThem(key);
      } else if (found.isLaterThan(before)) {
        ledger.handOver(cluster, key, before.instance());
      }
    }
  }

  private void lookAtHealth(LegacyCluster cluster, ExportCheck.Health check)
      throws RegistryException {
    LegacyReading there = ledger.read(cluster, check.part());
    for (ImportedInstance.Key key : check.keys()) {
      LegacyReading.@Nullable Found found = there.at(key);
      ExportRecord wanted = records.get(key);
      if (found == null || wanted == null || !found.isOurs()) {
        health.forget(key);
      } else {
        health.seen(cluster, key, wanted.instance(), found.seen().healthy());
      }
    }
  }

  private void lookForDepartures(LegacyCluster cluster, ExportCheck.Departure check)
      throws RegistryException {
    LegacyReading there = ledger.read(cluster, check.service());
    if (!there.isFirstHand()) {
      return;
    }
    check.keys().stream().filter(key -> !there.isThereItself(key)).forEach(moved::left);
  }
}
