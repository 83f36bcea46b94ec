package io.landbridge.model;

import java.util.Comparator;
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

  private static final Comparator<ServiceKey> ORDER =
      Comparator.comparing(ServiceKey::namespace)
          .thenComparing(ServiceKey::group)
          .thenComparing(ServiceKey::name);

  /** Checks that no part is missing. */
  public ServiceKey {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(name, "name");
  }

  @Override
  public int compareTo(ServiceKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return namespace + "/" + group + "/" + name;
  }
}
