package io.landbridge.dubbo;

import io.landbridge.model.MetadataMap;
import java.util.Objects;
import java.util.SortedMap;

/**
 * One service on one protocol inside a metadata document (Dubbo's {@code ServiceInfo}).
 *
 * @param name the Java interface
 * @param group the Dubbo group; empty when absent
 * @param version the Dubbo version; empty when absent
 * @param protocol the protocol
 * @param port the port it is served on, or -1 when the document does not say
 * @param path the path in the URL; consumers look a service up by it
 * @param params the URL parameters
 */
public record ServiceEntry(
    String name,
    String group,
    String version,
    String protocol,
    int port,
    String path,
    SortedMap<String, String> params) {

  /** Checks that no part is missing and copies the parameters. */
  public ServiceEntry {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(path, "path");
    params = MetadataMap.copyOf(params);
  }

  /** Dubbo's service key: {@code [group/]interface[:version]}. */
  public String serviceKey() {
    return (group.isEmpty() ? "" : group + "/") + name + (version.isEmpty() ? "" : ":" + version);
  }

  /** The key of this entry in a document: {@link #serviceKey()}, a colon and the protocol. */
  public String matchKey() {
    return serviceKey() + ":" + protocol;
  }

  /** The text of this entry that enters Dubbo's hash. */
  String description() {
    return matchKey() + port + path + params;
  }

  /** The same in Dubbo 3.0.3 to 3.1.0. */
  String descriptionWithoutPort() {
    return matchKey() + path + params;
  }

  ServiceEntry withoutPort() {
    return new ServiceEntry(name, group, version, protocol, -1, path, params);
  }
}
