package io.landbridge.observe.registry;

import io.landbridge.model.InstanceKey;
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

  /** Where an instance is registered. */
  public static Address of(InstanceKey key) {
    return new Address(key.ip(), key.port());
  }
}
