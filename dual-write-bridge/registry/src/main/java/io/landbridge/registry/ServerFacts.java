package io.landbridge.registry;

import java.util.List;
import java.util.Optional;

/**
 * What a server tells of itself that matters when it is replaced by a newer one. What it does not
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
