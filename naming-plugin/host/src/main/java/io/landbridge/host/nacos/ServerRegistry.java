package io.landbridge.host.nacos;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.core.distributed.distro.DistroProtocol;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.impl.IpPortBasedClient;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.event.publisher.NamingEventPublisherFactory;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.BatchInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.utils.InstanceUtil;
import io.landbridge.dubbo.InterfaceRegistration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.NativeRegistry;
import io.landbridge.observe.Registrations;
import io.landbridge.observe.RegistryNotReadyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registrations in the server's client model, which is where it keeps them: per client, per
 * service. Edits made in the console are kept elsewhere and laid over, as the server does itself.
 */
final class ServerRegistry implements NativeRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(ServerRegistry.class);

  private final ClientManager clients;
  private final NamingMetadataManager edits;
  private final DistroMapper distribution;
  private final DistroProtocol replication;
  private final RareWarning warning = new RareWarning(LOG);

  ServerRegistry(
      ClientManager clients,
      NamingMetadataManager edits,
      DistroMapper distribution,
      DistroProtocol replication) {
    this.clients = clients;
    this.edits = edits;
    this.distribution = distribution;
    this.replication = replication;
  }

  @Override
  public Registrations registrations() throws RegistryNotReadyException {
    if (!replication.isInitialized()) {
      throw new RegistryNotReadyException(
          "the server has not loaded the other members' registrations yet");
    }
    List<InterfaceRegistration> responsible = new ArrayList<>();
    List<InterfaceRegistration> replicated = new ArrayList<>();
    for (String id : clients.allClientId()) {
      // The client may be gone since its id was listed.
      @Nullable Client client = clients.getClient(id);
      if (client != null) {
        read(client, isResponsible(client) ? responsible : replicated);
      }
    }
    return new Registrations(responsible, replicated);
  }

  @Override
  public void onChange(Runnable listener) {
    NotifyCenter.registerSubscriber(
        new RegistryEvents(listener), NamingEventPublisherFactory.getInstance());
  }

  /**
   * A persistent instance is in the server's own Raft group, hence here in full on every member,
   * and the server holds every member responsible; we want one.
   */
  private boolean isResponsible(Client client) {
    if (client instanceof IpPortBasedClient byAddress && !client.isEphemeral()) {
      return distribution.responsible(byAddress.getResponsibleId());
    }
    return clients.isResponsibleClient(client);
  }

  private void read(Client client, List<InterfaceRegistration> into) {
    String clientName = client instanceof IpPortBasedClient ? "" : client.getClientId();
    for (Service service : client.getAllPublishedService()) {
      @Nullable InstancePublishInfo info = client.getInstancePublishInfo(service);
      if (info == null || !RegistryEvents.isProviders(service)) {
        continue;
      }
      if (info instanceof BatchInstancePublishInfo batch) {
        batch.getInstancePublishInfos().forEach(each -> add(clientName, service, each, into));
      } else {
        add(clientName, service, info, into);
      }
    }
  }

  private void add(
      String client, Service service, InstancePublishInfo info, List<InterfaceRegistration> into) {
    try {
      into.add(registration(client, service, info));
    } catch (RuntimeException e) {
      warning.warn(
          "A registration in "
              + service.getGroupedServiceName()
              + " cannot be read and is left out",
          e);
    }
  }

  private InterfaceRegistration registration(
      String client, Service service, InstancePublishInfo info) {
    Instance instance = InstanceUtil.parseToApiInstance(service, info);
    edits
        .getInstanceMetadata(service, info.getMetadataId())
        .ifPresent(each -> InstanceUtil.updateInstanceMetadata(instance, each));
    return new InterfaceRegistration(
        new ServiceKey(
            NamespaceId.of(service.getNamespace()), service.getGroup(), service.getName()),
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
    Map<String, String> clean = new HashMap<>(metadata);
    clean.values().removeIf(each -> each == null);
    clean.remove(null);
    return clean;
  }
}
