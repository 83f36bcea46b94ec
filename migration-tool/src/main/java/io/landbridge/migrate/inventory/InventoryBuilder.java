package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.ApplicationFoldResult;
import io.landbridge.dubbo.FoldResult;
import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.Level;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Orders a {@link Landscape} by application. */
public final class InventoryBuilder {

  private InventoryBuilder() {}

  /** The inventory of what was read; a function of its argument only. */
  public static Inventory of(Landscape landscape) {
    FoldResult fold = InterfaceFold.fold(landscape.providers());
    SortedMap<ApplicationKey, Draft> drafts = new TreeMap<>();
    Map<Place, ApplicationKey> owners = new HashMap<>();
    List<LossInventory> untranslatable = new ArrayList<>();
    for (Registration each : landscape.providers()) {
      // Alone, because two registrations may share service and address and only one be broken.
      List<Loss> losses = InterfaceFold.fold(List.of(each)).losses();
      Optional<ApplicationKey> owner = owner(each);
      losses.stream()
          .filter(loss -> loss.kind().dropped())
          .map(LossInventory::of)
          .forEach(untranslatable::add);
      if (owner.isPresent()) {
        Draft draft = draft(drafts, owner.get());
        owners.put(new Place(each.service(), each.address()), owner.get());
        losses.stream().map(LossInventory::of).forEach(draft.losses::add);
        if (losses.stream().noneMatch(loss -> loss.kind().dropped())) {
          draft.add(each);
        }
      }
    }
    for (Loss loss : fold.losses()) {
      ApplicationKey owner = owners.get(new Place(loss.service(), loss.address()));
      if (loss.kind() == Loss.Kind.CONFLICT && owner != null) {
        draft(drafts, owner).losses.add(LossInventory.of(loss));
      }
    }
    for (ApplicationInstance instance : fold.instances()) {
      MetadataDocument document = fold.documents().get(instance.revision());
      draft(drafts, instance.application())
          .add(instance, document == null ? List.of() : document.services().values());
    }
    landscape
        .foreign()
        .forEach(
            (service, instance) ->
                applicationKey(service.namespace(), service.name())
                    .map(drafts::get)
                    .ifPresent(
                        draft -> draft.losses.add(LossInventory.of(clash(service, instance)))));
    applicationLevel(landscape).losses().stream()
        .filter(loss -> loss.kind().dropped())
        .map(LossInventory::of)
        .forEach(untranslatable::add);
    landscape
        .applicationServices()
        .forEach(
            (service, instances) ->
                applicationKey(service.namespace(), service.name())
                    .ifPresent(key -> draft(drafts, key).add(service, instances)));
    return inventory(
        landscape, drafts, untranslatable, SavingsEstimate.of(landscape.providers(), fold));
  }

  private static Loss clash(ServiceKey service, RegisteredInstance instance) {
    return new Loss(
        Loss.Kind.FOREIGN_INSTANCES,
        service,
        instance.ip() + ":" + instance.port(),
        "not Dubbo's, and its clients would call the Dubbo ports: rename one of the two, or"
            + " 'landbridge apply --force'");
  }

  private static ApplicationFoldResult applicationLevel(Landscape landscape) {
    return new ApplicationFold(new InstanceJsonReader())
        .fold(
            landscape.applicationServices().entrySet().stream()
                .flatMap(
                    service ->
                        service.getValue().stream()
                            .map(each -> LandscapeReader.registration(service.getKey(), each)))
                .toList());
  }

  private static Inventory inventory(
      Landscape landscape,
      SortedMap<ApplicationKey, Draft> drafts,
      List<LossInventory> untranslatable,
      SavingsEstimate savings) {
    List<ApplicationInventory> applications =
        drafts.entrySet().stream().map(each -> each.getValue().finish(each.getKey())).toList();
    return new Inventory(
        landscape.server().address().toString(),
        landscape.server().version(),
        landscape.namespaces().stream().map(NamespaceId::value).toList(),
        applications,
        untranslatable,
        AnnouncedCalls.of(landscape.consumers()),
        savings,
        new Inventory.Totals(
            applications.size(),
            applications.stream().mapToInt(each -> each.interfaces().size()).sum(),
            applications.stream().mapToInt(ApplicationInventory::registrations).sum(),
            applications.stream().mapToInt(ApplicationInventory::processes).sum(),
            landscape.consumerServices(),
            landscape.otherServices()));
  }

