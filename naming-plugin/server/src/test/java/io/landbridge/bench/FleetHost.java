package io.landbridge.bench;

import io.landbridge.membership.Group;
import io.landbridge.membership.StillGroup;
import io.landbridge.model.MemberId;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.plugin.Host;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** A server without a server: it has the fleet's registrations and keeps none of them. */
final class FleetHost implements Host {

  static final MemberId SELF = new MemberId("192.0.2.1:8848");

  private final Path directory;
  private final InstantLog log = new InstantLog();
  private final FleetRegistry registry;
  private final ConfigCentre config;
  private final Set<ServiceKey> subscribed = ConcurrentHashMap.newKeySet();
  private final LongAdder pushes = new LongAdder();

  FleetHost(Path directory, Fleet fleet) {
    this.directory = directory;
    this.registry = new FleetRegistry(fleet);
    this.config = new DiskConfigCentre(directory.resolve("config"));
  }

  void subscribe(ServiceKey service) {
    subscribed.add(service);
  }

  long pushes() {
    return pushes.sum();
  }

  @Override
  public NameRules names() {
    return NameRules.NACOS_2;
  }

  @Override
  public String description() {
    return "no server";
  }

  @Override
  public MemberId self() {
    return SELF;
  }

  @Override
  public Set<MemberId> healthyMembers() {
    return Set.of(SELF);
  }

  @Override
  public Path dataDirectory() {
    return directory.resolve("data");
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
    return StillGroup.outside(SELF);
  }

  InstantLog instantLog() {
    return log;
  }

  @Override
  public FleetRegistry registry() {
    return registry;
  }

  @Override
  public NativeServices services() {
    return new NativeServices() {
      @Override
      public List<ServiceKey> all() {
        return List.of();
      }

      @Override
      public List<NativeInstance> instances(ServiceKey service) {
        return List.of();
      }

      @Override
      public List<ServiceKey> named(NamespaceId namespace, String name) {
        return List.of();
      }
    };
  }

  @Override
  public Subscribers subscribers() {
    return new Subscribers() {
      @Override
      public boolean any(ServiceKey service) {
        return subscribed.contains(service);
      }

      @Override
      public void push(ServiceKey service) {
        pushes.increment();
      }
    };
  }

  @Override
  public SubscribedClients clients() {
    return new NoClients();
  }

  @Override
  public ConfigCentre config() {
    return config;
  }

  @Override
  public LocalInstances local() {
    return LocalInstances.NONE;
  }
}
