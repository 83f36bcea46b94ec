package io.landbridge.observe;

import io.landbridge.command.BridgeTerms;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.ImportListener;
import io.landbridge.state.ImportedInstances;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a test says is imported. */
final class MemoryImports implements ImportedInstances {

  private final SortedMap<ImportedInstance.Key, ImportedInstance> instances = new TreeMap<>();
  private final List<ImportListener> listeners = new ArrayList<>();
  private BridgeRecord bridge = BridgeRecord.NONE;
  private boolean failing;
  private int reads;

  void go(BridgePhase phase) {
    bridge =
        new BridgeRecord(
            new BridgeTerms(phase, false, List.of("10.0.0.9:8848"), ""),
            1,
            bridge.epoch() + 1,
            Optional.empty(),
            1,
            "");
    listeners.forEach(each -> each.changed(Set.of(), true));
  }

  void put(List<ImportedInstance> some) {
    for (ImportedInstance each : some) {
      instances.put(each.key(), each);
      tell(each);
    }
  }

  void remove(List<ImportedInstance> some) {
    for (ImportedInstance each : some) {
      instances.remove(each.key());
      tell(each);
    }
  }

  private void tell(ImportedInstance instance) {
    listeners.forEach(each -> each.imported(Set.of(instance.key())));
    listeners.forEach(each -> each.changed(Set.of(instance.key().service()), false));
  }

  /** Whether nothing can be read. */
  void setFailing(boolean value) {
    failing = value;
  }

  private void requireReadable() {
    if (failing) {
      throw new IllegalStateException("on purpose");
    }
  }

  /** How many services were read so far. */
  int reads() {
    return reads;
  }

  @Override
  public BridgeRecord bridge() {
    return bridge;
  }

  @Override
  public SortedMap<ServiceKey, Integer> importedServices() {
    SortedMap<ServiceKey, Integer> services = new TreeMap<>();
    instances.keySet().forEach(key -> services.merge(key.service(), 1, Integer::sum));
    return services;
  }

  @Override
  public List<ImportedInstance> imported(ServiceKey service) {
    requireReadable();
    reads++;
    return instances.values().stream()
        .filter(each -> each.key().service().equals(service))
        .toList();
  }

  @Override
  public Optional<ImportedInstance> imported(ImportedInstance.Key key) {
    requireReadable();
    return Optional.ofNullable(instances.get(key));
  }

  @Override
  public void onImport(ImportListener listener) {
    listeners.add(listener);
  }
}
