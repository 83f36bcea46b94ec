package io.landbridge.plugin;

import io.landbridge.dubbo.Registration;
import io.landbridge.membership.Group;
import io.landbridge.membership.StillGroup;
import io.landbridge.model.MemberId;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.MemoryRegistry;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.record.EntryKey;
import io.landbridge.service.NoClients;
import io.landbridge.service.SubscribedClients;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.view.derived.Subscribers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/** A server in memory: what is registered is what the test says. */
final class MemoryHost implements Host {

  private final MemberId self;
  private final Path directory;
  private final ReplicatedLog log;
  private final ConfigCentre config;
  private final Set<MemberId> living;

  private volatile Group group;
  private volatile NameRules names = NameRules.NACOS_2;
  private volatile LocalInstances local = LocalInstances.NONE;
  private final MemoryRegistry registry = new MemoryRegistry();
  private final List<ServiceKey> pushed = new CopyOnWriteArrayList<>();
  private final Map<ServiceKey, List<NativeInstance>> natives = new ConcurrentHashMap<>();
  private final ReentrantLock subscribersKnown = new ReentrantLock();

  MemoryHost(
      MemberId self, Path directory, ReplicatedLog log, ConfigCentre config, Set<MemberId> living) {
    this.self = self;
    this.directory = directory;
    this.log = log;
    this.config = config;
    this.living = living;
    this.group = StillGroup.outside(self);
  }

  void connect(String client, List<Registration> registrations) {
    registry.connect(client, registrations);
  }

  void disconnect(String client) {
    registry.disconnect(client);
  }

  void setReplicated(List<Registration> registrations) {
    registry.replicate("replicated", registrations);
  }

  void setReady(boolean value) {
    registry.setReady(value);
  }

  void putNatives(ServiceKey service, NativeInstance... instances) {
    natives.put(service, List.of(instances));
  }

  /** Who subscribes is answered only while nobody else holds it: till then no view is taken in. */
  ReentrantLock subscribersKnown() {
    return subscribersKnown;
  }

  List<ServiceKey> pushed() {
    return pushed;
  }

  @Override
  public NameRules names() {
    return names;
  }

  void setNames(NameRules value) {
    names = value;
  }

  @Override
  public String description() {
    return "memory";
  }

  @Override
  public MemberId self() {
    return self;
  }

  @Override
  public Set<MemberId> healthyMembers() {
    return Set.copyOf(living);
  }

  @Override
  public Path dataDirectory() {
    return directory;
  }

  @Override
  public Optional<EntryKey> entryKey() {
    return Optional.empty();
  }

  @Override
  public ReplicatedLog log() {
    return log;
  }

  @Override
  public Group group() {
    return group;
  }

  /** Puts it into a group with others; must come before the plugin is started. */
  void setGroup(Group value) {
    group = value;
  }

  @Override
  public NativeRegistry registry() {
    return registry;
  }

  @Override
  public NativeServices services() {
    return new NativeServices() {
      @Override
      public List<NativeInstance> instances(ServiceKey service) {
        return natives.getOrDefault(service, List.of());
      }

      @Override
      public List<ServiceKey> all() {
        return List.copyOf(natives.keySet());
      }

      @Override
      public List<ServiceKey> named(NamespaceId namespace, String name) {
        return natives.keySet().stream()
            .filter(each -> each.namespace().equals(namespace) && each.name().equals(name))
            .toList();
      }
    };
  }

  @Override
  public Subscribers subscribers() {
    return new Subscribers() {
      @Override
      public boolean any(ServiceKey service) {
        subscribersKnown.lock();
        subscribersKnown.unlock();
        return true;
      }

      @Override
      public void push(ServiceKey service) {
        pushed.add(service);
      }
    };
  }

  @Override
  public SubscribedClients clients() {
    return new NoClients();
  }

  @Override
  public LocalInstances local() {
    return local;
  }

  @Override
  public ConfigCentre config() {
    return config;
  }
}