  private static Draft draft(SortedMap<ApplicationKey, Draft> drafts, ApplicationKey key) {
    return drafts.computeIfAbsent(key, each -> new Draft());
  }

  private static Optional<ApplicationKey> owner(Registration registration) {
    return applicationKey(
        registration.service().namespace(),
        registration.metadata().getOrDefault(MetadataKeys.APPLICATION, ""));
  }

  private static Optional<ApplicationKey> applicationKey(NamespaceId namespace, String name) {
    try {
      return Optional.of(new ApplicationKey(namespace, new ApplicationName(name)));
    } catch (IllegalArgumentException e) {
      // Not an application that can be switched; its registrations are losses of the fold.
      return Optional.empty();
    }
  }

  private record Place(ServiceKey service, String address) {}

  /** One application while it is put together. */
  private static final class Draft {

    private final SortedSet<String> groups = new TreeSet<>();
    private final SortedSet<String> releases = new TreeSet<>();
    private final SortedSet<String> protocols = new TreeSet<>();
    private final SortedSet<String> revisions = new TreeSet<>();
    private final SortedMap<String, ServiceDraft> services = new TreeMap<>();
    private final List<LossInventory> losses = new ArrayList<>();
    private int registrations;
    private int processes;
    private int nativeInstances;
    private int derivedInstances;

    void add(Registration registration) {
      if (registration.metadata().containsKey(MetadataKeys.DERIVED)) {
        return;
      }
      registrations++;
      groups.add(registration.service().group());
      String release = registration.metadata().getOrDefault("release", "");
      releases.add(release.isBlank() ? ApplicationInventory.NO_RELEASE : release);
    }

    void add(ApplicationInstance instance, Collection<ServiceEntry> entries) {
      processes++;
      revisions.add(instance.revision().value());
      for (ServiceEntry entry : entries) {
        protocols.add(entry.protocol());
        services.computeIfAbsent(entry.serviceKey(), key -> new ServiceDraft(entry)).add(entry);
      }
    }

    void add(ServiceKey service, List<RegisteredInstance> instances) {
      groups.add(service.group());
      for (RegisteredInstance each : instances) {
        if (each.metadata().containsKey(MetadataKeys.DERIVED)) {
          derivedInstances++;
        } else {
          nativeInstances++;
        }
      }
    }

    ApplicationInventory finish(ApplicationKey key) {
      boolean byInterface = registrations > 0 || !losses.isEmpty();
      return new ApplicationInventory(
          key.namespace().value(),
          key.name().value(),
          !byInterface ? Level.APPLICATION : nativeInstances > 0 ? Level.BOTH : Level.INTERFACE,
          List.copyOf(groups),
          List.copyOf(releases),
          List.copyOf(protocols),
          services.values().stream().map(ServiceDraft::finish).toList(),
          registrations,
          processes,
          nativeInstances,
          derivedInstances,
          List.copyOf(revisions),
          losses);
    }
  }

  /** One service while it is put together. */
  private static final class ServiceDraft {

    private final ServiceEntry sample;
    private final SortedSet<String> protocols = new TreeSet<>();
    private int addresses;

    ServiceDraft(ServiceEntry sample) {
      this.sample = sample;
    }

    void add(ServiceEntry entry) {
      protocols.add(entry.protocol());
      addresses++;
    }

    InterfaceInventory finish() {
      return new InterfaceInventory(
          sample.serviceKey(),
          sample.name(),
          sample.version(),
          sample.group(),
          List.copyOf(protocols),
          addresses);
    }
  }
}
