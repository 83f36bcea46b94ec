package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.ServerInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Holds everything. */
final class LandscapeCollector implements LandscapeSink {

  private @Nullable ServerInfo server;
  private List<NamespaceId> namespaces = List.of();
  private final List<Registration> providers = new ArrayList<>();
  private final List<Registration> consumers = new ArrayList<>();
  private final SortedMap<ServiceKey, List<RegisteredInstance>> applications = new TreeMap<>();
  private final SortedMap<ServiceKey, String> foreign = new TreeMap<>();
  private final SortedMap<ServiceKey, String> unreadable = new TreeMap<>();
  private final SortedMap<String, String> unreadableNamespaces = new TreeMap<>();
  private int consumerServices;
  private int otherServices;

  @Override
  public void begins(ServerInfo asked, List<NamespaceId> read) {
    server = asked;
    namespaces = read;
  }

  @Override
  public void providers(ServiceKey service, List<Registration> instances) {
    providers.addAll(instances);
  }

  @Override
  public void consumers(ServiceKey service, List<Registration> instances) {
    consumerServices++;
    consumers.addAll(instances);
  }

  @Override
  public void application(ServiceKey service, List<RegisteredInstance> instances) {
    applications.put(service, instances);
  }

  @Override
  public void other(ServiceKey service, List<RegisteredInstance> instances) {
    otherServices++;
  }

  @Override
  public void foreign(ServiceKey service, String address) {
    foreign.put(service, address);
  }

  @Override
  public void unreadable(ServiceKey service, String why) {
    unreadable.put(service, why);
  }

  @Override
  public void unreadableNamespace(String namespace, String why) {
    unreadableNamespaces.put(namespace, why);
  }

  Landscape landscape() {
    if (server == null) {
      throw new IllegalStateException("nothing was read");
    }
    return new Landscape(
        server,
        namespaces,
        providers.stream().sorted(Comparator.comparing(Registration::service)).toList(),
        applications,
        foreign,
        consumerServices,
        otherServices,
        consumers.stream().sorted(Comparator.comparing(Registration::service)).toList(),
        unreadable,
        unreadableNamespaces);
  }
}
