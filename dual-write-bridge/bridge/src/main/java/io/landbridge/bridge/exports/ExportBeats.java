package io.landbridge.bridge.exports;

import io.landbridge.bridge.exports.ExportRecord.Certainty;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.port.LocalInstance;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews exports whose clients are alive: passes beats on, and makes sure that the legacy cluster
 * has an export as registered, so that few of its beats need to be passed on.
 */
final class ExportBeats {

  private static final Logger LOG = LoggerFactory.getLogger(ExportBeats.class);

  private static final Duration RETRY = Duration.ofSeconds(5);

  /** A server of 1.x was seen to have what was there before again a second after a change. */
  private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ExportLedger ledger;
  private final Map<ImportedInstance.Key, ExportRecord> records;
  private final ClientLiveness heard;

  /**
   * One that is registered here, and what was said of it there.
   *
   * @param local as it is here
   * @param said as it was when a round began
   * @param isDue whether there is a beat to be passed on
   */
  private record Export(
      ImportedInstance.Key key, LocalInstance local, ExportRecord before, boolean isDue) {}

  ExportBeats(ExportLedger ledger) {
    this.ledger = ledger;
    this.records = ledger.records();
    this.heard = ledger.heard();
  }

  /**
   * What is due of beats, of ours and of theirs.
   *
   * @param readings of this round
   * @param again whether what the legacy cluster has lost is registered there again
   * @param lost counts those that are not taken
   */
  List<Callable<Boolean>> due(
      LegacyCluster cluster,
      ReadBatch readings,
      Classification here,
      boolean again,
      AtomicInteger lost) {
    List<Callable<Boolean>> due = new ArrayList<>();
    List<Export> beating = new ArrayList<>();
    Map<LegacyPart, List<Export>> unsure = new HashMap<>();
    for (LocalInstance each : here.theirs()) {
      ImportedInstance.Key key = each.registered().key();
      if (heard.isNews(key)) {
        due.add(
            ExportCalls.once(() -> tell(key, each, () -> passOn(cluster, key, each, again)), lost));
      }
    }
    long now = ledger.nanos();
    long interval = ledger.mark().beatInterval().toNanos();
    for (ExportCandidates.One one : here.ours().all()) {
      @Nullable ExportRecord each = one.before();
      if (each == null) {
        continue;
      }
      boolean isTime = now - each.at() >= interval;
      if (!isTime && each.isWaitedFor()) {
        continue;
      }
      ImportedInstance.Key key = one.key();
      boolean isDue = isDue(key, one.local(), each, isTime);
      if (again && each.isUnsure()) {
        if (now - each.at() >= SETTLED_NANOS) {
          unsure
              .computeIfAbsent(LegacyContent.part(key), part -> new ArrayList<>())
              .add(new Export(key, one.local(), each, isDue));
        }
      } else if (isDue) {
        beating.add(new Export(key, one.local(), each, true));
      }
    }
    List<List<Export>> worthReading = new ArrayList<>();
    unsure.forEach(
        (label, exports) -> {
          List<Export> beaten = exports.stream().filter(Export::isDue).toList();
          if (!beaten.isEmpty() && readings.isWhole(label, exports.size())) {
            // One reading tells of all of them, also of those that have not beaten since.
            worthReading.add(exports);
            return;
          }
          for (Export each : beaten) {
            if (each.before().certainty() == Certainty.CHANGED) {
              worthReading.add(List.of(each));
            } else {
              beating.add(each);
            }
          }
        });
    ExportCalls.together(worthReading)
        .forEach(
            some -> due.add(ExportCalls.once(() -> makeSure(cluster, readings, some, lost), lost)));
    ExportCalls.together(beating)
        .forEach(some -> due.add(ExportCalls.once(() -> beat(cluster, some, again, lost), lost)));
    return due;
  }

  private boolean isDue(
      ImportedInstance.Key key, LocalInstance of, ExportRecord before, boolean isTime) {
    if (!of.lives() || !before.instance().ephemeral()) {
      return false;
    }
    return of.beats() ? heard.isNews(key) : before.instance().healthy() && isTime;
  }

  /** One that is refused is not said again: the next follows. One that nobody answered to is. */
  private void tell(ImportedInstance.Key key, LocalInstance of, ExportCalls.Task beat)
      throws RegistryException {
    try {
      beat.run();
      heard.told(key, of);
    } catch (RegistryException e) {
      if (e.concernsOne()) {
        heard.told(key, of);
      }
      throw e;
    }
  }

