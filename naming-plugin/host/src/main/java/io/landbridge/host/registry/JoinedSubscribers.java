package io.landbridge.host.registry;

import io.landbridge.host.boot.FurtherSubscribers;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.SubscribedClients;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.view.derived.Subscribers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The subscribers that the server knows, and those it does not. */
public final class JoinedSubscribers implements Subscribers, SubscribedClients {

  private final Subscribers indexed;
  private final IndexedClients clients;
  private final FurtherSubscribers further;

  public JoinedSubscribers(
      Subscribers indexed, IndexedClients clients, FurtherSubscribers further) {
    this.indexed = indexed;
    this.clients = clients;
    this.further = further;
  }

  @Override
  public boolean any(ServiceKey service) {
    return indexed.any(service) || further.any(service);
  }

  @Override
  public void push(ServiceKey service) {
    if (indexed.any(service)) {
      indexed.push(service);
    }
    further.push(service);
  }

  @Override
  public void services(Consumer<ServiceKey> visitor) {
    Set<ServiceKey> all = new HashSet<>();
    clients.services(all::add);
    further.services(all::add);
    all.forEach(visitor);
  }

  @Override
  public List<SubscribedClient> clients(ServiceKey service) {
    List<SubscribedClient> all = new ArrayList<>(clients.clients(service));
    Predicate<String> providers = clients.providersOf(service);
    for (SubscribedClient each : further.clients(service)) {
      all.add(
          new SubscribedClient(
              each.id(),
              each.ip(),
              each.port(),
              each.protocol(),
              each.client(),
              each.app(),
              clients.applicationAt(each.ip(), service),
              providers.test(each.ip())));
    }
    return all;
  }
}
