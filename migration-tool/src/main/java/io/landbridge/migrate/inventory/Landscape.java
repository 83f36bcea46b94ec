package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.ServerInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the registry showed at one time, not yet ordered by application, and all of it: for some
 * services, or a registry that is not large.
 *
 * @param server the server that was read
 * @param namespaces the namespaces that were read, sorted
 * @param providers every instance of every interface-level provider service
 * @param applicationServices application-level services as a consumer sees them, derived instances
 *     among them
 * @param foreign by service that is named like an application, the address of an instance that is
 *     not Dubbo's
 * @param consumerServices how many services only announce consumers
 * @param otherServices how many services are not Dubbo's
 * @param consumers every instance of the services that only announce consumers
 * @param unreadable services that were not read, and why
 * @param unreadableNamespaces the same of whole namespaces, by their ids as they may be shown
 */
public record Landscape(
    ServerInfo server,
    List<NamespaceId> namespaces,
    List<Registration> providers,
    SortedMap<ServiceKey, List<RegisteredInstance>> applicationServices,
    SortedMap<ServiceKey, String> foreign,
    int consumerServices,
    int otherServices,
    List<Registration> consumers,
    SortedMap<ServiceKey, String> unreadable,
    SortedMap<String, String> unreadableNamespaces) {

  /** Copies the collections. */
  public Landscape {
    namespaces = List.copyOf(namespaces);
    providers = List.copyOf(providers);
    consumers = List.copyOf(consumers);
    applicationServices =
        Collections.unmodifiableSortedMap(
            new TreeMap<>((Map<ServiceKey, List<RegisteredInstance>>) applicationServices));
    foreign = Collections.unmodifiableSortedMap(new TreeMap<>((Map<ServiceKey, String>) foreign));
    unreadable =
        Collections.unmodifiableSortedMap(new TreeMap<>((Map<ServiceKey, String>) unreadable));
    unreadableNamespaces =
        Collections.unmodifiableSortedMap(
            new TreeMap<>((Map<String, String>) unreadableNamespaces));
  }

  /** One of which everything was read. */
  public Landscape(
      ServerInfo server,
      List<NamespaceId> namespaces,
      List<Registration> providers,
      SortedMap<ServiceKey, List<RegisteredInstance>> applicationServices,
      SortedMap<ServiceKey, String> foreign,
      int consumerServices,
      int otherServices,
      List<Registration> consumers) {
    this(
        server,
        namespaces,
        providers,
        applicationServices,
        foreign,
        consumerServices,
        otherServices,
        consumers,
        Collections.emptySortedMap(),
        Collections.emptySortedMap());
  }

  /** Shows a sink what a reader would have shown it; how many services there are it does not. */
  public void show(LandscapeSink sink) {
    sink.begins(server, namespaces);
    SortedMap<ServiceKey, List<Registration>> services = new TreeMap<>();
    for (Registration each : providers) {
      services.computeIfAbsent(each.service(), none -> new ArrayList<>()).add(each);
    }
    ReadingOrder.of(services.keySet())
        .forEach(key -> sink.providers(key, services.getOrDefault(key, List.of())));
    consumers.forEach(each -> sink.consumers(each.service(), List.of(each)));
    applicationServices.forEach(sink::application);
    foreign.forEach(sink::foreign);
    unreadable.forEach(sink::unreadable);
    unreadableNamespaces.forEach(sink::unreadableNamespace);
  }
}
