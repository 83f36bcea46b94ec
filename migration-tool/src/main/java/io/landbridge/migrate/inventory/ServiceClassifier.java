package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.NameRules;
import io.landbridge.model.RegistrationLimits;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tells by their names, and by what is in them, what services are. For one thread. */
final class ServiceClassifier {

  private final LandscapeSink sink;
  private final NameRules names;
  private final boolean takesAll;
  private final boolean takesSome;

  /** What may be looked up as an application, and the cluster labels to look in. */
  private final SortedMap<ServiceKey, Set<String>> fromProviders = new TreeMap<>();

  private final SortedMap<ServiceKey, Set<String>> fromInstances = new TreeMap<>();

  /** An address of each service with instances that are not Dubbo's. */
  private final SortedMap<ServiceKey, String> foreign = new TreeMap<>();

  ServiceClassifier(LandscapeSink sink, NameRules names, String version) {
    this.sink = sink;
    this.names = names;
    this.takesSome = !RegistrationLimits.areOf(version);
    this.takesAll = !RegistrationLimits.lastAt(version);
  }

  void registered(ServiceKey service, List<RegisteredInstance> instances) {
    named(service, instances);
    instances.forEach(each -> limits(service, each));
    if (takesAll && instances.stream().map(RegisteredInstance::ephemeral).distinct().count() > 1) {
      sink.mixed(
          service,
          instances.stream().map(each -> LandscapeReader.registration(service, each)).toList());
    }
  }

  private void limits(ServiceKey service, RegisteredInstance each) {
    if (takesAll) {
      RegistrationLimits.lastingRefusal(each.cluster(), each.metadata())
          .ifPresent(
              reason -> sink.alwaysRefused(LandscapeReader.registration(service, each), reason));
    }
    if (takesSome) {
      RegistrationLimits.refusal(service, each.cluster(), each.ip(), each.port(), each.metadata())
          .ifPresent(reason -> sink.refused(LandscapeReader.registration(service, each), reason));
    }
  }

  private void named(ServiceKey service, List<RegisteredInstance> instances) {
    // What begins like one of the interface level is of it, also if it is a loss there.
    if (InterfaceServiceName.isOfInterfaceLevel(service.name())) {
      List<Registration> registrations =
          instances.stream().map(each -> LandscapeReader.registration(service, each)).toList();
      if (InterfaceServiceName.isOfProviders(service.name())) {
        registrations.forEach(this::mayBeLookedUp);
        sink.providers(service, registrations);
        instances.stream()
            .filter(each -> each.weight() == 0)
            .forEach(each -> sink.weightless(LandscapeReader.registration(service, each)));
      } else {
        sink.consumers(service, registrations);
      }
      return;
    }
    instances.stream()
        .filter(each -> ApplicationFold.isForeign(each.metadata()))
        .findFirst()
        .ifPresent(each -> foreign.put(service, each.address()));
    if (instances.stream().anyMatch(ServiceClassifier::isApplicationLevel)) {
      instances.forEach(
          each ->
              fromInstances.computeIfAbsent(service, none -> new TreeSet<>()).add(each.cluster()));
      sink.application(service, instances);
    } else {
      sink.other(service, instances);
    }
  }

  private void mayBeLookedUp(Registration each) {
    String application = each.metadata().getOrDefault(MetadataKeys.APPLICATION, "");
    // One that can be no application is a loss of its registrations; nobody can ask for it.
    if (CheckedNames.ofApplication(each.service().namespace(), application, names).isEmpty()) {
      fromProviders
          .computeIfAbsent(
              new ServiceKey(each.service().namespace(), each.service().group(), application),
              none -> new TreeSet<>())
          .add(each.cluster());
    }
  }

  /** Once all services were read. */
  SortedMap<ServiceKey, Set<String>> lookups() {
    foreign.keySet().retainAll(fromProviders.keySet());
    foreign.forEach(sink::foreign);
    SortedMap<ServiceKey, Set<String>> all = new TreeMap<>(fromProviders);
    fromInstances.forEach(
        (service, clusters) ->
            all.computeIfAbsent(service, none -> new TreeSet<>()).addAll(clusters));
    return all;
  }

  void seen(ServiceKey service, List<RegisteredInstance> instances) {
    List<RegisteredInstance> dubbo =
        instances.stream().filter(ServiceClassifier::isApplicationLevel).toList();
    if (!dubbo.isEmpty()) {
      sink.application(service, dubbo);
    }
  }

  private static boolean isApplicationLevel(RegisteredInstance instance) {
    return instance.metadata().containsKey(MetadataKeys.REVISION)
        || instance.metadata().containsKey(MetadataKeys.EXPORTED_SERVICES_REVISION)
        || instance.metadata().containsKey(MetadataKeys.ENDPOINTS);
  }
}
