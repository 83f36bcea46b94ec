package io.landbridge.model;

import java.util.Objects;

/**
 * The triple by which Nacos names a service.
 *
 * @param namespace the namespace
 * @param group the Nacos group, for example {@code DEFAULT_GROUP}; not a Dubbo service group
 * @param name the service name without the group prefix
 */
public record ServiceKey(NamespaceId namespace, String group, String name)
    implements Comparable<ServiceKey> {

  /** Checks that no part is missing. */
  public ServiceKey {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(name, "name");
  }

  /** By namespace, then by group and then by name. */
  @Override
  public int compareTo(ServiceKey other) {
    int order = namespace.compareTo(other.namespace);
    if (order == 0) {
      order = group.compareTo(other.group);
    }
    return order == 0 ? name.compareTo(other.name) : order;
  }

  /** For people: on one line and not longer than that, whatever is in the names. */
  @Override
  public String toString() {
    return LogText.of(namespace + "/" + group + "/" + name);
  }
}
