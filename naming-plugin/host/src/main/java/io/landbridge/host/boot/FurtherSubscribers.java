package io.landbridge.host.boot;

import io.landbridge.model.ServiceKey;
import io.landbridge.service.SubscribedClients;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.view.derived.Subscribers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Clients that want to know of services of this member without the server having them among its
 * subscribers: those of 1.x, when it is the plugin that answers them, and those that watch names.
 * Nobody, until somebody joins. Safe for use from any thread.
 */
public final class FurtherSubscribers implements Subscribers, SubscribedClients {

  private final List<Subscribers> subscribers = new CopyOnWriteArrayList<>();
  private final List<SubscribedClients> clients = new CopyOnWriteArrayList<>();

  /** From now on these, too, who are told, and are no clients of any one service. */
  public void join(Subscribers told) {
    subscribers.add(told);
  }

  /** From now on these, too. */
  public void join(Subscribers pushedTo, SubscribedClients known) {
    subscribers.add(pushedTo);
    clients.add(known);
  }

  @Override
  public boolean any(ServiceKey service) {
    return subscribers.stream().anyMatch(each -> each.any(service));
  }

  @Override
  public void push(ServiceKey service) {
    subscribers.stream().filter(each -> each.any(service)).forEach(each -> each.push(service));
  }

  @Override
  public void services(Consumer<ServiceKey> visitor) {
    clients.forEach(each -> each.services(visitor));
  }

  @Override
  public List<SubscribedClient> clients(ServiceKey service) {
    return clients.stream().flatMap(each -> each.clients(service).stream()).toList();
  }
}
