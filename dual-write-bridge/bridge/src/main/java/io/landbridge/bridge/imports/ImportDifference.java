package io.landbridge.bridge.imports;

import io.landbridge.model.ImportedInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What has to change for a service here to be what it is in the legacy cluster. Pure.
 *
 * @param puts instances that are new or different there
 * @param removals instances that are gone there
 */
public record ImportDifference(List<ImportedInstance> puts, List<ImportedInstance.Key> removals) {

  static ImportDifference of(List<ImportedInstance> here, List<ImportedInstance> there) {
    SortedMap<ImportedInstance.Key, ImportedInstance> known = new TreeMap<>();
    here.forEach(each -> known.put(each.key(), each));
    List<ImportedInstance> puts = new ArrayList<>();
    for (ImportedInstance each : there) {
      if (!each.equals(known.remove(each.key()))) {
        puts.add(each);
      }
    }
    return new ImportDifference(puts, List.copyOf(known.keySet()));
  }

  boolean isEmpty() {
    return puts.isEmpty() && removals.isEmpty();
  }
}
