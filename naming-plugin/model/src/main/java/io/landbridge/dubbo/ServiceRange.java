package io.landbridge.dubbo;

import java.util.Objects;

/**
 * What a consumer calls: one service, or all of an interface that its group and version take in. A
 * consumer may name {@code *} or several with commas between them, as Dubbo does.
 *
 * @param group the Dubbo group; empty for none, {@code *} for any
 * @param interfaceName the Java interface
 * @param version the Dubbo version; empty for none, {@code *} for any
 */
public record ServiceRange(String group, String interfaceName, String version) {

  /** What a consumer names that takes any group or version. */
  public static final String ANY = "*";

  private static final String SEPARATOR = ",";

  /** Checks that no part is missing. */
  public ServiceRange {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(interfaceName, "interfaceName");
    Objects.requireNonNull(version, "version");
  }

  /**
   * Reads a key of Dubbo.
   *
   * @param key {@code [group/]interface[:version]}; a group may have slashes of its own
   */
  public static ServiceRange of(String key) {
    int colon = key.indexOf(':');
    String head = colon < 0 ? key : key.substring(0, colon);
    int slash = head.lastIndexOf('/');
    return new ServiceRange(
        slash < 0 ? "" : head.substring(0, slash),
        head.substring(slash + 1),
        colon < 0 ? "" : key.substring(colon + 1));
  }

  /** The key without its group, which is how a MigrationRule names a service. */
  public static String withoutGroup(String key) {
    return of(key).withoutGroup();
  }

  /** The same of this one. */
  public String withoutGroup() {
    return interfaceName + (version.isEmpty() ? "" : ":" + version);
  }

  /** Whether it is one service. */
  public boolean isOne() {
    return !isRange(group) && !isRange(version);
  }

  /** Whether it takes in a service that is offered. */
  public boolean covers(ServiceRange offered) {
    return coversInAnyGroup(offered) && covers(group, offered.group);
  }

  /** The same whatever the groups are. */
  public boolean coversInAnyGroup(ServiceRange offered) {
    return interfaceName.equals(offered.interfaceName) && covers(version, offered.version);
  }

  private static boolean covers(String asked, String offered) {
    if (asked.equals(offered) || asked.equals(ANY)) {
      return true;
    }
    for (String each : asked.contains(SEPARATOR) ? asked.split(SEPARATOR, -1) : new String[0]) {
      if (each.equals(offered) || each.equals(ANY)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRange(String part) {
    return part.equals(ANY) || part.contains(SEPARATOR);
  }
}
