package io.landbridge.observe;

import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.InterfaceFold;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.registry.Address;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Some members with observers, one catalog, and a clock that the test turns. */
final class Fleet {

  static final ObserverConfig CONFIG =
      new ObserverConfig(
          Duration.ofMillis(100),
          Duration.ofMillis(500),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30));

  private static final ApplicationFold FOLD = new ApplicationFold(new InstanceJsonReader());

  final MemoryCatalog catalog = new MemoryCatalog();
  final MemoryDocuments documents = new MemoryDocuments();
  final MemoryImports imports = new MemoryImports();
  final Set<ApplicationKey> switchedOn = new TreeSet<>();
  final List<Member> members = new ArrayList<>();
  final Set<MemberId> living = new TreeSet<>();

  /** Whether every application is followed as closely as one that is switched on. */
  boolean hurried = true;

  private long now = 1_000_000_000L;

  /** One server. */
  final class Member {
    final MemberId id;
    final MemoryRegistry registry = new MemoryRegistry();
    final JoinedRegistry joined = new JoinedRegistry(registry, imports, switchedOn::contains);
    Observation observation;
    boolean stopped;

    private Member(int number) {
      id = new MemberId("192.0.2.1" + number + ":8848");
      living.add(id);
      imports.onImport(joined.listener());
      observation = observation(1);
    }

    private Observation observation(long epoch) {
      Observation made =
          new Observation(
              id,
              epoch,
              joined,
              catalog,
              new ProviderReading(FOLD, documents),
              catalog,
              () -> Set.copyOf(living),
              application -> hurried || switchedOn.contains(application),
              CONFIG,
              () -> now);
      joined.onChange(unit -> observation.mark(unit));
      catalog.onClaim((key, owner) -> observation.claimed(key, owner));
      documents.onArrival(revision -> observation.arrived(revision));
      return made;
    }

    /** The server is started anew and has all its clients again. */
    void restart(long epoch) {
      observation = observation(epoch);
    }
  }

  Fleet(int size) {
    for (int i = 0; i < size; i++) {
      members.add(new Member(i));
    }
  }

  Member member(int number) {
    return members.get(number);
  }

  /** Switches an application on or off. */
  void translate(ApplicationKey application, boolean enabled) {
    if (enabled) {
      switchedOn.add(application);
    } else {
      switchedOn.remove(application);
    }
    members.forEach(each -> each.joined.switched(Set.of(application)));
  }

  /** Lets time go by, and every member do what it has to do meanwhile. */
  void run(Duration time) {
    for (long left = time.toMillis(); left > 0; left -= 50) {
      now += Math.min(50, left) * 1_000_000;
      step();
    }
  }

  /** Lets time go by while nobody does anything. */
  void pass(Duration time) {
    now += time.toNanos();
  }

  void step() {
    members.stream().filter(each -> !each.stopped).forEach(each -> each.observation.step());
  }

  /** A client is at one member; the others get to know of it. */
  void connect(int at, String client, List<Registration> registrations) {
    for (int i = 0; i < members.size(); i++) {
      if (i == at) {
        members.get(i).registry.replicate(client, List.of());
        members.get(i).registry.connect(client, registrations);
      } else {
        members.get(i).registry.connect(client, List.of());
        members.get(i).registry.replicate(client, registrations);
      }
    }
  }

  void disconnect(String client) {
    for (Member each : members) {
      each.registry.connect(client, List.of());
      each.registry.replicate(client, List.of());
    }
  }

  /** What is in the catalog. */
  Map<InstanceKey, ApplicationInstance> contents() {
    Map<InstanceKey, ApplicationInstance> contents = new TreeMap<>();
    catalog.state().instances.forEach((key, owned) -> contents.put(key, owned.instance()));
    return contents;
  }

  /**
   * What one member would put there, were it alone and folded everything at once: what it answers
   * for, and what else the same processes have.
   */
  static Map<InstanceKey, ApplicationInstance> truth(MemoryRegistry registry) {
    List<Registration> all = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String unit : registry.units()) {
      boolean responsible =
          registry.summary(unit).addresses().stream()
              .anyMatch(address -> registry.isResponsible(unit, address));
      if (responsible) {
        all.addAll(registry.read(unit));
      } else {
        others.add(unit);
      }
    }
    Set<InstanceKey> parts = InterfaceFold.connected(all, NameRules.NACOS_2);
    for (String unit : others) {
      List<Registration> there = registry.read(unit);
      if (InterfaceFold.connected(there, NameRules.NACOS_2).stream().anyMatch(parts::contains)) {
        all.addAll(there);
      }
    }
    Map<InstanceKey, ApplicationInstance> truth = new TreeMap<>();
    for (ApplicationInstance each : InterfaceFold.fold(all).instances()) {
      Address address = new Address(each.ip(), each.port());
      if (registry.units().stream().anyMatch(unit -> registry.isResponsible(unit, address))) {
        truth.put(each.key(), each);
      }
    }
    return truth;
  }

  static List<Registration> provider(String client, String ip, int interfaces) {
    return provider(client, ip, interfaces, Map.of());
  }

  static List<Registration> provider(
      String client, String ip, int interfaces, Map<String, String> more) {
    List<Registration> registrations = new ArrayList<>();
    for (int i = 0; i < interfaces; i++) {
      registrations.add(registration(client, "demo.I" + i, ip, 20880, true, more));
    }
    return registrations;
  }

  static Registration registration(
      String client, String name, String ip, int port, boolean healthy, Map<String, String> more) {
    Map<String, String> metadata =
        new TreeMap<>(
            Map.of("application", "shop", "protocol", "dubbo", "interface", name, "pid", "1"));
    metadata.putAll(more);
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:" + name + "::"),
        client,
        ip,
        port,
        "DEFAULT",
        healthy,
        true,
        true,
        metadata);
  }

  /** The same registrations, made in the legacy cluster. */
  static List<ImportedInstance> imported(List<Registration> registrations) {
    return registrations.stream()
        .map(
            each ->
                new ImportedInstance(
                    new ImportedInstance.Key(
                        each.service(), each.cluster(), each.ip(), each.port()),
                    1,
                    each.enabled(),
                    each.healthy(),
                    each.ephemeral(),
                    new TreeMap<>(each.metadata())))
        .toList();
  }

  /** A provider that registers its application alone. */
  static Registration registered(String client, String ip, MetadataDocument document) {
    return registered(client, ip, document.application(), document.revision());
  }

  static Registration registered(
      String client, String ip, ApplicationName application, MetadataRevision revision) {
    return new Registration(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", application.value()),
        client,
        ip,
        20880,
        "DEFAULT",
        true,
        true,
        true,
        Map.of(
            "dubbo.metadata.revision", revision.value(),
            "dubbo.metadata.storage-type", "remote",
            "dubbo.endpoints", "[{\"port\":20880,\"protocol\":\"dubbo\"}]",
            "timestamp", "1700000000000"));
  }
}
