package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.ApplicationFold;
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
import io.landbridge.migrate.spool.RegistrationSpool;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Orders what is read by application, and keeps no more of it than the inventory says: what
 * processes registered waits in a {@link RegistrationSpool} until it is folded, some processes at a
 * time. Gives one inventory.
 */
public final class InventoryBuilder implements LandscapeSink, AutoCloseable {

  private static final Comparator<LossInventory> BY_SERVICE =
      Comparator.comparing(LossInventory::namespace)
          .thenComparing(LossInventory::group)
          .thenComparing(LossInventory::service);

  private static final Comparator<LossInventory> BY_ADDRESS =
      BY_SERVICE.thenComparing(LossInventory::address).thenComparing(LossInventory::detail);

  private final RegistrationSpool spool;
  private final SortedMap<ApplicationKey, Draft> drafts = new TreeMap<>();
  private final List<LossInventory> untranslatable = new ArrayList<>();
  private final SortedMap<ServiceKey, ApplicationService> applications = new TreeMap<>();
  private final SortedMap<ServiceKey, String> foreign = new TreeMap<>();
  private final AnnouncedCalls calls = new AnnouncedCalls();
  private final SavingsCount savings = new SavingsCount();
  private NameRules names = NameRules.NACOS_2;
  private @Nullable ServerInfo server;
  private List<NamespaceId> namespaces = List.of();
  private int consumerServices;
  private int otherServices;

  private InventoryBuilder(RegistrationSpool spool) {
    this.spool = spool;
  }

  /** The inventory of what was read; a function of its argument only. */
  public static Inventory of(Landscape landscape) {
    return of(landscape, new RegistrationSpool());
  }

  static Inventory of(Landscape landscape, RegistrationSpool spool) {
    try (InventoryBuilder builder = new InventoryBuilder(spool)) {
      landscape.show(builder);
      builder.consumerServices = landscape.consumerServices();
      builder.otherServices = landscape.otherServices();
      return builder.build();
    }
  }

  /**
   * Reads namespaces into an inventory. How much memory that takes depends on what the inventory
   * lists, hardly on how many instances there are.
   *
   * @param reader reads them
   * @param wanted the namespaces, as for the reader
   * @param also sees what is read, too
   * @throws java.io.UncheckedIOException if there is no room for a temporary file
   */
  public static Inventory read(LandscapeReader reader, Set<NamespaceId> wanted, LandscapeSink also)
      throws RegistryException, UnknownNamespaceException {
    try (InventoryBuilder builder = new InventoryBuilder(new RegistrationSpool())) {
      reader.read(wanted, LandscapeSink.both(builder, also));
      return builder.build();
    }
  }

  @Override
  public void begins(ServerInfo asked, List<NamespaceId> read) {
    server = asked;
    names = NameRules.of(asked.version());
    namespaces = read;
  }

  @Override
  public void providers(ServiceKey service, List<Registration> instances) {
    instances.forEach(this::provider);
  }

  private void provider(Registration each) {
    List<LossInventory> losses =
        InterfaceFold.losses(each, names).stream().map(LossInventory::of).toList();
    losses.stream().filter(LossInventory::dropped).forEach(untranslatable::add);
    boolean dropped = losses.stream().anyMatch(LossInventory::dropped);
    boolean derived = each.metadata().containsKey(MetadataKeys.DERIVED);
    if (!derived) {
      savings.registered(each);
    }
    applicationKey(
            each.service().namespace(), each.metadata().getOrDefault(MetadataKeys.APPLICATION, ""))
        .ifPresent(
            owner -> {
              Draft draft = draft(owner);
              draft.losses.addAll(losses);
              if (!dropped && !derived) {
                draft.add(each);
                // A process has one address, and two at one address may contradict each other.
                spool.add(List.of(owner, each.ip()), each);
              }
            });
  }

  @Override
  public void consumers(ServiceKey service, List<Registration> instances) {
    consumerServices++;
    for (Registration each : instances) {
      calls.add(each).map(LossInventory::of).ifPresent(untranslatable::add);
      // An application that is called like the consumers of an interface.
      InterfaceFold.losses(each, names).stream()
          .map(LossInventory::of)
          .forEach(untranslatable::add);
    }
  }

