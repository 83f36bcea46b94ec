package io.landbridge.host.nacos;

import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.naming.core.v2.event.service.ServiceEvent;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.Subscribers;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subscribers in the server's index: gRPC connections of this member and 1.x clients that left
 * a UDP port here. The server puts a subscriber of a service that does not exist there, too.
 */
final class IndexedSubscribers implements Subscribers {

  private final ClientServiceIndexesManager indexes;

  IndexedSubscribers(ClientServiceIndexesManager indexes) {
    this.indexes = indexes;
  }

  @Override
  public boolean any(ServiceKey key) {
    return !clients(service(key)).isEmpty();
  }

  @Override
  public void push(ServiceKey key) {
    Service service = service(key);
    // The event by which the server greets a new subscriber: push to this one client.
    for (String client : List.copyOf(clients(service))) {
      NotifyCenter.publishEvent(new ServiceEvent.ServiceSubscribedEvent(service, client));
    }
  }

  private static Service service(ServiceKey key) {
    return Service.newService(key.namespace().value(), key.group(), key.name());
  }

  /** The server looks twice, and finds nothing when the last subscriber leaves in between. */
  private Collection<String> clients(Service service) {
    @Nullable Collection<String> clients = indexes.getAllClientsSubscribeService(service);
    return clients == null ? List.of() : clients;
  }
}
