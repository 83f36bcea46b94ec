package io.landbridge.host.nacos;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.listener.SmartSubscriber;
import com.alibaba.nacos.naming.core.v2.event.client.ClientEvent;
import com.alibaba.nacos.naming.core.v2.event.client.ClientOperationEvent;
import com.alibaba.nacos.naming.core.v2.event.metadata.MetadataEvent;
import com.alibaba.nacos.naming.core.v2.event.service.ServiceEvent;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.dubbo.InterfaceServiceName;
import java.util.List;

/**
 * Turns the server's events into one kind of mark. Their order is not kept across kinds and indexes
 * may lag behind, so none is taken for more than that.
 *
 * <p>{@code ServiceChangedEvent} alone would do for almost everything; the others are there for
 * what it misses or tells late. The release event that later 2.x versions added needs no place
 * here: each service of a released client gets a {@code ServiceChangedEvent}.
 */
final class RegistryEvents extends SmartSubscriber {

  private static final String PROVIDERS = InterfaceServiceName.PROVIDERS + ":";

  private final Runnable listener;

  RegistryEvents(Runnable listener) {
    this.listener = listener;
  }

  /** Whether a service can be one of Dubbo's provider services. */
  static boolean isProviders(Service service) {
    return service.getName().startsWith(PROVIDERS);
  }

  @Override
  public List<Class<? extends Event>> subscribeTypes() {
    return List.of(
        ServiceEvent.ServiceChangedEvent.class,
        ClientOperationEvent.ClientRegisterServiceEvent.class,
        ClientOperationEvent.ClientDeregisterServiceEvent.class,
        ClientEvent.ClientDisconnectEvent.class,
        MetadataEvent.InstanceMetadataEvent.class);
  }

  @Override
  public void onEvent(Event event) {
    if (concernsProviders(event)) {
      listener.run();
    }
  }

  private static boolean concernsProviders(Event event) {
    if (event instanceof ServiceEvent changed) {
      return isProviders(changed.getService());
    }
    if (event instanceof ClientOperationEvent operation) {
      return isProviders(operation.getService());
    }
    if (event instanceof MetadataEvent edit) {
      return isProviders(edit.getService());
    }
    return event instanceof ClientEvent client
        && client.getClient().getAllPublishedService().stream()
            .anyMatch(RegistryEvents::isProviders);
  }
}
