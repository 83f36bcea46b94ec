package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.ServerInfo;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the registry showed at one time, not yet ordered by application.
 *
 * @param server the server that was read
 * @param namespaces the namespaces that were read, sorted
 * @param providers every instance of every interface-level provider service
 * @param applicationServices application-level services as a consumer sees them, derived instances
 *     among them
 * @param foreign by service that is named like an application, an instance that is not Dubbo's
 * @param consumerServices how many services only announce consumers
 * @param otherServices how many services are not Dubbo's
 * @param consumers every instance of the services that only announce consumers
 */
public record Landscape(
    ServerInfo server,
    List<NamespaceId> namespaces,
    List<Registration> providers,
    SortedMap<ServiceKey, List<RegisteredInstance>> applicationServices,
    SortedMap<ServiceKey, RegisteredInstance> foreign,
    int consumerServices,
    int otherServices,
    List<Registration> consumers) {

  /** Copies the collections. */
  public Landscape {
    namespaces = List.copyOf(namespaces);
    providers = List.copyOf(providers);
    consumers = List.copyOf(consumers);
    applicationServices =
        Collections.unmodifiableSortedMap(
            new TreeMap<>((Map<ServiceKey, List<RegisteredInstance>>) applicationServices));
    foreign =
        Collections.unmodifiableSortedMap(
            new TreeMap<>((Map<ServiceKey, RegisteredInstance>) foreign));
  }
}
