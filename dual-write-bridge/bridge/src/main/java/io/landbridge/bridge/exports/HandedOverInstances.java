package io.landbridge.bridge.exports;

import io.landbridge.model.ImportedInstance;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The instances that were given to the legacy cluster a moment ago and may not be imported yet.
 * Each is forgotten after a minute. Safe for use by several threads.
 */
final class HandedOverInstances {

  private static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** It is imported by then, if nothing is wrong. */
  static final long IMPORTED_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final LongSupplier nanos;
  private final Map<ImportedInstance.Key, Given> given = new ConcurrentHashMap<>();

  /**
   * One of them.
   *
   * @param at when it was given away
   * @param seen whether it was looked for there later, and was without our mark
   */
  private record Given(long at, boolean seen) {}

  HandedOverInstances(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The legacy cluster owns it from now on. */
  void give(ImportedInstance.Key key) {
    given.put(key, new Given(nanos.getAsLong(), false));
  }

  /** The legacy cluster was seen to own it. */
  void seen(ImportedInstance.Key key) {
    given.computeIfPresent(key, (k, each) -> new Given(each.at(), true));
  }

  /** It is exported again. */
  void takeBack(ImportedInstance.Key key) {
    given.remove(key);
  }

  boolean contains(ImportedInstance.Key key) {
    return !given.isEmpty() && given.containsKey(key);
  }

  /** Whether the legacy cluster was seen to own it since. */
  boolean isSeen(ImportedInstance.Key key) {
    Given each = given.get(key);
    return each != null && each.seen();
  }

  /** Whether it was given away so recently that it need not be imported yet. */
  boolean isBeingImported(ImportedInstance.Key key) {
    Given each = given.isEmpty() ? null : given.get(key);
    return each != null && nanos.getAsLong() - each.at() <= IMPORTED_NANOS;
  }

  /** Forgets those of long ago. */
  void forgetOld() {
    given.values().removeIf(each -> nanos.getAsLong() - each.at() > FORGOTTEN_NANOS);
  }
}
