package io.landbridge.migrate;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.ServerMembers;
import io.landbridge.registry.Subscriber;
import io.landbridge.registry.Subscribers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster of which a test says what is registered, subscribed to and configured. */
public final class SketchedRegistry implements Registry {

  private final List<String> members;
  private final Map<String, Kind> failing = new ConcurrentHashMap<>();
  private final Map<String, Map<ServiceKey, List<Subscriber>>> subscribers = new TreeMap<>();
  private final Map<ServiceKey, Integer> nameless = new TreeMap<>();
  private final Map<ServiceKey, List<RegisteredInstance>> registered = new TreeMap<>();
  private final Map<String, String> configurations = new ConcurrentSkipListMap<>();
  private final Set<String> used = new TreeSet<>();
  private final AtomicInteger questions = new AtomicInteger();
  private ServerInfo server = Registrations.SERVER;

  public SketchedRegistry(String... members) {
    this.members = List.of(members);
  }

  /** A member, or a group of configurations, fails so whatever it is asked. */
  public SketchedRegistry fail(String what, Kind kind) {
    failing.put(what, kind);
    return this;
  }

  public SketchedRegistry subscribed(String member, ServiceKey service, Subscriber... all) {
    subscribers.computeIfAbsent(member, none -> new TreeMap<>()).put(service, List.of(all));
    return this;
  }

  /** Its list of subscribers has so many entries without an address. */
  public SketchedRegistry nameless(ServiceKey service, int entries) {
    nameless.put(service, entries);
    return this;
  }

  public SketchedRegistry registered(ServiceKey service, RegisteredInstance... all) {
    registered.put(service, List.of(all));
    return this;
  }

  public SketchedRegistry configured(String group, String dataId, String text) {
    configurations.put(group + "\n" + dataId, text);
    return this;
  }

  /** Is a server of this version. */
  public SketchedRegistry version(String version) {
    server = new ServerInfo(server.api(), version, server.address());
    return this;
  }

  /** How often members were asked for subscribers. */
  public int questions() {
    return questions.get();
  }

  @Override
  public ServerInfo server() {
    return server;
  }

  @Override
  public ServerMembers members(ServerAddress server) throws RegistryException {
    check(server.hostAndPort());
    return new ServerMembers(server.hostAndPort(), members, List.of());
  }

  @Override
  public Subscribers subscribers(ServerAddress member, ServiceKey service)
      throws RegistryException {
    questions.incrementAndGet();
    check(member.hostAndPort());
    check(service.name());
    return new Subscribers(
        subscribers.getOrDefault(member.hostAndPort(), Map.of()).getOrDefault(service, List.of()),
        nameless.getOrDefault(service, 0));
  }

  private void check(String what) throws RegistryException {
    Kind kind = failing.get(what);
    if (kind != null) {
      throw new RegistryException(kind, "it is " + kind, what, "nothing");
    }
  }

  @Override
  public Optional<String> config(NamespaceId namespace, String group, String dataId) {
    return Optional.ofNullable(configurations.get(group + "\n" + dataId));
  }

  @Override
  public List<String> dataIds(NamespaceId namespace, String group) throws RegistryException {
    check(group);
    SortedSet<String> ids = new TreeSet<>();
    for (String each : configurations.keySet()) {
      if (each.startsWith(group + "\n")) {
        ids.add(each.substring(group.length() + 1));
      }
    }
    return List.copyOf(ids);
  }

  @Override
  public Optional<Namespaces> namespaces() {
    return Optional.of(Namespaces.of(NamespaceId.PUBLIC));
  }

  @Override
  public Namespaces used() {
    return Namespaces.listed(used);
  }

  /** Lists this namespace as used, whether or not anything is in it. */
  public SketchedRegistry used(NamespaceId namespace) {
    return used(namespace.value());
  }

  /** The same of a text that may be no namespace. */
  public SketchedRegistry used(String namespace) {
    used.add(namespace);
    return this;
  }

  @Override
  public List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
    check(namespace.value());
    return registered.entrySet().stream()
        .filter(each -> each.getKey().namespace().equals(namespace))
        .map(each -> new RegisteredService(each.getKey(), each.getValue().size()))
        .toList();
  }

  @Override
  public List<RegisteredInstance> instances(ServiceKey service) throws RegistryException {
    check(service.name());
    return registered.getOrDefault(service, List.of());
  }

  @Override
  public List<RegisteredInstance> lookup(ServiceKey service, Set<String> clusters)
      throws RegistryException {
    return instances(service);
  }

  @Override
  public OptionalLong configurations(NamespaceId namespace) {
    return OptionalLong.of(configurations.size());
  }
}
