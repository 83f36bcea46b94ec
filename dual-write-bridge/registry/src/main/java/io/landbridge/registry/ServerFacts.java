package io.landbridge.registry;

import java.util.List;
import java.util.Optional;

/**
 * Facts about a server that matter when a newer one replaces it. A fact that the server does not
 * tell is empty: builds without a console tell less.
 *
 * @param member its address in the member list
 * @param version as it says, such as {@code 2.2.4} or {@code 3.1.0-bugfix}
 * @param clientAuthentication whether clients have to log in
 * @param database the platform of its database; empty text for the embedded one
 * @param httpClients ids of the clients that registered over the HTTP API of 1.x; the same on all
 *     members
 */
public record ServerFacts(
    String member,
    String version,
    Optional<Boolean> clientAuthentication,
    Optional<String> database,
    Optional<List<String>> httpClients) {

  /** Copies the list. */
  public ServerFacts {
    httpClients = httpClients.map(List::copyOf);
  }
}
