package io.landbridge.front;

import java.util.Objects;

/**
 * Who asks.
 *
 * @param agent what the client says it is
 * @param app the name its library gives its process, 256 characters of it; empty when it gives none
 * @param address where the request came from
 */
public record Caller(ClientAgent agent, String app, String address) {

  /** It is kept for as long as the client is known. */
  private static final int LONGEST = 256;

  /** Checks that no part is missing. */
  public Caller {
    Objects.requireNonNull(agent, "agent");
    app = app.substring(0, Math.min(app.length(), LONGEST));
    Objects.requireNonNull(address, "address");
  }
}
