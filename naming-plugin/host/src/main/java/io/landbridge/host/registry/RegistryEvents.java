package io.landbridge.host.registry;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.listener.SmartSubscriber;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.event.client.ClientEvent;
import com.alibaba.nacos.naming.core.v2.event.client.ClientOperationEvent;
import com.alibaba.nacos.naming.core.v2.event.service.ServiceEvent;
import com.alibaba.nacos.naming.core.v2.pojo.BatchInstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.InterfaceServiceName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the server's events into marks. Their order is not kept across kinds and indexes may lag
 * behind, so none is taken for more than that.
 *
 * <p>Whatever changes at a client is announced with the client: registering and deregistering on
 * any member, health by heartbeat or check, the end of the client. A {@code ServiceChangedEvent}
 * comes along with each of them and is the only event for an edit in the console; it names no
 * client, and a service may have thousands, so it is kept for a look at the edits.
 */
final class RegistryEvents extends SmartSubscriber {

  private static final String PROVIDERS = InterfaceServiceName.PROVIDERS + ":";

  private final Listener listener;

  /** What the events come down to. Quick; called on threads of the server. */
  interface Listener {

    /** A client registers something else, or the same in another state. */
    void clientChanged(String client);

    /** Something may have been edited in a service. */
    void serviceChanged(Service service);
  }

  RegistryEvents(Listener listener) {
    this.listener = listener;
  }

  /** Whether a service can be one of Dubbo's provider services. */
  static boolean isProviders(Service service) {
    return service.getName().startsWith(PROVIDERS);
  }

  /** Whether an instance in a service is a Dubbo provider, at either level. */
  static boolean isProvider(Service service, InstancePublishInfo info) {
    if (isProviders(service)) {
      return true;
    }
    Map<String, Object> metadata = metadata(info);
    return metadata != null && ApplicationFold.isMarked(metadata);
  }

  /** Those registered in a batch are of one kind. */
  private static @Nullable Map<String, Object> metadata(InstancePublishInfo info) {
    if (info instanceof BatchInstancePublishInfo batch) {
      List<InstancePublishInfo> all = batch.getInstancePublishInfos();
      return all == null || all.isEmpty() ? null : all.get(0).getExtendDatum();
    }
    return info.getExtendDatum();
  }

  @Override
  public List<Class<? extends Event>> subscribeTypes() {
    return List.of(
        ServiceEvent.ServiceChangedEvent.class,
        ClientOperationEvent.ClientRegisterServiceEvent.class,
        ClientOperationEvent.ClientDeregisterServiceEvent.class,
        ClientEvent.ClientChangedEvent.class,
        ClientEvent.ClientDisconnectEvent.class);
  }

  @Override
  public void onEvent(Event event) {
    if (event instanceof ServiceEvent changed) {
      listener.serviceChanged(changed.getService());
    } else if (event instanceof ClientOperationEvent operation) {
      // What was deregistered cannot be looked at any more; a mark too many costs little.
      listener.clientChanged(operation.getClientId());
    } else if (event instanceof ClientEvent client && hasProviders(client.getClient())) {
      listener.clientChanged(client.getClient().getClientId());
    }
  }

  private static boolean hasProviders(Client client) {
    for (Service each : client.getAllPublishedService()) {
      @Nullable InstancePublishInfo info = client.getInstancePublishInfo(each);
      if (info != null ? isProvider(each, info) : isProviders(each)) {
        return true;
      }
    }
    return false;
  }
}
