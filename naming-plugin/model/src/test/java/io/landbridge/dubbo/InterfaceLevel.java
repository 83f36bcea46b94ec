package io.landbridge.dubbo;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The interface level of what the application level says. */
final class InterfaceLevel {

  private InterfaceLevel() {}

  /** What is shown of an instance, as a provider of interfaces would have registered it. */
  static List<Registration> registrations(ApplicationInstance instance, MetadataDocument document) {
    List<Registration> registrations = new ArrayList<>();
    for (String name : InterfaceUnfold.names(document)) {
      for (InterfaceAddress address : InterfaceUnfold.unfold(name, instance, document)) {
        registrations.add(
            new Registration(
                new ServiceKey(NamespaceId.PUBLIC, instance.group(), name),
                "connection",
                instance.ip(),
                address.port(),
                instance.cluster(),
                true,
                true,
                true,
                without(address.metadata(), MetadataKeys.DERIVED)));
      }
    }
    return registrations;
  }

  /** The metadata under which all that was folded is shown in the place of a registration. */
  static List<SortedMap<String, String>> shown(FoldResult folded, Registration registration) {
    return folded.instances().stream()
        .flatMap(
            instance ->
                InterfaceUnfold.unfold(
                    registration.service().name(),
                    instance,
                    folded.documents().get(instance.revision()))
                    .stream())
        .filter(address -> address.port() == registration.port())
        .map(address -> without(address.metadata(), MetadataKeys.DERIVED))
        .toList();
  }

  static SortedMap<String, String> without(Map<String, String> metadata, String... keys) {
    SortedMap<String, String> rest = new TreeMap<>(metadata);
    List.of(keys).forEach(rest::remove);
    return rest;
  }
}
