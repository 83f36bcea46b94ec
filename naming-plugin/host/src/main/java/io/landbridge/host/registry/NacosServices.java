package io.landbridge.host.registry;

import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.pojo.BatchInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server's services, and ours. */
public final class NacosServices {

  private NacosServices() {}

  /** As the server's indexes know it: whether it is ephemeral is not part of its identity. */
  public static Service service(ServiceKey key) {
    return Service.newService(key.namespace().value(), key.group(), key.name());
  }

  /**
   * The name of a service of the server.
   *
   * @throws IllegalArgumentException if the server has let in a name that is none
   */
  public static ServiceKey key(Service service) {
    return new ServiceKey(
        NamespaceId.listed(service.getNamespace()), service.getGroup(), service.getName());
  }

  /** Does the same as {@link #key}; empty where the server has let in a name that is none. */
  public static Optional<ServiceKey> usable(Service service) {
    return NamespaceId.read(service.getNamespace())
        .map(namespace -> new ServiceKey(namespace, service.getGroup(), service.getName()));
  }

  /**
   * The ids of the clients that subscribe to a service. The server looks twice, and finds nothing
   * when the last one leaves in between.
   */
  public static Collection<String> subscribers(
      ClientServiceIndexesManager indexes, Service service) {
    @Nullable Collection<String> ids = indexes.getAllClientsSubscribeService(service);
    return ids == null ? List.of() : ids;
  }

  /** The ids of the clients that have registered something in a service; likewise. */
  public static Collection<String> registrants(
      ClientServiceIndexesManager indexes, Service service) {
    @Nullable Collection<String> ids = indexes.getAllClientsRegisteredService(service);
    return ids == null ? List.of() : ids;
  }

  /** What a client has registered in a service, in a batch perhaps, or by itself. */
  public static List<InstancePublishInfo> registered(Client client, Service service) {
    @Nullable InstancePublishInfo info = client.getInstancePublishInfo(service);
    return info == null ? List.of() : registered(info);
  }

  /** The same, of the server's object for all of it. */
  public static List<InstancePublishInfo> registered(InstancePublishInfo info) {
    if (info instanceof BatchInstancePublishInfo batch) {
      return batch.getInstancePublishInfos();
    }
    return List.of(info);
  }
}
