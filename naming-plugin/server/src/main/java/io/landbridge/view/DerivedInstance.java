package io.landbridge.view;

import java.util.Map;
import java.util.Objects;

/**
 * An instance no client registered, as it is shown beside native ones.
 *
 * @param ip the address
 * @param port the port
 * @param cluster the Nacos cluster label
 * @param healthy whether its process is healthy
 * @param enabled whether consumers may use it
 * @param metadata what its consumers read, including the mark of a derived instance
 */
public record DerivedInstance(
    String ip,
    int port,
    String cluster,
    boolean healthy,
    boolean enabled,
    Map<String, String> metadata) {

  /** Checks that no part is missing and copies the metadata. */
  public DerivedInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(cluster, "cluster");
    metadata = Map.copyOf(metadata);
  }
}
