package io.landbridge.bridge;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyChange;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacyMembers;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.registry.legacy.LegacyService;
import io.landbridge.registry.legacy.LegacySnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A legacy cluster without a network. */
public final class MemoryLegacy {

  private final SortedMap<ServiceKey, SortedMap<String, LegacyInstance>> content = new TreeMap<>();
  private final List<Connection> connections = new CopyOnWriteArrayList<>();
  private final AtomicInteger registrations = new AtomicInteger();
  private final AtomicInteger deregistrations = new AtomicInteger();
  private volatile Duration latency = Duration.ZERO;
  private boolean failing;
  private boolean unreadable;
  private final Set<ServiceKey> unreadables = new TreeSet<>();
  private boolean pushing;
  private boolean hearsay;
  private boolean forgetful;
  private int forgotten;
  private boolean healthRefused;
  private String refused = "";
  private boolean fixedHealth;
  private int healthTries;
  private int healthLosses;
  private boolean replaced;
  private int password;
  private @Nullable LegacySnapshot frozen;
  private List<String> unusable = List.of();
  private int opened;
  private int beats;
  private int services;

  public synchronized void put(ServiceKey service, RegisteredInstance instance, long beat) {
    content
        .computeIfAbsent(service, key -> new TreeMap<>())
        .put(labelled(instance), new LegacyInstance(instance, beat));
    tell(service);
  }

  /** As 1.x does: an address is there once for each label. */
  private static String labelled(RegisteredInstance instance) {
    return instance.address() + " " + instance.cluster();
  }

  /** Whatever its label. */
  public synchronized void remove(ServiceKey service, String address) {
    remove(service, each -> each.address().equals(address));
  }

  private void remove(ServiceKey service, Predicate<RegisteredInstance> which) {
    SortedMap<String, LegacyInstance> instances = content.get(service);
    if (instances != null) {
      instances.values().removeIf(each -> which.test(each.seen()));
      tell(service);
    }
  }

  private void tell(ServiceKey service) {
    if (pushing) {
      connections.forEach(
          each ->
              each.listener.changed(
                  new LegacyChange(service, List.of(), LegacyChange.Source.PUSH)));
    }
  }

  /** Lists namespaces that nobody can ask for. */
  public synchronized void setUnusable(List<String> namespaces) {
    unusable = List.copyOf(namespaces);
  }

  public synchronized void setFailing(boolean value) {
    failing = value;
  }

  /** That part, with no more of a single instance than a server of 1.x tells. */
  public static LegacyInstances of(LegacyInstances all, LegacyPart part) {
    return new LegacyInstances(
        all.instances().stream()
            .filter(each -> each.seen().cluster().equals(part.label()))
            .flatMap(each -> part.only().map(it -> single(each, it)).orElse(Stream.of(each)))
            .toList(),
        all.firstHand(),
        all.readAt());
  }

  private static Stream<LegacyInstance> single(LegacyInstance instance, LegacyPart.Address at) {
    RegisteredInstance seen = instance.seen();
    return seen.ip().equals(at.ip()) && seen.port() == at.port()
        ? Stream.of(
            new LegacyInstance(
                new RegisteredInstance(
                    seen.ip(),
                    seen.port(),
                    seen.cluster(),
                    seen.weight(),
                    seen.healthy(),
                    !ExportMark.isOfDisabled(seen.metadata()),
                    true,
                    seen.metadata()),
                LegacyInstance.UNKNOWN_BEAT))
        : Stream.empty();
  }

  /** From now on it believes only who connects from now on. */
  public synchronized void changePassword() {
    password++;
  }

  /** What it has at once, and that alone, is as old as this moment from now on. */
  public synchronized void freezeSnapshot() {
    frozen = snapshotNow();
  }

  private LegacySnapshot snapshotNow() {
    SortedMap<ServiceKey, List<LegacyInstance>> all = new TreeMap<>();
    shown()
        .forEach(
            (key, instances) -> {
              List<LegacyInstance> ephemeral =
                  instances.values().stream().filter(it -> it.seen().ephemeral()).toList();
              if (!ephemeral.isEmpty()) {
                all.put(key, ephemeral);
              }
            });
    return new LegacySnapshot(all, List.of(), System.currentTimeMillis());
  }

  /** Whether a newer server answers where this one was. */
  public synchronized void setReplaced(boolean value) {
    replaced = value;
  }

