package io.landbridge.migrate.bridge;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.ServerInfo.Api;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyMember;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyService;
import io.landbridge.registry.legacy.LegacySnapshot;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Two clusters with nothing wrong but what a test draws into them. */
final class Sketch implements BridgeGround {

  static final ServerAddress NEW = ServerAddress.parse("new:8848");
  static final ServerAddress OLD = ServerAddress.parse("old:8848");
  private static final long NOW = 1_700_000_000_000L;
  private static final NamespaceId DEV = NamespaceId.of("dev");

  String version = "3.1.0";
  String state = "ACTIVE";
  boolean announced = true;
  RegistryException legacyVersion;
  List<String> unusableMembers = List.of();
  LegacyMember legacyMember = new LegacyMember(OLD, "unknown", "UP");
  RegistryException beat;
  String origin = "landbridge-ours";
  List<String> marks = List.of("landbridge-ours");
  long ahead;
  List<RegisteredInstance> registered = List.of();
  long refused;
  boolean everywhere = true;
  boolean starting;
  List<NamespaceId> namespaces = List.of(DEV, NamespaceId.PUBLIC);
  OptionalLong configurations = OptionalLong.of(7);

  /** Further services of the legacy cluster, in the default namespace. */
  List<ServiceKey> further = List.of();

  /** Namespaces of the legacy cluster in which one service has one export, and nothing else. */
  List<NamespaceId> exportedOnly = List.of();

  /** What the legacy cluster says when it is asked for a service. */
  Map<ServiceKey, List<RegisteredInstance>> held = Map.of();

  /** What the check takes for imported, by service. */
  Map<ServiceKey, Set<String>> imported = Map.of();

  /** Further namespaces of the legacy cluster, each with a service. */
  List<NamespaceId> more = List.of();

  /** Namespaces about which the new cluster refuses every question. */
  List<NamespaceId> refusing = List.of();

  /** Namespaces whose services the legacy cluster refuses to list. */
  Set<NamespaceId> silent = Set.of();

  /** Ids in the legacy cluster that nobody can ask for. */
  List<String> unusable = List.of();

  @Override
  public List<ServerAddress> servers() {
    return List.of(NEW);
  }

  @Override
  public ServerInfo server(ServerAddress server) {
    return new ServerInfo(Api.V3, version, server);
  }

  @Override
  public PluginStatus plugin(ServerAddress server) {
    return new PluginStatus(
        server,
        state,
        "",
        "1",
        "Nacos",
        "new:8848",
        true,
        true,
        null,
        0,
        false,
        PluginStatus.Held.NOTHING,
        0,
        0);
  }

  @Override
  public PluginGroup group(ServerAddress server) {
    return new PluginGroup(
        "new:8848",
        "new:8848",
        1,
        List.of("new:8848"),
        List.of("new:8848"),
        List.of(new PluginGroup.ListedMember("new:8848", true, announced, List.of("new:8848"))),
        1,
        1,
        1,
        NOW,
        true,
        List.of());
  }

  @Override
  public String origin() {
    return origin;
  }

  @Override
  public Optional<List<NamespaceId>> namespaces() {
    return Optional.of(namespaces);
  }

  @Override
  public boolean answers(NamespaceId namespace) throws RegistryException {
    if (starting) {
      throw new RegistryException(
          RegistryException.Kind.UNAVAILABLE, "the server is starting", "there", "wait");
    }
    return !refusing.contains(namespace);
  }

  @Override
  public RegisteredCount registered(Map<ServiceKey, Set<String>> imported)
      throws RegistryException {
    this.imported = imported;
    if (starting) {
      throw new RegistryException(
          RegistryException.Kind.UNAVAILABLE, "the server is starting", "there", "wait");
    }
    return new RegisteredCount(
        90, refused, refused == 0 ? "" : "demo.A$B: it has '$'", 2, everywhere);
  }

  @Override
  public OptionalLong configurations(NamespaceId namespace) {
    return configurations;
  }

  @Override
  public List<ServerAddress> legacyServers() {
    return List.of(OLD);
  }

