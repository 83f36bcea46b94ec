package io.landbridge.registry;

import io.landbridge.model.MetadataMap;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;

/**
 * One instance as the server shows it.
 *
 * @param ip the address
 * @param port the port; 0 is what consumers announce themselves with
 * @param cluster the Nacos cluster label
 * @param weight the Nacos weight
 * @param healthy as the server sees it
 * @param enabled false when an operator disabled it
 * @param ephemeral whether it lives and dies with its client
 * @param metadata its metadata, sorted
 */
public record RegisteredInstance(
    String ip,
    int port,
    String cluster,
    double weight,
    boolean healthy,
    boolean enabled,
    boolean ephemeral,
    Map<String, String> metadata)
    implements Comparable<RegisteredInstance> {

  private static final Comparator<RegisteredInstance> ORDER =
      Comparator.comparing(RegisteredInstance::ip)
          .thenComparingInt(RegisteredInstance::port)
          .thenComparing(RegisteredInstance::cluster)
          .thenComparing(instance -> instance.metadata().toString());

  /** Checks that no part is missing and copies the metadata. */
  public RegisteredInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(cluster, "cluster");
    metadata = MetadataMap.copyOf(metadata);
  }

  /** The same with another health. */
  public RegisteredInstance withHealth(boolean other) {
    return new RegisteredInstance(ip, port, cluster, weight, other, enabled, ephemeral, metadata);
  }

  /** The same, enabled or not. */
  public RegisteredInstance withEnabled(boolean other) {
    return new RegisteredInstance(ip, port, cluster, weight, healthy, other, ephemeral, metadata);
  }

  /** The same with other metadata. */
  public RegisteredInstance withMetadata(Map<String, String> other) {
    return new RegisteredInstance(ip, port, cluster, weight, healthy, enabled, ephemeral, other);
  }

  /** {@code ip:port}. */
  public String address() {
    return ip + ":" + port;
  }

  @Override
  public int compareTo(RegisteredInstance other) {
    return ORDER.compare(this, other);
  }
}
