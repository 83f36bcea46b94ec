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
 * @param metadata what its consumers read, including the mark of one that is derived
 * @param weight its share of the calls
 * @param ephemeral whether it goes when its client does
 */
public record DerivedInstance(
    String ip,
    int port,
    String cluster,
    boolean healthy,
    boolean enabled,
    Map<String, String> metadata,
    double weight,
    boolean ephemeral) {

  /** What a client shows that names neither weight nor lifetime. */
  public DerivedInstance(
      String ip,
      int port,
      String cluster,
      boolean healthy,
      boolean enabled,
      Map<String, String> metadata) {
    this(ip, port, cluster, healthy, enabled, metadata, 1.0, true);
  }

  /** Checks that no part is missing and copies the metadata. */
  public DerivedInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(cluster, "cluster");
    metadata = Map.copyOf(metadata);
  }
}