  /** Answers, but not what it has. */
  public synchronized void setUnreadable(boolean value) {
    unreadable = value;
  }

  /** Whether who is asked for a service is not who receives its beats, and knows of nothing. */
  public synchronized void setHearsay(boolean value) {
    hearsay = value;
  }

  /** Whether it says of everything that there is nothing. */
  public synchronized void setForgetful(boolean value) {
    forgetful = value;
  }

  /** Says so of the next services that it is asked for, this many times. */
  public synchronized void forgetFor(int questions) {
    forgotten = questions;
  }

  private SortedMap<ServiceKey, SortedMap<String, LegacyInstance>> shown() {
    return forgetful ? new TreeMap<>() : content;
  }

  public synchronized void setPushing(boolean value) {
    pushing = value;
  }

  /** As 1.4.1 with authentication on. */
  public synchronized void setHealthRefused(boolean value) {
    healthRefused = value;
  }

  /** Whether registering a persistent instance again leaves its health as it is. */
  public synchronized void setFixedHealth(boolean value) {
    fixedHealth = value;
  }

  /** Says of so many healths that they are set, and forgets them. */
  public synchronized void loseHealth(int times) {
    healthLosses = times;
  }

  /** Refuses to tell of a service that it lists, or answers what is no answer. */
  public synchronized void setUnreadable(ServiceKey service, boolean value) {
    if (value) {
      unreadables.add(service);
    } else {
      unreadables.remove(service);
    }
  }

  /** Refuses whatever is done to this address. */
  public synchronized void setRefused(String address) {
    refused = address;
  }

  public synchronized int healthTries() {
    return healthTries;
  }

  public synchronized int opened() {
    return opened;
  }

  /** Each change takes as long from now on, as over a network. */
  public void setLatency(Duration latency) {
    this.latency = latency;
  }

  /** How many registrations were sent. */
  public int registrations() {
    return registrations.get();
  }

  /** How many times something was taken away. */
  public int deregistrations() {
    return deregistrations.get();
  }

  private void travel() {
    LockSupport.parkNanos(latency.toNanos());
  }

  public synchronized int beats() {
    return beats;
  }

  /** How often a single service was asked for. */
  public synchronized int services() {
    return services;
  }

  /** What the connections that are open have subscribed to. */
  public synchronized SortedSet<ServiceKey> subscribed() {
    SortedSet<ServiceKey> all = new TreeSet<>();
    connections.forEach(each -> all.addAll(each.subscribed));
    return all;
  }

  public synchronized List<RegisteredInstance> of(ServiceKey service) {
    return content.getOrDefault(service, new TreeMap<>()).values().stream()
        .map(LegacyInstance::seen)
        .toList();
  }

  public synchronized LegacyCluster open(LegacyListener listener) {
    opened++;
    Connection connection = new Connection(listener);
    connections.add(connection);
    return connection;
  }

  private final class Connection implements LegacyCluster {

    private final LegacyListener listener;
    private final Set<ServiceKey> subscribed = new TreeSet<>();
    private final int given = password;

    Connection(LegacyListener listener) {
      this.listener = listener;
    }

    private void ask() throws RegistryException {
      if (given != password) {
        throw new RegistryException(
            RegistryException.Kind.UNAUTHORISED, "login failed", "memory", "on purpose");
      }
      if (failing) {
        throw new RegistryException(
            RegistryException.Kind.UNREACHABLE, "nobody answers", "memory", "on purpose");
      }
    }

    private RegisteredInstance fixed(ServiceKey service, RegisteredInstance instance) {
      LegacyInstance before =
          content.getOrDefault(service, new TreeMap<>()).get(labelled(instance));
      return fixedHealth && !instance.ephemeral() && before != null
          ? instance.withHealth(before.seen().healthy())
          : instance;
    }

    private void askContent() throws RegistryException {
      ask();
      if (unreadable) {
        throw new RegistryException(
            RegistryException.Kind.INCOMPLETE, "it ends in the middle", "memory", "on purpose");
      }
    }

    private void refuse(RegisteredInstance instance) throws RegistryException {
      if (instance.address().equals(refused)) {
        throw new RegistryException(
            RegistryException.Kind.REFUSED, "not this one", "memory", "on purpose");
      }
    }

