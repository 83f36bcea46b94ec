package io.landbridge.view;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The applications that are shown, found by name first: a service whose name is no application's is
 * told apart by one look-up that makes no object. One thread writes, any reads.
 */
final class ShownApplications {

  /** The inner maps are never changed. */
  private final Map<String, Map<NamespaceId, ShownApplication>> byName = new ConcurrentHashMap<>();

  boolean hasName(String service) {
    return byName.containsKey(service);
  }

  @Nullable ShownApplication find(ServiceKey service) {
    Map<NamespaceId, ShownApplication> namesakes = byName.get(service.name());
    return namesakes == null ? null : namesakes.get(service.namespace());
  }

  @Nullable ShownApplication find(ApplicationKey application) {
    Map<NamespaceId, ShownApplication> namesakes = byName.get(application.name().value());
    return namesakes == null ? null : namesakes.get(application.namespace());
  }

  void put(ApplicationKey application, ShownApplication shown) {
    String name = application.name().value();
    Map<NamespaceId, ShownApplication> namesakes =
        new HashMap<>(byName.getOrDefault(name, Map.of()));
    namesakes.put(application.namespace(), shown);
    byName.put(name, Map.copyOf(namesakes));
  }

  void remove(ApplicationKey application) {
    String name = application.name().value();
    Map<NamespaceId, ShownApplication> namesakes =
        new HashMap<>(byName.getOrDefault(name, Map.of()));
    namesakes.remove(application.namespace());
    if (namesakes.isEmpty()) {
      byName.remove(name);
    } else {
      byName.put(name, Map.copyOf(namesakes));
    }
  }

  void clear() {
    byName.clear();
  }

  List<ShownApplication> all() {
    return byName.values().stream().flatMap(each -> each.values().stream()).toList();
  }
}
