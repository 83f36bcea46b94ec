package io.landbridge.front;

import java.util.Map;

/**
 * An instance as a client registers or edits it.
 *
 * @param ip of the instance
 * @param port of the instance
 * @param cluster the label inside the service
 * @param weight 0 to 10000
 * @param enabled whether it may be called
 * @param healthy whether it says that it is well
 * @param ephemeral whether it lives by its beats
 * @param metadata without nulls
 */
public record V1Registration(
    String ip,
    int port,
    String cluster,
    double weight,
    boolean enabled,
    boolean healthy,
    boolean ephemeral,
    Map<String, String> metadata) {

  /** Copies the metadata. */
  public V1Registration {
    metadata = Map.copyOf(metadata);
  }
}
