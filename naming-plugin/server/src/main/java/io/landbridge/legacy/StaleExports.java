package io.landbridge.legacy;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.service.NativeServices;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.LongSupplier;

/**
 * Exported instances that no member takes back any more, because the one that exported them is
 * gone. Only what carries our mark is ever removed. Of one thread.
 */
final class StaleExports {

  private static final int AT_ONCE = 500;

  private final NativeServices natives;
  private final long graceNanos;
  private final LongSupplier nanos;

  /** Since when an export is nobody's. */
  private final Map<ImportedInstance.Key, Long> since = new HashMap<>();

  StaleExports(NativeServices natives, Duration grace, LongSupplier nanos) {
    this.natives = natives;
    this.graceNanos = grace.toNanos();
    this.nanos = nanos;
  }

  /**
   * Removes those that nobody here has registered for the time of the grace, a few hundred at a
   * time.
   *
   * @param ours what carries our mark there
   * @param wanted whether there are to be exports at all; if not, all of them are removed, at once
   * @return how many were removed
   */
  int remove(
      LegacyCluster cluster, SortedMap<ServiceKey, List<RegisteredInstance>> ours, boolean wanted)
      throws RegistryException {
    Map<ImportedInstance.Key, Long> before = new HashMap<>(since);
    since.clear();
    int removed = 0;
    for (Map.Entry<ServiceKey, List<RegisteredInstance>> each : ours.entrySet()) {
      Set<String> here = wanted ? addresses(each.getKey()) : Set.of();
      for (RegisteredInstance export : each.getValue()) {
        if (here.contains(export.address())) {
          continue;
        }
        ImportedInstance.Key key = LegacyContent.key(each.getKey(), export);
        long first = before.getOrDefault(key, nanos.getAsLong());
        boolean due = !wanted || nanos.getAsLong() - first >= graceNanos;
        if (due && removed < AT_ONCE) {
          cluster.deregister(each.getKey(), export);
          removed++;
        } else {
          since.put(key, first);
        }
      }
    }
    return removed;
  }

  private Set<String> addresses(ServiceKey service) {
    Set<String> addresses = new HashSet<>();
    natives.instances(service).forEach(each -> addresses.add(each.address()));
    return addresses;
  }
}
