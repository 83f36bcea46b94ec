package io.landbridge.service;

import io.landbridge.model.ServiceKey;
import io.landbridge.service.answer.SubscribedClient;
import java.util.List;
import java.util.function.Consumer;

/** Nobody has subscribed. */
public record NoClients() implements SubscribedClients {

  @Override
  public void services(Consumer<ServiceKey> visitor) {
    // There is none.
  }

  @Override
  public List<SubscribedClient> clients(ServiceKey service) {
    return List.of();
  }
}
