package io.landbridge.view;

import java.util.Map;
import java.util.Objects;

/**
 * An instance that is natively in a service, as far as the decision what to add to it needs.
 *
 * @param ip the address
 * @param port the port
 * @param metadata its metadata
 */
public record NativeInstance(String ip, int port, Map<String, String> metadata) {

  /** Checks that no part is missing; the metadata is not copied. */
  public NativeInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(metadata, "metadata");
  }
}
