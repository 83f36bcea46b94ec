package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Readings of instances for a round of the export: who looks for one right after another need not
 * ask again. They do not tell when one last beat. Not for what is removed because of it, which may
 * have changed hands since. Safe for use by several threads; those who want the same wait for the
 * first.
 */
final class ReadBatch {

  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * A label takes as much work, to read and to answer, as so many single instances, and one more
   * for so many of those that are there.
   */
  private static final int LABEL = 2;

  private static final int LISTED = 4;

  private final Source source;
  private final ToIntFunction<ServiceKey> sizes;
  private final LongSupplier nanos;
  private final Map<LegacyPart, Slot> slots = new ConcurrentHashMap<>();

  /** Reads parts of services anew, in their order. */
  interface Source {
    List<Attempt<LegacyReading>> read(List<LegacyPart> parts);
  }

  /** Locked by who reads; who looks whether there is something does not wait for that. */
  private static final class Slot {
    private volatile @Nullable Kept kept;
  }

  /**
   * A reading.
   *
   * @param reading what came of it
   * @param at when it was asked for
   */
  private record Kept(Attempt<LegacyReading> reading, long at) {}

  /**
   * Makes it, with nothing.
   *
   * @param sizes about how many instances a service has there
   * @param nanos this machine's nanoseconds
   */
  ReadBatch(Source source, ToIntFunction<ServiceKey> sizes, LongSupplier nanos) {
    this.source = source;
    this.sizes = sizes;
    this.nanos = nanos;
  }

  /** Whether a label is read as a whole, rather than each of so many of its instances. */
  boolean isWhole(LegacyPart label, int wanted) {
    return wanted > LABEL + sizes.applyAsInt(label.service()) / LISTED;
  }

  /** What there is of an instance, or was a tenth of a second ago; maybe with others. */
  Attempt<LegacyReading> of(ImportedInstance.Key key) {
    Attempt<LegacyReading> all = fresh(LegacyContent.part(key));
    if (all != null) {
      return all;
    }
    LegacyPart part = LegacyContent.only(key);
    Slot slot = slot(part);
    synchronized (slot) {
      Attempt<LegacyReading> reading = fresh(slot);
      if (reading == null) {
        long asked = nanos.getAsLong();
        reading = source.read(List.of(part)).get(0);
        slot.kept = new Kept(reading, asked);
      }
      return reading;
    }
  }

  /** Reads those together that were not read a moment ago, for whoever looks into them next. */
  void fetch(List<ImportedInstance.Key> keys) {
    // A round may read everything.
    slots.values().removeIf(each -> fresh(each) == null);
    Map<LegacyPart, Set<LegacyPart>> labels = new LinkedHashMap<>();
    for (ImportedInstance.Key key : keys) {
      LegacyPart label = LegacyContent.part(key);
      LegacyPart only = LegacyContent.only(key);
      if (fresh(label) == null && fresh(only) == null) {
        labels.computeIfAbsent(label, any -> new LinkedHashSet<>()).add(only);
      }
    }
    List<LegacyPart> due = new ArrayList<>();
    labels.forEach((label, some) -> due.addAll(isWhole(label, some.size()) ? Set.of(label) : some));
    if (due.isEmpty()) {
      return;
    }
    long asked = nanos.getAsLong();
    List<Attempt<LegacyReading>> all = source.read(due);
    for (int i = 0; i < due.size(); i++) {
      slot(due.get(i)).kept = new Kept(all.get(i), asked);
    }
  }

  private Slot slot(LegacyPart part) {
    return slots.computeIfAbsent(part, key -> new Slot());
  }

  private @Nullable Attempt<LegacyReading> fresh(LegacyPart part) {
    @Nullable Slot slot = slots.get(part);
    return slot == null ? null : fresh(slot);
  }

  private @Nullable Attempt<LegacyReading> fresh(Slot slot) {
    @Nullable Kept kept = slot.kept;
    return kept == null || nanos.getAsLong() - kept.at() > FRESH_NANOS ? null : kept.reading();
  }
}