  @Override
  public ServerInfo legacyServer(ServerAddress server) throws RegistryException {
    if (legacyVersion != null) {
      throw legacyVersion;
    }
    return new ServerInfo(Api.V1, "1.4.1", server);
  }

  @Override
  public OptionalLong legacyConfigurations(NamespaceId namespace) {
    return OptionalLong.of(7);
  }

  @Override
  public long now() {
    return NOW;
  }

  @Override
  public LegacyCluster legacy() {
    return new Legacy();
  }

  static RegisteredInstance export(String origin) {
    return ExportMark.of(origin)
        .on(new RegisteredInstance("10.0.0.1", 80, "DEFAULT", 1, true, true, true, Map.of()));
  }

  private final class Legacy implements LegacyCluster {

    @Override
    public ServerInfo server() {
      return new ServerInfo(Api.V1, "1.4.1", OLD);
    }

    @Override
    public LegacyMembers members() {
      return new LegacyMembers(List.of(legacyMember), unusableMembers);
    }

    @Override
    public Namespaces namespaces() {
      List<NamespaceId> all = new ArrayList<>(exportedOnly);
      all.addAll(more);
      all.addAll(List.of(DEV, NamespaceId.PUBLIC));
      return Namespaces.listed(unusable).and(Namespaces.of(all.toArray(NamespaceId[]::new)));
    }

    @Override
    public List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
      if (silent.contains(namespace)) {
        throw new RegistryException(
            RegistryException.Kind.REFUSED, "it is refused", namespace.value(), "nothing");
      }
      List<RegisteredService> services = new ArrayList<>();
      services.add(
          new RegisteredService(
              new ServiceKey(namespace, "g", "s"), exportedOnly.contains(namespace) ? 1 : 5));
      further.stream()
          .filter(each -> each.namespace().equals(namespace))
          .forEach(each -> services.add(new RegisteredService(each, 3)));
      return services;
    }

    @Override
    public Optional<LegacySnapshot> snapshot() {
      List<LegacyInstance> exports = new ArrayList<>();
      for (String mark : marks) {
        exports.add(new LegacyInstance(export(mark), NOW));
      }
      registered.forEach(each -> exports.add(new LegacyInstance(each, NOW)));
      Map<ServiceKey, List<LegacyInstance>> all = new TreeMap<>();
      all.put(new ServiceKey(DEV, "g", "s"), exports);
      exportedOnly.forEach(
          each ->
              all.put(
                  new ServiceKey(each, "g", "s"),
                  List.of(new LegacyInstance(export("landbridge-ours"), NOW))));
      return Optional.of(new LegacySnapshot(new TreeMap<>(all), List.of(), NOW + ahead));
    }

    @Override
    public BeatAnswer beat(ServiceKey service, RegisteredInstance instance)
        throws RegistryException {
      if (beat != null) {
        throw beat;
      }
      return new BeatAnswer(false, Duration.ofSeconds(5));
    }

    @Override
    public Optional<LegacyService> service(ServiceKey key) {
      return Optional.ofNullable(held.get(key))
          .map(all -> all.stream().map(each -> new LegacyInstance(each, NOW)).toList())
          .map(
              all ->
                  new LegacyService(
                      key, 0, Map.of(), List.of(), new LegacyInstances(all, true, NOW)));
    }

    @Override
    public LegacyInstances instances(LegacyPart part) {
      throw new AssertionError("not asked for");
    }

    @Override
    public boolean subscribe(ServiceKey key) {
      throw new AssertionError("not asked for");
    }

    @Override
    public void unsubscribe(ServiceKey key) {
      throw new AssertionError("not asked for");
    }

    @Override
    public void register(ServiceKey service, RegisteredInstance instance) {
      throw new AssertionError("the check changes nothing");
    }

    @Override
    public boolean update(ServiceKey service, RegisteredInstance instance) {
      throw new AssertionError("the check changes nothing");
    }

    @Override
    public void deregister(ServiceKey service, RegisteredInstance instance) {
      throw new AssertionError("the check changes nothing");
    }

    @Override
    public boolean health(ServiceKey service, RegisteredInstance instance, boolean healthy) {
      throw new AssertionError("the check changes nothing");
    }

    @Override
    public void close() {}
  }
}
