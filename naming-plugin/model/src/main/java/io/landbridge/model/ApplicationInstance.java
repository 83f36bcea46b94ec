package io.landbridge.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One running process of an application, as the catalog keeps it.
 *
 * <p>An instance is identified by {@link #key()}: a process that reconnects, or whose client moves
 * to another server, keeps its identity.
 *
 * @param application the application
 * @param group the Nacos group it registered in
 * @param ip the address consumers call
 * @param port the port of its first endpoint
 * @param endpoints every port it serves, sorted; never empty
 * @param cluster the Nacos cluster label
 * @param healthy whether its registrations are healthy
 * @param enabled false when an operator disabled every registration of it
 * @param ephemeral whether it lives and dies with its client; a persistent one stays, and only its
 *     health changes
 * @param revision the metadata document that describes its services
 * @param attributes values that belong to this process alone, such as its start time
 * @param origin who wrote it
 */
public record ApplicationInstance(
    ApplicationKey application,
    String group,
    String ip,
    int port,
    List<Endpoint> endpoints,
    String cluster,
    boolean healthy,
    boolean enabled,
    boolean ephemeral,
    MetadataRevision revision,
    Map<String, String> attributes,
    Origin origin) {

  /** Copies the collections and checks that there is an endpoint. */
  public ApplicationInstance {
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(revision, "revision");
    Objects.requireNonNull(origin, "origin");
    endpoints = endpoints.stream().sorted().distinct().toList();
    if (endpoints.isEmpty()) {
      throw new IllegalArgumentException("an application instance needs at least one endpoint");
    }
    attributes = MetadataMap.copyOf(attributes);
  }

  /** The same instance as one that lives and dies with its client. */
  public ApplicationInstance asEphemeral() {
    return ephemeral
        ? this
        : new ApplicationInstance(
            application,
            group,
            ip,
            port,
            endpoints,
            cluster,
            healthy,
            enabled,
            true,
            revision,
            attributes,
            origin);
  }

  /** The identity of this instance. */
  public InstanceKey key() {
    return new InstanceKey(application, group, ip, port);
  }
}
