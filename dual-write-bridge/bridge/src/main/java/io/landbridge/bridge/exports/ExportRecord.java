package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import io.landbridge.port.LocalInstance;
import io.landbridge.registry.RegisteredInstance;
import java.time.Duration;
import java.util.Optional;

/**
 * An export as the legacy cluster accepted it.
 *
 * @param instance the exported instance, with the origin tag
 * @param from the instance in this cluster, where known; the same object, so that an unchanged
 *     instance need not be tagged and compared again
 * @param beats whether its client sends beats to this cluster
 * @param at when it was last renewed, by this machine's nanoseconds
 * @param atMillis the same in milliseconds since 1970
 * @param steady whether the legacy cluster waits longer for its beats
 * @param certainty whether the legacy cluster was seen to have it as exported
 */
record ExportRecord(
    RegisteredInstance instance,
    Optional<ImportedInstance> from,
    boolean beats,
    long at,
    long atMillis,
    boolean steady,
    Certainty certainty) {

  /** Whether a server may have loaded, since, what was there before. */
  enum Certainty {
    /** Nothing was there before; it may be missing. */
    NEW,
    /** Something else was there before, and may be there again. */
    CHANGED,
    /** It was found as exported, some seconds after the last registration. */
    SURE
  }

  ExportRecord later(Duration by) {
    return new ExportRecord(instance, from, beats, at + by.toNanos(), atMillis, steady, certainty);
  }

  ExportRecord from(Optional<ImportedInstance> other) {
    return new ExportRecord(instance, other, beats, at, atMillis, steady, certainty);
  }

  ExportRecord with(Certainty other) {
    return new ExportRecord(instance, from, beats, at, atMillis, steady, other);
  }

  /** Whether it is certain that the legacy cluster waits longer for its beats. */
  boolean isWaitedFor() {
    return steady && certainty == Certainty.SURE;
  }

  /** Whether that is all that is not certain. */
  boolean isUnsure() {
    return steady && certainty != Certainty.SURE;
  }

  /** Whether nothing has changed here since, as far as can be seen at a glance. */
  @SuppressWarnings("ReferenceEquality")
  boolean isFrom(LocalInstance now) {
    return beats == now.beats() && from.isPresent() && from.get() == now.registered();
  }

  /** Whether a server that hears beats or misses them has nothing to be told. */
  boolean isSame(RegisteredInstance marked) {
    return beats
        ? instance.withHealth(true).equals(marked.withHealth(true))
        : instance.equals(marked);
  }
}
