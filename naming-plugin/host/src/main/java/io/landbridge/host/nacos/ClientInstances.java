package io.landbridge.host.nacos;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.common.notify.listener.SmartSubscriber;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.event.client.ClientEvent;
import com.alibaba.nacos.naming.core.v2.event.client.ClientOperationEvent;
import com.alibaba.nacos.naming.core.v2.event.publisher.NamingEventPublisherFactory;
import com.alibaba.nacos.naming.core.v2.event.service.ServiceEvent;
import com.alibaba.nacos.naming.core.v2.metadata.InstanceMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.BatchInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.HealthCheckInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.utils.InstanceUtil;
import com.alibaba.nacos.sys.utils.ApplicationUtils;
import io.landbridge.legacy.LocalInstance;
import io.landbridge.legacy.LocalInstances;
import io.landbridge.model.ImportedInstance;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every instance in the server's client model that this member answers for, of whatever kind. Edits
 * made in the console are laid over, as the server does itself.
 */
final class ClientInstances implements LocalInstances, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClientInstances.class);

  private static final Runnable NOBODY = () -> {};

  private static final long READ_ANEW_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final ClientManager clients;
  private final NamingMetadataManager edits;
  private final DistroMapper distribution;
  private final InitialLoad load;
  private final RareWarning warning = new RareWarning(LOG);
  private volatile @Nullable Changes changes;

  /** What was read last, by the server's own object for it; most of it is as it was. */
  private Map<InstancePublishInfo, Known> known = new IdentityHashMap<>();

  private long knownSince = System.nanoTime();

  /**
   * An instance as it was read.
   *
   * @param service which it is in
   * @param id by which the server finds edits of it
   * @param instance as it is shown
   * @param edit what tells the edits of operators apart that are in it
   */
  private record Known(Service service, String id, ImportedInstance instance, int edit) {}

  ClientInstances(
      ClientManager clients,
      NamingMetadataManager edits,
      DistroMapper distribution,
      InitialLoad load) {
    this.clients = clients;
    this.edits = edits;
    this.distribution = distribution;
    this.load = load;
  }

  @Override
  public boolean isReady() {
    return ApplicationUtils.isStarted() && load.isDone();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The server replaces what a client registers and changes nothing of it but the health; all
   * the same everything is read anew once a minute.
   */
  @Override
  public synchronized List<LocalInstance> read() {
    long now = System.nanoTime();
    if (now - knownSince > READ_ANEW_NANOS) {
      knownSince = now;
      known = Map.of();
    }
    List<LocalInstance> found = new ArrayList<>(known.size());
    Map<InstancePublishInfo, Known> read = new IdentityHashMap<>(known.size());
    for (String id : clients.allClientId()) {
      @Nullable Client client = clients.getClient(id);
      if (client != null && isResponsible(id, client)) {
        read(id, client, found, read);
      }
    }
    known = read;
    return found;
  }

  /** Persistent ones are on every member in full, and the server holds every member responsible. */
  private boolean isResponsible(String id, Client client) {
    int end = id.indexOf(IpPortBasedClient.ID_DELIMITER);
    return end < 0
        ? clients.isResponsibleClient(client)
        : distribution.responsible(id.substring(0, end));
  }

  private void read(
      String id, Client client, List<LocalInstance> into, Map<InstancePublishInfo, Known> read) {
    boolean address = id.contains(IpPortBasedClient.ID_DELIMITER);
    for (Service service : client.getAllPublishedService()) {
      @Nullable InstancePublishInfo info = client.getInstancePublishInfo(service);
      if (info instanceof BatchInstancePublishInfo batch) {
        batch.getInstancePublishInfos().forEach(each -> add(address, service, each, into, read));
      } else if (info != null) {
        add(address, service, info, into, read);
      }
    }
  }

  private void add(
      boolean address,
      Service service,
      InstancePublishInfo info,
      List<LocalInstance> into,
      Map<InstancePublishInfo, Known> read) {
    try {
      Known instance = known(service, info);
      read.put(info, instance);
      into.add(
          new LocalInstance(
              instance.instance(),
              address && service.isEphemeral(),
              info instanceof HealthCheckInstancePublishInfo checked
                  ? checked.getLastHeartBeatTime()
                  : 0));
    } catch (RuntimeException e) {
      warning.warn(
          "A registration in "
              + service.getGroupedServiceName()
              + " cannot be read and is not exported",
          e);
    }
  }

  private Known known(Service service, InstancePublishInfo info) {
    @Nullable Known before = known.get(info);
    String id = before == null ? info.getMetadataId() : before.id();
    Optional<InstanceMetadata> edit = edits.getInstanceMetadata(service, id);
    int hash = edit.map(EditedInstances::hash).orElse(0);
    if (before != null
        && before.edit() == hash
        && before.instance().healthy() == info.isHealthy()
        && before.service().equals(service)) {
      return before;
    }
    Instance instance = InstanceUtil.parseToApiInstance(service, info);
    edit.ifPresent(each -> InstanceUtil.updateInstanceMetadata(instance, each));
    return new Known(service, id, imported(service, instance), hash);
  }

  private static ImportedInstance imported(Service service, Instance instance) {
    TreeMap<String, String> metadata = new TreeMap<>();
    instance
        .getMetadata()
        .forEach(
            (key, value) -> {
              if (key != null && value != null) {
                metadata.put(key, value);
              }
            });
    return new ImportedInstance(
        new ImportedInstance.Key(
            NacosServices.key(service),
            instance.getClusterName(),
            instance.getIp(),
            instance.getPort()),
        instance.getWeight(),
        instance.isEnabled(),
        instance.isHealthy(),
        service.isEphemeral(),
        metadata);
  }

  @Override
  public void onChange(Runnable listener) {
    Changes subscriber = new Changes(listener);
    changes = subscriber;
    NotifyCenter.registerSubscriber(subscriber, NamingEventPublisherFactory.getInstance());
  }

  /** The server has no way to take out a subscriber of its naming events. */
  @Override
  public void close() {
    Changes subscriber = changes;
    if (subscriber != null) {
      subscriber.listener = NOBODY;
    }
  }

  /** Turns the server's events into marks. */
  private static final class Changes extends SmartSubscriber {

    private volatile Runnable listener;

    Changes(Runnable listener) {
      this.listener = listener;
    }

    @Override
    public List<Class<? extends Event>> subscribeTypes() {
      return List.of(
          ServiceEvent.ServiceChangedEvent.class,
          ClientOperationEvent.ClientRegisterServiceEvent.class,
          ClientOperationEvent.ClientDeregisterServiceEvent.class,
          ClientEvent.ClientDisconnectEvent.class);
    }

    @Override
    public void onEvent(Event event) {
      listener.run();
    }
  }
}
