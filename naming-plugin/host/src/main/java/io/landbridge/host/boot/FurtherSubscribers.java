package io.landbridge.host.boot;

import io.landbridge.model.ServiceKey;
import io.landbridge.service.SubscribedClient;
import io.landbridge.service.SubscribedClients;
import io.landbridge.view.Subscribers;
import java.util.List;
import java.util.function.Consumer;

/**
 * Clients that subscribed to services of this member without the server knowing: those of 1.x, when
 * it is the plugin that answers them. Nobody, until somebody joins. Safe for use from any thread.
 */
public final class FurtherSubscribers implements Subscribers, SubscribedClients {

  private volatile Subscribers subscribers = new Nobody();
  private volatile SubscribedClients clients = new Nobody();

  /** Nobody subscribes to anything. */
  private record Nobody() implements Subscribers, SubscribedClients {

    @Override
    public boolean any(ServiceKey service) {
      return false;
    }

    @Override
    public void push(ServiceKey service) {
      // Nobody is there.
    }

    @Override
    public void services(Consumer<ServiceKey> visitor) {
      // Nobody is there.
    }

    @Override
    public List<SubscribedClient> clients(ServiceKey service) {
      return List.of();
    }
  }

  /** From now on these, in place of those before. */
  public void join(Subscribers pushedTo, SubscribedClients known) {
    subscribers = pushedTo;
    clients = known;
  }

  @Override
  public boolean any(ServiceKey service) {
    return subscribers.any(service);
  }

  @Override
  public void push(ServiceKey service) {
    subscribers.push(service);
  }

  @Override
  public void services(Consumer<ServiceKey> visitor) {
    clients.services(visitor);
  }

  @Override
  public List<SubscribedClient> clients(ServiceKey service) {
    return clients.clients(service);
  }
}
