package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import io.landbridge.port.LocalInstance;
import io.landbridge.registry.RegisteredInstance;
import java.time.Duration;
import java.util.Optional;

/**
 * An export.
 *
 * @param instance as it was registered there, with the mark
 * @param from what it is here, where that is known; the very object, so that it need not be marked
 *     and compared again while it is the same
 * @param beats whether its client sends beats here
 * @param at when it was last said to be alive, by this machine's nanoseconds
 * @param atMillis the same in milliseconds since 1970
 * @param steady whether the legacy cluster waits longer for its beats
 * @param certainty that it is there as it was said
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
    /** It was found there some seconds after it was said, the last time. */
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
