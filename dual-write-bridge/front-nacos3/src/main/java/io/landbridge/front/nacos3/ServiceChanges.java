package io.landbridge.front.nacos3;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.listener.SmartSubscriber;
import com.alibaba.nacos.naming.core.v2.event.service.ServiceEvent;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.front.push.UdpPush;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.List;

/** Hands on which services changed, by whatever client on whatever member. */
final class ServiceChanges extends SmartSubscriber {

  private final UdpPush push;

  ServiceChanges(UdpPush push) {
    this.push = push;
  }

  @Override
  public List<Class<? extends Event>> subscribeTypes() {
    return List.of(ServiceEvent.ServiceChangedEvent.class);
  }

  @Override
  public void onEvent(Event event) {
    if (event instanceof ServiceEvent changed) {
      Service service = changed.getService();
      // No client of 1.x can ask for a namespace with another id.
      NamespaceId.read(service.getNamespace())
          .map(each -> new ServiceKey(each, service.getGroup(), service.getName()))
          .ifPresent(push::changed);
    }
  }
}
