package io.landbridge.legacy;

import io.landbridge.bridge.diff.Difference;
import io.landbridge.bridge.diff.ServiceDiff;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.service.NativeServices;
import io.landbridge.view.NativeInstance;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.LongSupplier;

/**
 * Exported instances that are something else in the legacy cluster than here: the registration is
 * this cluster's, so what is here goes there. The member that exported one does so at once and does
 * not look again; what stays different for the time of the grace was changed there, or that member
 * was in no position to. Of one thread.
 */
final class ChangedExports {

  private static final int AT_ONCE = 500;

  private final NativeServices natives;
  private final ExportMark mark;
  private final long graceNanos;
  private final LongSupplier nanos;

  /** Since when an export is different. */
  private final Map<ImportedInstance.Key, Long> since = new HashMap<>();

  ChangedExports(NativeServices natives, ExportMark mark, Duration grace, LongSupplier nanos) {
    this.natives = natives;
    this.mark = mark;
    this.graceNanos = grace.toNanos();
    this.nanos = nanos;
  }

  /** What a native instance and its export differ in, but for what exporting adds. */
  static List<Difference> between(NativeInstance here, RegisteredInstance there) {
    return ServiceDiff.of(List.of(registered(here)), List.of(there));
  }

  /**
   * Registers again those that were different for the time of the grace, a few hundred at a time.
   *
   * @param ours what carries our mark there
   */
  void putRight(LegacyCluster cluster, SortedMap<ServiceKey, List<RegisteredInstance>> ours)
      throws RegistryException {
    Map<ImportedInstance.Key, Long> before = new HashMap<>(since);
    since.clear();
    int done = 0;
    for (Map.Entry<ServiceKey, List<RegisteredInstance>> each : ours.entrySet()) {
      Map<String, NativeInstance> here = byAddress(each.getKey());
      for (RegisteredInstance export : each.getValue()) {
        NativeInstance local = here.get(export.address());
        if (local == null || between(local, export).isEmpty()) {
          continue;
        }
        ImportedInstance.Key key = LegacyContent.key(each.getKey(), export);
        long first = before.getOrDefault(key, nanos.getAsLong());
        if (nanos.getAsLong() - first >= graceNanos && done < AT_ONCE) {
          register(cluster, each.getKey(), mark.on(registered(local)));
          done++;
        } else {
          since.put(key, first);
        }
      }
    }
  }

  private static void register(
      LegacyCluster cluster, ServiceKey service, RegisteredInstance instance)
      throws RegistryException {
    cluster.register(service, instance);
    if (!instance.ephemeral()) {
      cluster.health(service, instance, instance.healthy());
    }
  }

  private Map<String, NativeInstance> byAddress(ServiceKey service) {
    Map<String, NativeInstance> instances = new HashMap<>();
    natives.instances(service).forEach(each -> instances.put(each.address(), each));
    return instances;
  }

  private static RegisteredInstance registered(NativeInstance here) {
    return new RegisteredInstance(
        here.ip(),
        here.port(),
        here.cluster(),
        here.weight(),
        here.healthy(),
        here.enabled(),
        here.ephemeral(),
        here.metadata());
  }
}
