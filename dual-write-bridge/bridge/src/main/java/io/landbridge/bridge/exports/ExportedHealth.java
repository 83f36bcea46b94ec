package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sees to the health of persistent exports, which who registers one again does not change.
 *
 * <p>A 1.x server says that it has set a health and loses it when a registration in the same
 * service, of whomever, is under way there. So it is looked at a second later, and set once more if
 * it is not so, up to a minute with longer and longer pauses. What is not so then is named and
 * tried again by the member that compares everything. Safe for use by several threads.
 */
final class ExportedHealth {

  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(32);

  private final LongSupplier nanos;
  private final Map<ImportedInstance.Key, Unsure> unsure = new ConcurrentHashMap<>();

  /**
   * A health that was set.
   *
   * @param next when to look whether it is so
   * @param pause how long after it was set that is
   */
  private record Unsure(long next, long pause) {}

  ExportedHealth(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Sets the health of an instance that is there, if it is persistent.
   *
   * @throws RegistryException if the legacy cluster answers nothing at all
   */
  void set(LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance wanted)
      throws RegistryException {
    if (!wanted.ephemeral()) {
      set(cluster, key, wanted, FIRST_NANOS);
    }
  }

  private void set(
      LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance wanted, long pause)
      throws RegistryException {
    boolean possible = true;
    try {
      possible = cluster.health(key.service(), wanted, wanted.healthy());
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
    }
    if (possible && pause <= LAST_NANOS) {
      unsure.put(key, new Unsure(nanos.getAsLong() + pause, pause));
    } else {
      unsure.remove(key);
    }
  }

  /** What is to be looked at now. */
  Map<LegacyPart, List<ImportedInstance.Key>> due() {
    long now = nanos.getAsLong();
    Map<LegacyPart, List<ImportedInstance.Key>> due = new HashMap<>();
    unsure.forEach(
        (key, each) -> {
          if (now - each.next() >= 0) {
            due.computeIfAbsent(LegacyContent.part(key), part -> new ArrayList<>()).add(key);
          }
        });
    return due;
  }

  /**
   * It was looked at.
   *
   * @param wanted how it should be
   * @param healthy how it is
   */
  void seen(
      LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance wanted, boolean healthy)
      throws RegistryException {
    Unsure before = unsure.get(key);
    if (before == null || wanted.healthy() == healthy) {
      unsure.remove(key);
    } else {
      set(cluster, key, wanted, 2 * before.pause());
    }
  }

  /** There is nothing to look at of this one any more. */
  void forget(ImportedInstance.Key key) {
    unsure.remove(key);
  }

  /** Forgets all but these. */
  void retain(Collection<ImportedInstance.Key> keys) {
    unsure.keySet().retainAll(keys);
  }
}
