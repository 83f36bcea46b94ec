package io.landbridge.plugin;

import io.landbridge.model.ServiceKey;
import io.landbridge.service.SubscribedClients;
import io.landbridge.service.answer.SubscribedClient;
import io.landbridge.view.WholeView;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.Side;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the subscribers of this member that are shown an application which not everybody is shown,
 * and those from whom it is withheld. Takes time in proportion to the subscribers of such
 * applications, hence none where there is none.
 */
final class SubscribersBySide {

  private final WholeView view;
  private final SubscribedClients clients;

  SubscribersBySide(WholeView view, SubscribedClients clients) {
    this.view = view;
    this.clients = clients;
  }

  /** The clients on a side of at least one service. Safe for use from any thread. */
  int count(Side side) {
    Set<String> found = new HashSet<>();
    for (ServiceKey service : view.servicesOfSome()) {
      for (SubscribedClient each : clients.clients(service)) {
        Caller caller = new Caller(each.ip(), each.app(), each::application);
        if (view.side(service, () -> Optional.of(caller)) == side) {
          found.add(each.id());
        }
      }
    }
    return found.size();
  }
}
