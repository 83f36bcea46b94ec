package io.landbridge.observe;

import java.util.Objects;

/**
 * Where something is registered.
 *
 * @param ip the address as the client gave it
 * @param port the port
 */
public record Address(String ip, int port) {

  /** Checks that no part is missing. */
  public Address {
    Objects.requireNonNull(ip, "ip");
  }
}
