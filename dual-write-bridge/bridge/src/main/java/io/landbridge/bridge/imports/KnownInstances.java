package io.landbridge.bridge.imports;

import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.NativeServices;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.state.CatalogReader;
import io.landbridge.view.derived.NativeInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the instances of the legacy cluster as they were when everything was read, and compares
 * what it answers with what is here. For one thread.
 */
final class KnownInstances {

  private final CatalogReader reader;
  private final NativeServices natives;

  /** The exports of other clusters, as of the last full reading. */
  private Map<ServiceKey, Set<String>> others = Map.of();

  /** Services with a persistent instance of theirs, when everything was read; null before. */
  private @Nullable Set<ServiceKey> persistent;

  private int compared;

  KnownInstances(CatalogReader reader, NativeServices natives) {
    this.reader = reader;
    this.natives = natives;
  }

  /** Services with a persistent instance of theirs, now that everything was read. */
  void sawPersistent(Set<ServiceKey> services) {
    persistent = services;
  }

  /** Remembers the exports of other clusters after a full reading. */
  void sawOthers(Map<ServiceKey, Set<String>> exported) {
    others = exported;
  }

  /** How many services were compared when everything was. */
  int compared() {
    return compared;
  }

  /** How many instances are imported. */
  int count() {
    return reader.importedServices().values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * How many instances of a service are known to be there, or will be in a moment: theirs, what is
   * registered here and therefore exported, and what others have exported.
   */
  int there(ServiceKey service, boolean exporting) {
    Set<ImportedInstance.Key> keys = new HashSet<>();
    reader.imported(service).forEach(each -> keys.add(each.key()));
    if (exporting) {
      for (NativeInstance each : natives.instances(service)) {
        keys.add(new ImportedInstance.Key(service, each.cluster(), each.ip(), each.port()));
      }
    }
    return keys.size() + others.getOrDefault(service, Set.of()).size();
  }

  /**
   * The services with a persistent instance of theirs that is known of.
   *
   * @param everRead whether everything was read under the present terms
   */
  Set<ServiceKey> persistent(boolean everRead) {
    if (everRead && persistent != null) {
      return persistent;
    }
    return reader.importedServices().keySet().stream()
        .filter(service -> reader.imported(service).stream().anyMatch(each -> !each.ephemeral()))
        .collect(Collectors.toSet());
  }

  /** One pass over everything either cluster has; keeps what is not the same. */
  List<ServiceComparison> compare(LegacyContent content, boolean exporting) {
    Set<ServiceKey> services = new TreeSet<>(content.theirs().keySet());
    services.addAll(content.ours().keySet());
    services.addAll(reader.importedServices().keySet());
    if (exporting) {
      services.addAll(natives.all());
    }
    // Of those nothing is known: neither is anything added, nor does anything end.
    services.removeAll(content.leftOut().keySet());
    List<ServiceComparison> found = new ArrayList<>();
    for (ServiceKey service : services) {
      ServiceComparison.of(
              service,
              exporting ? natives.instances(service) : List.of(),
              reader.imported(service),
              content)
          .ifPresent(found::add);
    }
    compared = services.size();
    return found;
  }

  /** How many are not registered here either: a client that has moved is not lost. */
  int lost(List<ImportedInstance.Key> gone) {
    Map<ServiceKey, Set<String>> known = new HashMap<>();
    int missing = 0;
    for (ImportedInstance.Key key : gone) {
      Set<String> here =
          known.computeIfAbsent(
              key.service(),
              service -> {
                Set<String> addresses = new HashSet<>();
                natives.instances(service).forEach(each -> addresses.add(each.address()));
                return addresses;
              });
      if (!here.contains(key.ip() + ":" + key.port())) {
        missing++;
      }
    }
    return missing;
  }

  /**
   * Whether services without anything are to be believed: one that has lost everything says so of
   * one after the other. So one that was not looked at must have something; and they are looked at
   * once more after it, because everything may be back by then.
   */
  boolean areBelieved(LegacyCluster cluster, List<ServiceKey> emptied, Set<ServiceKey> lookedAt)
      throws RegistryException {
    if (emptied.isEmpty()) {
      return true;
    }
    Optional<ServiceKey> other =
        reader.importedServices().entrySet().stream()
            .filter(each -> !lookedAt.contains(each.getKey()))
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey);
    if (other.isEmpty() || cluster.instances(other.get()).instances().isEmpty()) {
      return false;
    }
    for (ServiceKey each : emptied) {
      if (!cluster.instances(each).instances().isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
