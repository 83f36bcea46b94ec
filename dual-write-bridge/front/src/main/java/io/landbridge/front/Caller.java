package io.landbridge.front;

import java.util.Objects;

/**
 * Who asks.
 *
 * @param agent what the client says it is
 * @param app the name its library gives its process; empty when it gives none
 * @param address where the request came from
 */
public record Caller(ClientAgent agent, String app, String address) {

  /** Checks that no part is missing. */
  public Caller {
    Objects.requireNonNull(agent, "agent");
    Objects.requireNonNull(app, "app");
    Objects.requireNonNull(address, "address");
  }
}
