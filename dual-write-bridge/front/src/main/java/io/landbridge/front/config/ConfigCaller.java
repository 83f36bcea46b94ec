package io.landbridge.front.config;

import java.util.Objects;

/**
 * The client that sends a request for configurations.
 *
 * @param address where the request came from
 * @param app the name its library gives its process; empty when it gives none
 * @param tag the tag its configurations may have; empty when it has none
 * @param user the name it is logged in with; empty when it is not
 */
public record ConfigCaller(String address, String app, String tag, String user) {

  /** Checks that no part is missing. */
  public ConfigCaller {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(app, "app");
    Objects.requireNonNull(tag, "tag");
    Objects.requireNonNull(user, "user");
  }
}
