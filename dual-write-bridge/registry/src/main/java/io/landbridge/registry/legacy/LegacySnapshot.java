package io.landbridge.registry.legacy;

import io.landbridge.model.ServiceKey;
import io.landbridge.registry.ServerAddress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All ephemeral instances that any member of a cluster has, each as the member has it that heard of
 * it last.
 *
 * @param services the instances of each service that has any, sorted
 * @param silent the members that could not be read: the services they are responsible for may be
 *     older than they show here
 * @param readAt the clock of the server whose content this is, in milliseconds since 1970, exact to
 *     a second; 0 if it did not tell
 */
public record LegacySnapshot(
    SortedMap<ServiceKey, List<LegacyInstance>> services, List<ServerAddress> silent, long readAt) {

  /** Copies. */
  public LegacySnapshot {
    SortedMap<ServiceKey, List<LegacyInstance>> copy = new TreeMap<>();
    for (Map.Entry<ServiceKey, List<LegacyInstance>> each : services.entrySet()) {
      copy.put(each.getKey(), each.getValue().stream().sorted().toList());
    }
    services = Collections.unmodifiableSortedMap(copy);
    silent = List.copyOf(silent);
  }

  /** How many instances there are. */
  public int instances() {
    return services.values().stream().mapToInt(List::size).sum();
  }
}
