package io.landbridge.plugin;

import io.landbridge.dubbo.InterfaceRegistration;
import io.landbridge.model.MemberId;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.NativeRegistry;
import io.landbridge.observe.Registrations;
import io.landbridge.observe.RegistryNotReadyException;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.NativeServices;
import io.landbridge.view.NativeInstance;
import io.landbridge.view.Subscribers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server in memory: what is registered is what the test says. */
final class MemoryHost implements Host, NativeRegistry {

  private final MemberId self;
  private final Path directory;
  private final ReplicatedLog log;
  private final ConfigCentre config;
  private final Set<MemberId> living;

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final List<ServiceKey> pushed = new CopyOnWriteArrayList<>();
  private final Map<ServiceKey, List<NativeInstance>> natives = new ConcurrentHashMap<>();
  private final Map<String, List<InterfaceRegistration>> clients = new HashMap<>();
  private List<InterfaceRegistration> replicated = List.of();
  private boolean ready = true;

  MemoryHost(
      MemberId self, Path directory, ReplicatedLog log, ConfigCentre config, Set<MemberId> living) {
    this.self = self;
    this.directory = directory;
    this.log = log;
    this.config = config;
    this.living = living;
  }

  void connect(String client, List<InterfaceRegistration> registrations) {
    synchronized (this) {
      clients.put(client, List.copyOf(registrations));
    }
    listeners.forEach(Runnable::run);
  }

  void disconnect(String client) {
    synchronized (this) {
      clients.remove(client);
    }
    listeners.forEach(Runnable::run);
  }

  void setReplicated(List<InterfaceRegistration> registrations) {
    synchronized (this) {
      replicated = List.copyOf(registrations);
    }
    listeners.forEach(Runnable::run);
  }

  synchronized void setReady(boolean value) {
    ready = value;
  }

  void putNatives(ServiceKey service, NativeInstance... instances) {
    natives.put(service, List.of(instances));
  }

  List<ServiceKey> pushed() {
    return pushed;
  }

  @Override
  public synchronized Registrations registrations() throws RegistryNotReadyException {
    if (!ready) {
      throw new RegistryNotReadyException("still loading");
    }
    List<InterfaceRegistration> all = new ArrayList<>();
    clients.values().forEach(all::addAll);
    return new Registrations(all, replicated);
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
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
  public ReplicatedLog log() {
    return log;
  }

  @Override
  public NativeRegistry registry() {
    return this;
  }

  @Override
  public NativeServices services() {
    return service -> natives.getOrDefault(service, List.of());
  }

  @Override
  public Subscribers subscribers() {
    return new Subscribers() {
      @Override
      public boolean any(ServiceKey service) {
        return true;
      }

      @Override
      public void push(ServiceKey service) {
        pushed.add(service);
      }
    };
  }

  @Override
  public ConfigCentre config() {
    return config;
  }
}