    @Override
    public ServerInfo server() throws RegistryException {
      synchronized (MemoryLegacy.this) {
        ask();
        if (replaced) {
          throw new RegistryException(
              RegistryException.Kind.NOT_FOUND, "not found", "memory", "on purpose");
        }
        return new ServerInfo(ServerInfo.Api.V1, "1.4.1", ServerAddress.parse("127.0.0.1:8848"));
      }
    }

    @Override
    public LegacyMembers members() {
      return new LegacyMembers(List.of(), List.of());
    }

    @Override
    public Namespaces namespaces() throws RegistryException {
      synchronized (MemoryLegacy.this) {
        ask();
        return Namespaces.listed(unusable).and(Namespaces.of(NamespaceId.PUBLIC));
      }
    }

    @Override
    public List<RegisteredService> services(NamespaceId namespace) throws RegistryException {
      synchronized (MemoryLegacy.this) {
        ask();
        List<RegisteredService> services = new ArrayList<>();
        shown().forEach((key, all) -> services.add(new RegisteredService(key, all.size())));
        return services;
      }
    }

    @Override
    public Optional<LegacyService> service(ServiceKey key) throws RegistryException {
      synchronized (MemoryLegacy.this) {
        ask();
        services++;
        if (unreadables.contains(key) || key.group().isEmpty()) {
          throw new RegistryException(
              RegistryException.Kind.UNEXPECTED_ANSWER, "status 500", "memory", "on purpose");
        }
        if (forgotten > 0) {
          forgotten--;
          return Optional.empty();
        }
        return Optional.ofNullable(shown().get(key))
            .map(
                all ->
                    new LegacyService(
                        key,
                        0,
                        new TreeMap<>(),
                        List.of(),
                        new LegacyInstances(
                            hearsay ? List.of() : List.copyOf(all.values()),
                            !hearsay,
                            System.currentTimeMillis())));
      }
    }

    @Override
    public LegacyInstances instances(LegacyPart part) throws RegistryException {
      return service(part.service())
          .map(LegacyService::held)
          .map(all -> of(all, part))
          .orElse(LegacyInstances.NONE);
    }

    @Override
    public Optional<LegacySnapshot> snapshot() throws RegistryException {
      synchronized (MemoryLegacy.this) {
        askContent();
        return Optional.of(frozen == null ? snapshotNow() : frozen);
      }
    }

    @Override
    public boolean subscribe(ServiceKey key) {
      synchronized (MemoryLegacy.this) {
        subscribed.add(key);
        return true;
      }
    }

    @Override
    public void unsubscribe(ServiceKey key) {
      synchronized (MemoryLegacy.this) {
        subscribed.remove(key);
      }
    }

    @Override
    public void register(ServiceKey service, RegisteredInstance instance) throws RegistryException {
      travel();
      registrations.incrementAndGet();
      synchronized (MemoryLegacy.this) {
        ask();
        refuse(instance);
        if (!service.name().matches("[0-9a-zA-Z@.:_-]+")) {
          throw new RegistryException(
              RegistryException.Kind.REFUSED, "dom name can only have", "memory", "on purpose");
        }
        put(service, fixed(service, instance), System.currentTimeMillis());
      }
    }

    @Override
    public boolean update(ServiceKey service, RegisteredInstance instance)
        throws RegistryException {
      register(service, instance);
      return true;
    }

    @Override
    public BeatAnswer beat(ServiceKey service, RegisteredInstance instance)
        throws RegistryException {
      synchronized (MemoryLegacy.this) {
        ask();
        beats++;
        boolean known =
            content.getOrDefault(service, new TreeMap<>()).containsKey(labelled(instance));
        return new BeatAnswer(known, Duration.ofSeconds(30));
      }
    }

    @Override
    public void deregister(ServiceKey service, RegisteredInstance instance)
        throws RegistryException {
      travel();
      deregistrations.incrementAndGet();
      synchronized (MemoryLegacy.this) {
        ask();
        refuse(instance);
        remove(service, each -> labelled(each).equals(labelled(instance)));
      }
    }

    @Override
    public boolean health(ServiceKey service, RegisteredInstance instance, boolean healthy)
        throws RegistryException {
      synchronized (MemoryLegacy.this) {
        healthTries++;
        if (healthRefused) {
          return false;
        }
        ask();
        refuse(instance);
        if (healthLosses > 0) {
          healthLosses--;
        } else {
          put(service, instance.withHealth(healthy), System.currentTimeMillis());
        }
        return true;
      }
    }

    @Override
    public void close() {
      connections.remove(this);
    }
  }
}
