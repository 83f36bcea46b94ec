package io.landbridge.front;

import java.util.Map;
import java.util.Objects;

/**
 * What a request names, for the server to look at before anything of it is kept. What is empty is
 * not named.
 *
 * @param namespace of the service
 * @param group of the service
 * @param service without its group
 * @param clusters labels, separated by commas
 * @param ip of an instance
 * @param port of an instance, as text
 * @param metadata of an instance
 */
public record RequestNames(
    String namespace,
    String group,
    String service,
    String clusters,
    String ip,
    String port,
    Map<String, String> metadata) {

  /** Checks that no part is missing; the metadata is not copied. */
  public RequestNames {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(clusters, "clusters");
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(metadata, "metadata");
  }
}
