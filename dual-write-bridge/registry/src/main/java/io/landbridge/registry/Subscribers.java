package io.landbridge.registry;

import java.util.List;

/**
 * Who has subscribed to a service, as one server lists it.
 *
 * @param clients those that have an address, sorted
 * @param unusable how many entries of the list have none, so that nobody can tell who they are
 */
public record Subscribers(List<Subscriber> clients, int unusable) {

  /** Copies the list. */
  public Subscribers {
    clients = List.copyOf(clients);
  }
}