  @Override
  public void unreadable(ServiceKey service, String why) {
    untranslatable.add(LossInventory.of(new Loss(Loss.Kind.UNREADABLE, service, "", why)));
  }

  @Override
  public void unreadableNamespace(String namespace, String why) {
    untranslatable.add(LossInventory.ofNamespace(namespace, why));
  }

  @Override
  public void application(ServiceKey service, List<RegisteredInstance> instances) {
    applications.put(service, ApplicationService.of(service, instances, names));
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
  public void close() {
    spool.close();
  }

  private Inventory build() {
    if (server == null) {
      throw new IllegalStateException("nothing was read");
    }
    // They came in the order of reading; the registrations of a service stay as they came.
    untranslatable.sort(BY_SERVICE);
    drafts.values().forEach(draft -> draft.losses.sort(BY_SERVICE));
    spool.forEachPart(this::fold);
    drafts.values().forEach(Draft::addConflicts);
    foreign.forEach(
        (service, address) ->
            applicationKey(service.namespace(), service.name())
                .map(drafts::get)
                .ifPresent(draft -> draft.losses.add(LossInventory.of(clash(service, address)))));
    applications.forEach(
        (service, found) -> {
          untranslatable.addAll(found.untranslatable());
          applicationKey(service.namespace(), service.name())
              .ifPresent(key -> draft(key).add(service, found));
        });
    return inventory(server);
  }

  /** Folds all that some processes registered; none of another part is of their applications. */
  private void fold(List<Registration> part) {
    SortedMap<ApplicationKey, List<Registration>> byOwner = new TreeMap<>();
    for (Registration each : part) {
      applicationKey(
              each.service().namespace(),
              each.metadata().getOrDefault(MetadataKeys.APPLICATION, ""))
          .ifPresent(key -> byOwner.computeIfAbsent(key, none -> new ArrayList<>()).add(each));
    }
    byOwner.forEach(
        (owner, registrations) -> {
          Draft draft = draft(owner);
          FoldResult fold = InterfaceFold.fold(registrations, names);
          fold.losses().stream()
              .filter(loss -> loss.kind() == Loss.Kind.CONFLICT)
              .map(LossInventory::of)
              .forEach(draft.conflicts::add);
          for (ApplicationInstance instance : fold.instances()) {
            MetadataDocument document = fold.documents().get(instance.revision());
            draft.add(instance, document == null ? List.of() : document.services().values());
          }
          savings.folded(fold);
        });
  }

  private static Loss clash(ServiceKey service, String address) {
    return new Loss(
        Loss.Kind.FOREIGN_INSTANCES,
        service,
        address,
        "a non-Dubbo instance, whose clients would call the Dubbo ports");
  }

  private Inventory inventory(ServerInfo asked) {
    List<ApplicationInventory> finished =
        drafts.entrySet().stream().map(each -> each.getValue().finish(each.getKey())).toList();
    return new Inventory(
        asked.address().toString(),
        asked.version(),
        namespaces.stream().map(NamespaceId::value).toList(),
        finished,
        untranslatable,
        calls.all(),
        savings.estimate(),
        new Inventory.Totals(
            finished.size(),
            finished.stream().mapToInt(each -> each.interfaces().size()).sum(),
            finished.stream().mapToInt(ApplicationInventory::registrations).sum(),
            finished.stream().mapToInt(ApplicationInventory::processes).sum(),
            consumerServices,
            otherServices));
  }

  private Draft draft(ApplicationKey key) {
    return drafts.computeIfAbsent(key, each -> new Draft());
  }

  private static Optional<ApplicationKey> applicationKey(NamespaceId namespace, String name) {
    try {
      return Optional.of(new ApplicationKey(namespace, new ApplicationName(name)));
    } catch (IllegalArgumentException e) {
      // Not an application that can be switched; its registrations are losses of the fold.
      return Optional.empty();
    }
  }

  /**
   * What is to be said of an application-level service.
   *
   * @param nativeIps the address of each instance that its providers registered themselves
   * @param derivedInstances how many others it has
   * @param untranslatable its instances that nobody can use
   */
  private record ApplicationService(
      List<String> nativeIps, int derivedInstances, List<LossInventory> untranslatable) {

    static ApplicationService of(
        ServiceKey service, List<RegisteredInstance> instances, NameRules names) {
      List<String> nativeIps =
          instances.stream()
              .filter(each -> !each.metadata().containsKey(MetadataKeys.DERIVED))
              .map(RegisteredInstance::ip)
              .toList();
      List<LossInventory> losses =
          new ApplicationFold(new InstanceJsonReader(), names)
                  .fold(
                      instances.stream()
                          .map(each -> LandscapeReader.registration(service, each))
                          .toList())
                  .losses()
                  .stream()
                  .filter(loss -> loss.kind().dropped())
                  .map(LossInventory::of)
                  .toList();
      return new ApplicationService(nativeIps, instances.size() - nativeIps.size(), losses);
    }
  }

  /** One application while it is put together. */
  private static final class Draft {

    private final SortedSet<String> groups = new TreeSet<>();
    private final SortedSet<String> releases = new TreeSet<>();
    private final SortedSet<String> protocols = new TreeSet<>();
    private final SortedSet<String> revisions = new TreeSet<>();
    private final SortedMap<String, ServiceDraft> services = new TreeMap<>();
    private final List<LossInventory> losses = new ArrayList<>();
    private final List<LossInventory> conflicts = new ArrayList<>();
    private final Map<String, Processes> processesAt = new HashMap<>();
    private int registrations;
    private int processes;
    private int nativeInstances;
    private int derivedInstances;

    void add(Registration registration) {
      registrations++;
      groups.add(registration.service().group());
      String release = registration.metadata().getOrDefault("release", "");
      releases.add(release.isBlank() ? ApplicationInventory.NO_RELEASE : release);
    }

    void add(ApplicationInstance instance, Collection<ServiceEntry> entries) {
      processes++;
      at(instance.ip()).byInterface++;
      revisions.add(instance.revision().value());
      for (ServiceEntry entry : entries) {
        protocols.add(entry.protocol());
        services.computeIfAbsent(entry.serviceKey(), key -> new ServiceDraft(entry)).add(entry);
      }
    }

    void add(ServiceKey service, ApplicationService found) {
      groups.add(service.group());
      nativeInstances += found.nativeIps().size();
      found.nativeIps().forEach(ip -> at(ip).atApplication++);
      derivedInstances += found.derivedInstances();
    }

    private Processes at(String ip) {
      return processesAt.computeIfAbsent(ip, none -> new Processes());
    }

    void addConflicts() {
      conflicts.sort(BY_ADDRESS);
      losses.addAll(conflicts);
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
          services.entrySet().stream().map(each -> each.getValue().finish(each.getKey())).toList(),
          registrations,
          processes,
          nativeInstances,
          derivedInstances,
          processesAt.values().stream().mapToInt(Processes::count).sum(),
          List.copyOf(revisions),
          losses);
    }
  }

  /** Processes of one application at one address. */
  private static final class Processes {

    private int byInterface;
    private int atApplication;

    /** Most register at both levels, though not always with the same port. */
    int count() {
      return Math.max(byInterface, atApplication);
    }
  }

  /** One service while it is put together. */
  private static final class ServiceDraft {

    private final String name;
    private final String version;
    private final String group;
    private final SortedSet<String> protocols = new TreeSet<>();
    private int addresses;

    ServiceDraft(ServiceEntry sample) {
      name = sample.name();
      version = sample.version();
      group = sample.group();
    }

    void add(ServiceEntry entry) {
      protocols.add(entry.protocol());
      addresses++;
    }

    InterfaceInventory finish(String service) {
      return new InterfaceInventory(
          service, name, version, group, List.copyOf(protocols), addresses);
    }
  }
}
