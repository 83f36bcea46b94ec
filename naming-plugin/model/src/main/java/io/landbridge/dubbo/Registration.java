package io.landbridge.dubbo;

import io.landbridge.model.ServiceKey;
import java.util.Map;
import java.util.Objects;

/**
 * One instance of a Nacos service, interface-level or application-level, as a server or its API
 * shows it.
 *
 * @param service the Nacos service it is registered in
 * @param client what the registry knows the client by: a connection id, or empty when clients are
 *     told apart by address only (1.x HTTP)
 * @param ip the address
 * @param port the port; 0 is what consumers announce themselves with
 * @param cluster the Nacos cluster label
 * @param healthy as the registry sees it
 * @param enabled false when an operator disabled it
 * @param ephemeral whether it lives and dies with its client
 * @param metadata at interface level Dubbo's URL parameters
 * @param imported whether it is registered in a legacy cluster, and known here by the bridge alone
 */
public record Registration(
    ServiceKey service,
    String client,
    String ip,
    int port,
    String cluster,
    boolean healthy,
    boolean enabled,
    boolean ephemeral,
    Map<String, String> metadata,
    boolean imported) {

  /** Checks that no part is missing and copies the metadata, which must have no null values. */
  public Registration {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(cluster, "cluster");
    metadata = Map.copyOf(metadata);
  }

  /** One that is registered in this cluster. */
  public Registration(
      ServiceKey service,
      String client,
      String ip,
      int port,
      String cluster,
      boolean healthy,
      boolean enabled,
      boolean ephemeral,
      Map<String, String> metadata) {
    this(service, client, ip, port, cluster, healthy, enabled, ephemeral, metadata, false);
  }

  /** The same with other metadata. */
  Registration withMetadata(Map<String, String> other) {
    return metadata == other
        ? this
        : new Registration(
            service, client, ip, port, cluster, healthy, enabled, ephemeral, other, imported);
  }

  /** The same as a healthy one. */
  public Registration asHealthy() {
    return healthy
        ? this
        : new Registration(
            service, client, ip, port, cluster, true, enabled, ephemeral, metadata, imported);
  }

  /** {@code ip:port}. */
  public String address() {
    return ip + ":" + port;
  }

  /**
   * Whether consumers of the application level take it: where {@code disabled} says something,
   * {@code enabled} is not looked at.
   */
  boolean isTaken() {
    String disabled = metadata.getOrDefault(MetadataKeys.DISABLED, "");
    return enabled && (disabled.isEmpty() ? saysEnabled() : !Boolean.parseBoolean(disabled));
  }

  /** The same for the interface level, where {@code enabled} is looked at before all else. */
  boolean isTakenAsInterface() {
    return isTaken() && saysEnabled();
  }

  private boolean saysEnabled() {
    String text = metadata.getOrDefault(MetadataKeys.ENABLED, "");
    return text.isEmpty() || Boolean.parseBoolean(text);
  }

  /** Whether it has more metadata than is translated. */
  boolean isTooLarge() {
    return metadataChars() > InterfaceFold.MAX_METADATA_CHARS;
  }

  /** The sum of the lengths of all keys and values. */
  int metadataChars() {
    return metadata.entrySet().stream()
        .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
        .sum();
  }
}
