package io.landbridge.command;

import io.landbridge.model.BridgePhase;
import java.util.List;
import java.util.Objects;

/**
 * What an operator wants of the bridge. No password: that is no business of a log.
 *
 * @param phase how far to go
 * @param paused whether nothing is to be imported or exported for the time being
 * @param servers the servers of the legacy cluster, each as {@code host:port} or an address with
 *     {@code http} or {@code https}; empty while there is no bridge
 * @param username who logs in there; empty for nobody
 */
public record BridgeTerms(
    BridgePhase phase, boolean paused, List<String> servers, String username) {

  /** No bridge. */
  public static final BridgeTerms NONE = new BridgeTerms(BridgePhase.OFF, false, List.of(), "");

  /** Checks that no part is missing and copies the servers. */
  public BridgeTerms {
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(username, "username");
    servers = List.copyOf(servers);
  }
}
