package io.landbridge.bridge.imports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.bridge.legacy.LegacyNames;
import io.landbridge.bridge.legacy.RejectedExports;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.diff.Difference;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Puts right what no member does: an export that is nobody's any more, because the member that made
 * it is gone, is removed; one that is something else there than here, or persistent and gone there,
 * is registered again, because the member that made it does so at once and does not look again.
 * Either after the time of the grace, and a few hundred at a time. Only what carries our mark is
 * ever touched. Of one thread.
 */
final class ExportRepair {

  private static final int AT_ONCE = 500;

  private final long graceNanos;
  private final LongSupplier nanos;
  private final RejectedExports refusals;

  /** Since when an export is nobody's. */
  private Map<ImportedInstance.Key, Long> stale = new HashMap<>();

  /** Since when an export is different, or a persistent one is missing. */
  private Map<ImportedInstance.Key, Long> changed = new HashMap<>();

  ExportRepair(Duration grace, LongSupplier nanos) {
    this.graceNanos = grace.toNanos();
    this.nanos = nanos;
    this.refusals = new RejectedExports(nanos);
  }

  /** What the legacy cluster did not take. */
  RejectedExports refusals() {
    return refusals;
  }

  /**
   * Removes exports that nobody here has registered.
   *
   * @param found what is not the same now
   * @param exporting whether there are to be exports at all; if not, they are removed at once
   * @return how many were removed
   */
  int remove(LegacyCluster cluster, List<ServiceComparison> found, boolean exporting)
      throws RegistryException {
    Map<ImportedInstance.Key, Long> left = new HashMap<>();
    int removed = 0;
    int tried = 0;
    for (ServiceComparison each : found) {
      for (RegisteredInstance export : each.stale()) {
        ImportedInstance.Key key = LegacyContent.key(each.service(), export);
        long since = stale.getOrDefault(key, nanos.getAsLong());
        left.put(key, since);
        if (tried < AT_ONCE && (!exporting || isOver(since)) && !refusals.waits(key, export)) {
          tried++;
          if (deregister(cluster, each.service(), key, export)) {
            left.remove(key);
            removed++;
          }
        }
      }
    }
    stale = left;
    forgetRefusals();
    return removed;
  }

  /**
   * Registers again what is something else there, and what is persistent and is not there: for the
   * member that made it, it is. What is refused is not tried again for a while, and keeps nothing
   * else from being put right.
   *
   * @param found what is not the same now
   * @throws RegistryException if the legacy cluster answers nothing at all
   */
  void putRight(LegacyCluster cluster, ExportMark mark, List<ServiceComparison> found)
      throws RegistryException {
    Map<ImportedInstance.Key, Long> left = new HashMap<>();
    int done = 0;
    for (ServiceComparison each : found) {
      for (RegisteredInstance wanted : wanted(mark, each)) {
        ImportedInstance.Key key = LegacyContent.key(each.service(), wanted);
        long since = changed.getOrDefault(key, nanos.getAsLong());
        left.put(key, since);
        if (done < AT_ONCE && isOver(since) && !refusals.waits(key, wanted)) {
          done++;
          if (register(cluster, each.service(), key, wanted)) {
            left.remove(key);
          }
        }
      }
    }
    changed = left;
    forgetRefusals();
  }

  private static List<RegisteredInstance> wanted(ExportMark mark, ServiceComparison of) {
    List<RegisteredInstance> wanted = new ArrayList<>();
    for (ServiceComparison.Changed change : of.changed()) {
      if (!passes(mark, change)) {
        wanted.add(mark.likewise(change.here(), change.there()));
      }
    }
    // Of an ephemeral one its member learns with the next beat that it is not there any more.
    if (LegacyNames.takes(of.service())) {
      of.missing().stream().filter(each -> !each.ephemeral()).map(mark::on).forEach(wanted::add);
    }
    return wanted;
  }

  /**
   * Whether it becomes the same by itself: the legacy cluster hears the beats of such an instance,
   * and misses them, and would take a registration for one.
   */
  private static boolean passes(ExportMark mark, ServiceComparison.Changed change) {
    return change.there().ephemeral()
        && !mark.isLengthened(change.there())
        && change.differences().stream().allMatch(it -> it.field() == Difference.Field.HEALTHY);
  }

  private void forgetRefusals() {
    Set<ImportedInstance.Key> open = new HashSet<>(stale.keySet());
    open.addAll(changed.keySet());
    refusals.retain(open::contains);
  }

  private boolean isOver(long since) {
    return nanos.getAsLong() - since >= graceNanos;
  }

  private boolean deregister(
      LegacyCluster cluster, ServiceKey service, ImportedInstance.Key key, RegisteredInstance of)
      throws RegistryException {
    try {
      cluster.deregister(service, of);
      return true;
    } catch (RegistryException e) {
      refuse(key, of, e);
      return false;
    }
  }

  private void refuse(ImportedInstance.Key key, RegisteredInstance of, RegistryException failure)
      throws RegistryException {
    if (!failure.concernsOne()) {
      throw failure;
    }
    refusals.add(key, of, failure);
  }

  /** Returns whether all of it was taken. */
  private boolean register(
      LegacyCluster cluster,
      ServiceKey service,
      ImportedInstance.Key key,
      RegisteredInstance instance)
      throws RegistryException {
    try {
      cluster.register(service, instance);
    } catch (RegistryException e) {
      refuse(key, instance, e);
      return false;
    }
    Optional<String> refused = setHealth(cluster, service, instance);
    refused.ifPresent(why -> refusals.addHealth(key, instance, why));
    return refused.isEmpty();
  }

  /**
   * Sets the health of a persistent instance; that of another follows from its beats.
   *
   * @return why that cannot be done; empty when it was
   */
  static Optional<String> setHealth(
      LegacyCluster cluster, ServiceKey service, RegisteredInstance instance)
      throws RegistryException {
    if (instance.ephemeral()) {
      return Optional.empty();
    }
    try {
      return cluster.health(service, instance, instance.healthy())
          ? Optional.empty()
          : Optional.of(
              "health cannot be set in the legacy cluster: the server runs its own health check or"
                  + " forbids the change");
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      return Optional.of("health cannot be set in the legacy cluster: " + e.what());
    }
  }
}
