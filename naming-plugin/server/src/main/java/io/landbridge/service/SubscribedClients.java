package io.landbridge.service;

import io.landbridge.model.ServiceKey;
import io.landbridge.service.answer.SubscribedClient;
import java.util.List;
import java.util.function.Consumer;

/**
 * The port to the clients of this member that subscribed to services. Quick and safe for use from
 * any thread; what comes or goes meanwhile may be seen or not.
 */
public interface SubscribedClients {

  /**
   * Names every service that a client connected to this member subscribes to, in no order.
   *
   * @param visitor quick
   */
  void services(Consumer<ServiceKey> visitor);

  /**
   * The clients connected to this member that subscribe to a service, in no order.
   *
   * @param service the service; it need not exist
   */
  List<SubscribedClient> clients(ServiceKey service);
}
