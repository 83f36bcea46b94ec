package io.landbridge.host.registry;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.event.publisher.NamingEventPublisherFactory;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.utils.InstanceUtil;
import com.alibaba.nacos.sys.utils.ApplicationUtils;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.observe.registry.UnitSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registrations in the server's client model, which is where it keeps them: per client, per
 * service. Edits made in the console are kept elsewhere and laid over, as the server does itself.
 */
public final class ServerRegistry implements NativeRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(ServerRegistry.class);

  private final ClientManager clients;
  private final ClientServiceIndexesManager index;
  private final NamingMetadataManager edits;
  private final DistroMapper distribution;
  private final InitialLoad load;
  private final EditedInstances edited;
  private final ClientUnits units = new ClientUnits();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final RareWarning warning = new RareWarning(LOG);

  /** The members responsibility was divided among when it was looked at last. */
  private List<String> members = List.of();

  public ServerRegistry(
      ClientManager clients,
      ClientServiceIndexesManager index,
      NamingMetadataManager edits,
      DistroMapper distribution,
      InitialLoad load) {
    this.clients = clients;
    this.index = index;
    this.edits = edits;
    this.distribution = distribution;
    this.load = load;
    this.edited = new EditedInstances(edits);
  }

  /** While the server starts, which may take minutes, it refuses clients. */
  @Override
  public boolean isReady() {
    return ApplicationUtils.isStarted() && load.isDone();
  }

  @Override
  public Collection<String> units() {
    Set<String> all = new HashSet<>();
    for (String id : clients.allClientId()) {
      all.add(units.unitOf(id));
    }
    return all;
  }

  @Override
  public String unitAt(String ip) {
    return ClientUnits.unitAt(ip);
  }

  @Override
  public UnitSummary summary(String unit) {
    // Two of three connections are other members', and hardly anybody asks what has changed there.
    return summary(unit, ClientUnits.isAddress(unit) || isResponsible(unit));
  }

  @Override
  public long stamp(String unit) {
    return summary(unit, true).stamp();
  }

  private UnitSummary summary(String unit, boolean stamped) {
    Set<Address> addresses = new HashSet<>();
    long[] stamp = {0};
    visit(
        unit,
        client ->
            (service, info) -> {
              addresses.add(new Address(info.getIp(), info.getPort()));
              if (stamped) {
                stamp[0] += stamp(service, info);
              }
            });
    return addresses.isEmpty() ? UnitSummary.NONE : new UnitSummary(addresses, stamp[0]);
  }

  /** The sum of these must not depend on the order, and must differ when two swap contents. */
  private long stamp(Service service, InstancePublishInfo info) {
    long hash = service.hashCode();
    hash = hash * 31 + info.getIp().hashCode();
    hash = hash * 31 + info.getPort();
    hash = hash * 31 + Boolean.hashCode(info.isHealthy());
    hash = hash * 31 + String.valueOf(info.getCluster()).hashCode();
    hash = hash * 31 + Boolean.hashCode(service.isEphemeral());
    Map<String, Object> data = info.getExtendDatum();
    if (data != null) {
      for (Map.Entry<String, Object> each : data.entrySet()) {
        hash += mixed(31L * each.getKey().hashCode() + String.valueOf(each.getValue()).hashCode());
      }
    }
    int edit =
        edits
            .getInstanceMetadata(service, info.getMetadataId())
            .map(EditedInstances::hash)
            .orElse(0);
    return mixed(hash * 31 + edit);
  }

  /** The finaliser of SplitMix64: spreads every bit over all. */
  private static long mixed(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  @Override
  public List<Registration> read(String unit) {
    List<Registration> found = new ArrayList<>();
    visit(
        unit,
        client -> (service, info) -> add(ClientUnits.connection(client), service, info, found));
    return found;
  }

  @Override
  public List<Loss> unusable(String unit) {
    List<Loss> found = new ArrayList<>();
    visit(
        unit,
        client ->
            (service, info) ->
                NamespaceId.refusal(service.getNamespace())
                    .ifPresent(why -> found.add(unusable(service, info, why))));
    return found;
  }

  private static Loss unusable(Service service, InstancePublishInfo info, String why) {
    @Nullable Map<String, Object> metadata = info.getExtendDatum();
    @Nullable Object application = metadata == null ? null : metadata.get(MetadataKeys.APPLICATION);
    return Loss.inUnusableNamespace(
        service.getNamespace(),
        service.getGroup(),
        service.getName(),
        info.getIp() + ":" + info.getPort(),
        why,
        application == null ? "" : application.toString());
  }

  /** What is done with the registrations of a client. */
  @FunctionalInterface
  private interface Visitor {
    BiConsumer<Service, InstancePublishInfo> of(String client);
  }

  private void visit(String unit, Visitor visitor) {
    for (String id : units.clientsOf(unit)) {
      @Nullable Client client = clients.getClient(id);
      if (client == null) {
        units.forget(id);
        if (clients.getClient(id) != null) {
          // It came back between the two.
          units.unitOf(id);
        }
      } else {
        visit(client, visitor.of(id));
      }
    }
  }

  private static void visit(Client client, BiConsumer<Service, InstancePublishInfo> visitor) {
    for (Service service : client.getAllPublishedService()) {
      @Nullable InstancePublishInfo info = client.getInstancePublishInfo(service);
      if (info == null || !RegistryEvents.isProvider(service, info)) {
        continue;
      }
      for (InstancePublishInfo each : NacosServices.registered(info)) {
        // The server takes one that says no address, which nobody can call.
        if (each.getIp() != null) {
          visitor.accept(service, each);
        }
      }
    }
  }

  /**
   * A persistent instance is in the server's own Raft group, hence here in full on every member,
   * and the server holds every member responsible; we want one.
   */
  @Override
  public boolean isResponsible(String unit, Address address) {
    if (ClientUnits.isAddress(unit)) {
      return distribution.responsible(address.ip() + ":" + address.port());
    }
    return isResponsible(unit);
  }

  /** Whether a connection is one to this member. */
  private boolean isResponsible(String connection) {
    @Nullable Client client = clients.getClient(connection);
    return client != null && clients.isResponsibleClient(client);
  }

  @Override
  public void onChange(Consumer<String> listener) {
    listeners.add(listener);
    NotifyCenter.registerSubscriber(
        new RegistryEvents(
            new RegistryEvents.Listener() {
              @Override
              public void clientChanged(String client) {
                listener.accept(units.unitOf(client));
              }

              @Override
              public void serviceChanged(Service service) {
                edited.suspect(service);
              }
            }),
        NamingEventPublisherFactory.getInstance());
  }

  @Override
  public synchronized void resolve() {
    edited.resolve(this::markEdited);
    List<String> now = List.copyOf(distribution.getHealthyList());
    if (!now.equals(members)) {
      members = now;
      units.addresses().forEach(this::mark);
    }
  }

  private void markEdited(Service service, Set<String> instances) {
    for (String id : NacosServices.registrants(index, service)) {
      @Nullable Client client = clients.getClient(id);
      if (client != null) {
        visit(
            client,
            (published, info) -> {
              if (published.equals(service) && instances.contains(info.getMetadataId())) {
                mark(units.unitOf(id));
              }
            });
      }
    }
  }

  private void mark(String unit) {
    listeners.forEach(listener -> listener.accept(unit));
  }

  private void add(
      String client, Service service, InstancePublishInfo info, List<Registration> into) {
    if (NacosServices.usable(service).isEmpty()) {
      // It is named among what is unusable.
      return;
    }
    try {
      into.add(registration(client, service, info));
    } catch (RuntimeException e) {
      warning.warn(
          "A registration in "
              + LogText.of(service.getGroupedServiceName())
              + " cannot be read and was skipped",
          e);
    }
  }

  private Registration registration(String client, Service service, InstancePublishInfo info) {
    Instance instance = InstanceUtil.parseToApiInstance(service, info);
    edits
        .getInstanceMetadata(service, info.getMetadataId())
        .ifPresent(each -> InstanceUtil.updateInstanceMetadata(instance, each));
    return new Registration(
        NacosServices.key(service),
        client,
        instance.getIp(),
        instance.getPort(),
        instance.getClusterName(),
        instance.isHealthy(),
        instance.isEnabled(),
        service.isEphemeral(),
        withoutNulls(instance.getMetadata()));
  }

  private static Map<String, String> withoutNulls(Map<String, String> metadata) {
    if (!metadata.containsKey(null) && !metadata.containsValue(null)) {
      return metadata;
    }
    Map<String, String> clean = new HashMap<>(metadata);
    clean.values().removeIf(each -> each == null);
    clean.remove(null);
    return clean;
  }
}
