package io.landbridge.compat.load.wire;

/**
 * A service as Nacos names it.
 *
 * @param namespace its id; {@code public} is the default one
 * @param group never empty
 * @param name never empty
 */
public record ServiceName(String namespace, String group, String name) {

  /** The namespace of clients that name none. */
  public static final String PUBLIC = "public";

  /** The group of clients that name none. */
  public static final String DEFAULT_GROUP = "DEFAULT_GROUP";

  /** Refuses empty parts. */
  public ServiceName {
    if (namespace.isEmpty() || group.isEmpty() || name.isEmpty()) {
      throw new IllegalArgumentException(
          "A service has a namespace, a group and a name: '%s', '%s', '%s'"
              .formatted(namespace, group, name));
    }
  }

  /** A service in the default group of the default namespace. */
  public static ServiceName of(String name) {
    return new ServiceName(PUBLIC, DEFAULT_GROUP, name);
  }
}
