package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The order in which services are read: by namespace, and those of one interface together. */
final class ReadingOrder {

  private ReadingOrder() {}

  /** Orders services that are sorted. */
  static List<ServiceKey> of(Collection<ServiceKey> sorted) {
    SortedMap<String, List<ServiceKey>> byInterface = new TreeMap<>();
    for (ServiceKey each : sorted) {
      String name =
          InterfaceServiceName.parse(each.name())
              .map(InterfaceServiceName::interfaceName)
              .orElse("");
      byInterface
          .computeIfAbsent(each.namespace().value() + "\n" + name, none -> new ArrayList<>())
          .add(each);
    }
    return byInterface.values().stream().flatMap(List::stream).toList();
  }
}
