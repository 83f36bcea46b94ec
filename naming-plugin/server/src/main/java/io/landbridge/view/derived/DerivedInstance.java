package io.landbridge.view.derived;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance no client registered, as it is shown beside native ones.
 *
 * @param ip the address
 * @param port the port
 * @param cluster the Nacos cluster label
 * @param healthy whether its process is healthy
 * @param enabled whether consumers may use it
 * @param weight its share of the calls
 * @param ephemeral whether it goes when its client does
 * @param common what its consumers read of it as of others: often the very same object
 * @param own what they read of it alone, which goes before what is common; not copied, and never
 *     changed
 */
public record DerivedInstance(
    String ip,
    int port,
    String cluster,
    boolean healthy,
    boolean enabled,
    double weight,
    boolean ephemeral,
    SharedMetadata common,
    Map<String, String> own) {

  /** Checks that no part is missing. */
  public DerivedInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(common, "common");
    Objects.requireNonNull(own, "own");
  }

  /** What its consumers read, including the mark of a derived instance: a new map. */
  public Map<String, String> metadata() {
    Map<String, String> metadata = new HashMap<>(common.texts());
    metadata.putAll(own);
    return metadata;
  }

  /** Equal is what consumers cannot tell apart. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DerivedInstance that
        && ip.equals(that.ip)
        && port == that.port
        && cluster.equals(that.cluster)
        && healthy == that.healthy
        && enabled == that.enabled
        && Double.compare(weight, that.weight) == 0
        && ephemeral == that.ephemeral
        && metadata().equals(that.metadata());
  }

  @Override
  public int hashCode() {
    return Objects.hash(ip, port, cluster, healthy, enabled, weight, ephemeral, metadata());
  }
}
