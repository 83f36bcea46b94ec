package io.landbridge.front.nacos3;

import io.landbridge.front.push.UdpPush;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.SubscribedClients;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.view.derived.Subscribers;
import java.util.List;
import java.util.function.Consumer;

/** Those who are pushed to over UDP, for the rest of the plugin. */
final class PushedClients implements Subscribers, SubscribedClients {

  private final UdpPush push;

  PushedClients(UdpPush push) {
    this.push = push;
  }

  @Override
  public boolean any(ServiceKey service) {
    return push.any(service);
  }

  @Override
  public void push(ServiceKey service) {
    push.push(service);
  }

  @Override
  public void services(Consumer<ServiceKey> visitor) {
    push.services(visitor);
  }

  @Override
  public List<SubscribedClient> clients(ServiceKey service) {
    return push.subscribers(service).stream()
        .map(
            each ->
                new SubscribedClient(
                    each.ip() + ":" + each.port(),
                    each.ip(),
                    each.port(),
                    SubscribedClient.Protocol.HTTP_UDP,
                    each.agent(),
                    each.app(),
                    "",
                    false))
        .toList();
  }
}
