package io.landbridge.migrate.bridge;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.model.LogText;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How many instances of this cluster a bridge exports. The server's list of services counts what is
 * derived and what is imported as well, so that the services in which something can be derived, or
 * is imported, are looked at one by one.
 *
 * @param exported what clients have registered, and a cluster of 1.x can have
 * @param refused what clients have registered in services that no cluster of 1.x can have
 * @param example one of these services, and why; empty when there is none
 * @param namespaces in how many namespaces was looked
 * @param everywhere whether the server tells of namespaces that nobody created; otherwise those are
 *     missing that have no application
 */
public record RegisteredCount(
    long exported, long refused, String example, int namespaces, boolean everywhere) {

  /**
   * Counts the instances of all namespaces: those that somebody created, and those that an
   * application is registered in.
   *
   * @param registry the cluster
   * @param applications all that its plugin knows; empty where there is no plugin
   * @param imported the addresses of the legacy cluster's own instances by service; empty without a
   *     bridge
   */
  public static RegisteredCount of(
      Registry registry,
      Collection<PluginApplication> applications,
      Map<ServiceKey, Set<String>> imported)
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
    SortedSet<NamespaceId> namespaces =
        new TreeSet<>(
            registry
                .namespaces()
                .orElse(Namespaces.of(NamespaceId.PUBLIC))
                .and(registry.used())
                .ids());
    applications.forEach(each -> namespaces.add(each.key().namespace()));
    long exported = 0;
    long refused = 0;
    String example = "";
    int looked = 0;
    for (NamespaceId namespace : namespaces) {
      try {
        for (RegisteredService each : registry.services(namespace)) {
          long instances = of(registry, each, shown, imported.getOrDefault(each.key(), Set.of()));
          Optional<String> refusal = ContentComparison.refusalThere(each.key());
          if (refusal.isEmpty()) {
            exported += instances;
          } else if (instances > 0) {
            refused += instances;
            example =
                example.isEmpty()
                    ? "%s: %s".formatted(LogText.of(each.key().name()), refusal.get())
                    : example;
          }
        }
        looked++;
      } catch (RegistryException e) {
        if (!e.concernsOne()) {
          throw e;
        }
        // Nothing can be registered under an id that the server refuses.
      }
    }
    boolean everywhere = registry.server().version().matches("[12]\\..*");
    return new RegisteredCount(exported, refused, example, looked, everywhere);
  }

  private static long of(
      Registry registry, RegisteredService service, Set<List<String>> shown, Set<String> imported)
      throws RegistryException {
    List<String> derivedBy = List.of(service.key().namespace().value(), derivedBy(service.key()));
    if ((!shown.contains(derivedBy) && imported.isEmpty()) || service.refusal().isPresent()) {
      return service.instances();
    }
    try {
      return registry.instances(service).stream()
          .filter(one -> !one.metadata().containsKey(MetadataKeys.DERIVED))
          .filter(one -> !imported.contains(one.address()))
          .count();
    } catch (RegistryException e) {
      if (!e.concernsOne()) {
        throw e;
      }
      // It is counted as it is listed, and the other services of its namespace are counted.
      return service.instances();
    }
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