  private void passOn(
      LegacyCluster cluster, ImportedInstance.Key key, LocalInstance of, boolean again)
      throws RegistryException {
    boolean known = cluster.beat(key.service(), LegacyContent.registered(of.registered())).known();
    if (!known && again) {
      ledger.registerAnew(cluster, key, of);
    }
  }

  private void beat(LegacyCluster cluster, List<Export> exports, boolean again, AtomicInteger lost)
      throws RegistryException {
    for (Export each : exports) {
      // Should this one fail, the next one is due as soon as that of any other client.
      records.replace(
          each.key(),
          each.before(),
          ledger.again(each.before()).later(RETRY.minus(ledger.mark().beatInterval())));
    }
    List<ExportRecord> after = exports.stream().map(each -> ledger.again(each.before())).toList();
    List<Attempt<BeatAnswer>> answers =
        cluster.beatAll(
            exports.stream()
                .map(each -> new LegacyRegistration(each.key().service(), each.before().instance()))
                .toList());
    for (int i = 0; i < exports.size(); i++) {
      Export export = exports.get(i);
      ExportRecord then = after.get(i);
      Attempt<BeatAnswer> answer = answers.get(i);
      ExportCalls.attempt(
          () ->
              tell(
                  export.key(),
                  export.local(),
                  () -> heardOf(cluster, export, then, answer.get().known(), again)),
          lost);
    }
  }

  /** After a beat of an export, which the legacy cluster may not have known. */
  private void heardOf(
      LegacyCluster cluster, Export export, ExportRecord after, boolean known, boolean again)
      throws RegistryException {
    ImportedInstance.Key key = export.key();
    ExportRecord before = export.before();
    if (!known && again) {
      ledger.registerAnew(cluster, key, export.local());
      return;
    }
    // Of what was there before, a beat does not tell how it is there now.
    boolean isSure = again && before.steady() && before.certainty() == Certainty.NEW;
    records.put(key, isSure ? after.with(Certainty.SURE) : after);
  }

  /**
   * Looks, some seconds after they were said, whether exports are there as they were said: what was
   * there before may be there again, and would not be waited for.
   *
   * @param some by label
   */
  private void makeSure(
      LegacyCluster cluster, ReadBatch readings, List<List<Export>> some, AtomicInteger lost)
      throws RegistryException {
    List<Export> exports = some.stream().flatMap(List::stream).toList();
    readings.fetch(exports.stream().map(Export::key).toList());
    List<Export> unreadable = new ArrayList<>();
    for (Export each : exports) {
      LegacyReading there = readable(readings.of(each.key()));
      if (there == null) {
        unreadable.add(each);
      } else if (each.isDue()) {
        ExportCalls.attempt(
            () -> tell(each.key(), each.local(), () -> makeSure(cluster, each, there)), lost);
      } else if (isAsSaid(each, there)) {
        records.replace(each.key(), each.before(), each.before().with(Certainty.SURE));
      }
    }
    beat(cluster, unreadable.stream().filter(Export::isDue).toList(), true, lost);
  }

  /** Null if the legacy cluster does not let it be read; that is no reason not to beat. */
  private static @Nullable LegacyReading readable(Attempt<LegacyReading> reading)
      throws RegistryException {
    try {
      return reading.get();
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      LOG.debug("Exports could not be verified in the legacy cluster", e);
      return null;
    }
  }

  private static boolean isAsSaid(Export export, LegacyReading there) {
    LegacyReading.@Nullable Found found = there.at(export.key());
    return found != null
        && found.isOurs()
        && there.isFirstHand()
        && export.before().isSame(found.seen());
  }

  private void makeSure(LegacyCluster cluster, Export export, LegacyReading there)
      throws RegistryException {
    ImportedInstance.Key key = export.key();
    ExportRecord before = export.before();
    LegacyReading.@Nullable Found found = there.at(key);
    if (isAsSaid(export, there)) {
      records.put(key, before.with(Certainty.SURE));
    } else if (found == null) {
      ledger.registerAnew(cluster, key, export.local());
    } else if (!found.isOurs()) {
      ledger.leaveToThem(key);
    } else {
      cluster.register(key.service(), before.instance());
      records.put(key, ledger.again(before).with(Certainty.SURE));
    }
  }
}
