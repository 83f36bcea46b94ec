package io.landbridge.legacy;

import io.landbridge.registry.RegistryException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Readings of services for a round of the export: who looks into one right after another need not
 * ask again. Not for what is removed because of it, which may have changed hands since. Safe for
 * use by several threads; those who want the same wait for the first.
 */
final class SharedReadings {

  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Source source;
  private final LongSupplier nanos;
  private final Map<LegacyReading.Part, Slot> slots = new ConcurrentHashMap<>();

  /** Reads a part of a service anew. */
  interface Source {
    LegacyReading read(LegacyReading.Part part) throws RegistryException;
  }

  private static final class Slot {
    private @Nullable LegacyReading reading;
    private long at;
  }

  /**
   * Makes it, with nothing.
   *
   * @param nanos this machine's nanoseconds
   */
  SharedReadings(Source source, LongSupplier nanos) {
    this.source = source;
    this.nanos = nanos;
  }

  /** What it has, or had a tenth of a second ago. */
  LegacyReading of(LegacyReading.Part part) throws RegistryException {
    Slot slot = slots.computeIfAbsent(part, key -> new Slot());
    synchronized (slot) {
      LegacyReading reading = slot.reading;
      long now = nanos.getAsLong();
      if (reading == null || now - slot.at > FRESH_NANOS) {
        reading = source.read(part);
        slot.reading = reading;
        slot.at = now;
      }
      return reading;
    }
  }
}
