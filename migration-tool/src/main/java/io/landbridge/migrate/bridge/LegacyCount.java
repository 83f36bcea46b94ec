package io.landbridge.migrate.bridge;

import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts what a bridge imports from a legacy cluster, while exports of a bridge may be in it. The
 * list of services counts both, so that instances are read of the services in which something is
 * exported or that have persistent instances.
 *
 * @param services the services with instances of the legacy cluster's own clients
 * @param instances these instances, without those that are too large
 * @param tooLarge instances that the catalog cannot hold, by their names, and why, as far as they
 *     were read
 * @param own their addresses by service, as far as they were read; empty without a bridge
 * @param skipped services that cannot be read, sorted
 * @param persistent the persistent instances by service, which no snapshot tells of, as far as they
 *     were read
 * @param exportedOnly namespaces in which nothing but exports of a bridge is registered
 */
record LegacyCount(
    long services,
    long instances,
    SortedMap<String, String> tooLarge,
    Map<ServiceKey, Set<String>> own,
    SortedSet<RegisteredService> skipped,
    SortedMap<ServiceKey, List<RegisteredInstance>> persistent,
    SortedSet<NamespaceId> exportedOnly) {

  /**
   * Counts the instances of all namespaces that can be asked for.
   *
   * @param cluster the legacy cluster
   * @param snapshot its ephemeral instances; empty if it does not list them: then what no snapshot
   *     tells is read, service by service, only with a bridge
   * @param bridged whether this cluster has, or had, a bridge
   */
  static LegacyCount of(LegacyCluster cluster, Optional<LegacySnapshot> snapshot, boolean bridged)
      throws RegistryException {
    SortedMap<ServiceKey, List<LegacyInstance>> listed =
        snapshot.map(LegacySnapshot::services).orElseGet(TreeMap::new);
    long services = 0;
    long instances = 0;
    SortedMap<String, String> tooLarge = new TreeMap<>();
    Map<ServiceKey, Set<String>> own = new HashMap<>();
    SortedSet<RegisteredService> skipped = new TreeSet<>();
    SortedMap<ServiceKey, List<RegisteredInstance>> persistent = new TreeMap<>();
    SortedSet<NamespaceId> exportedOnly = new TreeSet<>();
    for (NamespaceId namespace : cluster.namespaces().ids()) {
      boolean exports = false;
      boolean others = false;
      for (RegisteredService each : cluster.services(namespace)) {
        if (each.refusal().isPresent()) {
          skipped.add(each);
          others = true;
          continue;
        }
        List<RegisteredInstance> read =
            read(
                cluster,
                each,
                listed.getOrDefault(each.key(), List.of()),
                bridged || snapshot.isPresent());
        List<RegisteredInstance> lasting = read.stream().filter(one -> !one.ephemeral()).toList();
        if (!lasting.isEmpty()) {
          persistent.put(each.key(), lasting);
        }
        Set<String> addresses = new HashSet<>();
        long exported = 0;
        long refused = 0;
        for (RegisteredInstance one : read) {
          if (ExportMark.originOf(one.metadata()).isPresent()) {
            exported++;
          } else {
            addresses.add(one.address());
            Optional<String> why = ContentComparison.tooLarge(each.key(), one);
            if (why.isPresent()) {
              refused++;
              tooLarge.put(named(each.key(), one), why.get());
            }
          }
        }
        if (bridged && !addresses.isEmpty()) {
          own.put(each.key(), addresses);
        }
        // A service without instances is there as well, unless it has exports alone.
        long imported = Math.max(0, each.instances() - exported);
        exports |= exported > 0;
        if (imported > 0 || exported == 0) {
          services++;
          instances += Math.max(0, imported - refused);
          others = true;
        }
      }
      if (exports && !others) {
        exportedOnly.add(namespace);
      }
    }
    return new LegacyCount(services, instances, tooLarge, own, skipped, persistent, exportedOnly);
  }

  private static String named(ServiceKey service, RegisteredInstance instance) {
    return "%s of service '%s' of group '%s' in namespace %s"
        .formatted(
            LogText.of(instance.address()),
            LogText.of(service.name()),
            LogText.of(service.group()),
            service.namespace());
  }

  /** The instances of a service: from the snapshot, or asked for where that has too few. */
  private static List<RegisteredInstance> read(
      LegacyCluster cluster, RegisteredService service, List<LegacyInstance> known, boolean ask)
      throws RegistryException {
    if (ask && service.instances() > known.size()) {
      try {
        return seen(cluster.instances(service.key()).instances());
      } catch (RegistryException e) {
        if (!e.concernsOne()) {
          throw e;
        }
        // It is counted as it is listed.
      }
    }
    return seen(known);
  }

  private static List<RegisteredInstance> seen(List<LegacyInstance> instances) {
    return instances.stream().map(LegacyInstance::seen).toList();
  }
}
