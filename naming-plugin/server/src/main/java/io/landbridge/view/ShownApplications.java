package io.landbridge.view;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The applications that are switched on, and in which services they are shown, found by name first:
 * a service in which nothing is shown is told apart by one look-up that makes no object. One thread
 * writes, any reads.
 */
final class ShownApplications {

  private final Map<ApplicationKey, ShownApplication> all = new ConcurrentHashMap<>();

  /** By the name of a service. The inner maps and lists are never changed. */
  private final Map<String, Map<NamespaceId, List<ShownApplication>>> byName =
      new ConcurrentHashMap<>();

  /** By namespace, sorted, what was asked for and has not changed since. Never changed. */
  private final Map<NamespaceId, SortedSet<ServiceKey>> lists = new ConcurrentHashMap<>();

  boolean hasName(String service) {
    return byName.containsKey(service);
  }

  /** Those shown in a service, unless they have nothing in its group. */
  List<ShownApplication> in(ServiceKey service) {
    Map<NamespaceId, List<ShownApplication>> namesakes = byName.get(service.name());
    return namesakes == null ? List.of() : namesakes.getOrDefault(service.namespace(), List.of());
  }

  @Nullable ShownApplication find(ApplicationKey application) {
    return all.get(application);
  }

  /** Takes note of an application and of the names of the services it is shown in from now on. */
  void put(ShownApplication shown, Set<String> before, Set<String> now) {
    all.put(shown.key(), shown);
    for (String name : now) {
      if (!before.contains(name)) {
        change(name, shown, true);
      }
    }
    for (String name : before) {
      if (!now.contains(name)) {
        change(name, shown, false);
      }
    }
  }

  void remove(ShownApplication shown) {
    put(shown, shown.state().names(), Set.of());
    all.remove(shown.key());
    lists.remove(shown.key().namespace());
  }

  /** Takes note of the services in which an application that was put has an instance. */
  void name(ShownApplication shown, Set<ServiceKey> services) {
    if (!services.equals(shown.showing())) {
      shown.setShowing(services);
      // After the change, or a list made meanwhile would lack it for good.
      lists.remove(shown.key().namespace());
    }
  }

  /** The services of a namespace in which at least one instance is shown. */
  SortedSet<ServiceKey> services(NamespaceId namespace) {
    SortedSet<ServiceKey> known = lists.get(namespace);
    if (known != null) {
      return known;
    }
    SortedSet<ServiceKey> list = lists.computeIfAbsent(namespace, this::list);
    return list == null ? Collections.emptySortedSet() : list;
  }

  /** Null keeps the namespaces that anybody may invent out of the map. */
  @SuppressWarnings("NullAway")
  private SortedSet<ServiceKey> list(NamespaceId namespace) {
    SortedSet<ServiceKey> services = new TreeSet<>();
    for (ShownApplication each : all.values()) {
      if (each.key().namespace().equals(namespace)) {
        services.addAll(each.showing());
      }
    }
    return services.isEmpty() ? null : Collections.unmodifiableSortedSet(services);
  }

  private void change(String name, ShownApplication shown, boolean comes) {
    Map<NamespaceId, List<ShownApplication>> namesakes =
        new HashMap<>(byName.getOrDefault(name, Map.of()));
    NamespaceId namespace = shown.key().namespace();
    Set<ShownApplication> here = new HashSet<>(namesakes.getOrDefault(namespace, List.of()));
    if (comes) {
      here.add(shown);
    } else {
      here.remove(shown);
    }
    if (here.isEmpty()) {
      namesakes.remove(namespace);
    } else {
      namesakes.put(
          namespace,
          here.stream().sorted((one, other) -> one.key().compareTo(other.key())).toList());
    }
    if (namesakes.isEmpty()) {
      byName.remove(name);
    } else {
      byName.put(name, Map.copyOf(namesakes));
    }
  }

  void clear() {
    byName.clear();
    all.clear();
    lists.clear();
  }

  Collection<ShownApplication> all() {
    return all.values();
  }
}
