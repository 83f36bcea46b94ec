package io.landbridge.migrate.bridge;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts what clients have registered. The server's list of services counts what is derived as
 * well, so that the services in which something can be derived are looked at one by one.
 */
public final class RegisteredCount {

  private RegisteredCount() {}

  /**
   * Counts the instances of all namespaces.
   *
   * @param registry the cluster
   * @param applications all that its plugin knows; empty where there is no plugin
   */
  public static long of(Registry registry, Collection<PluginApplication> applications)
      throws RegistryException {
    Set<List<String>> shown = new HashSet<>();
    for (PluginApplication each : applications) {
      if (each.state() != TranslationState.OBSERVED) {
        String namespace = each.key().namespace().value();
        shown.add(List.of(namespace, each.key().name().value()));
        for (String service : each.interfaces()) {
          shown.add(List.of(namespace, NacosSpelling.of(interfaceOf(service))));
        }
      }
    }
    long instances = 0;
    for (NamespaceId namespace :
        registry.namespaces().orElse(Namespaces.of(NamespaceId.PUBLIC)).ids()) {
      try {
        for (RegisteredService each : registry.services(namespace)) {
          instances += of(registry, each, shown);
        }
      } catch (RegistryException e) {
        if (!e.concernsOne()) {
          throw e;
        }
        // Nothing can be registered under an id that the server refuses.
      }
    }
    return instances;
  }

  private static long of(Registry registry, RegisteredService service, Set<List<String>> shown)
      throws RegistryException {
    List<String> derivedBy = List.of(service.key().namespace().value(), derivedBy(service.key()));
    if (!shown.contains(derivedBy) || service.refusal().isPresent()) {
      return service.instances();
    }
    return registry.instances(service).stream()
        .filter(one -> !one.metadata().containsKey(MetadataKeys.DERIVED))
        .count();
  }

  /** Of {@code [group/]interface[:version]}. */
  private static String interfaceOf(String service) {
    String withoutGroup = service.substring(service.indexOf('/') + 1);
    int version = withoutGroup.indexOf(':');
    return version < 0 ? withoutGroup : withoutGroup.substring(0, version);
  }

  /** The application or the interface of which something can be derived in a service. */
  private static String derivedBy(ServiceKey service) {
    return InterfaceServiceName.parse(service.name())
        .map(name -> NacosSpelling.of(name.interfaceName()))
        .orElse(service.name());
  }
}
