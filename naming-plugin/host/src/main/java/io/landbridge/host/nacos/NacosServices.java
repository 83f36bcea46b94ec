package io.landbridge.host.nacos;

import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;

/** The server's name of a service and ours. Pure. */
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
        NamespaceId.of(service.getNamespace()), service.getGroup(), service.getName());
  }
}
