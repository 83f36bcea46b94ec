package io.landbridge.model;

import java.util.Comparator;
import java.util.Objects;

/**
 * The identity of an application instance.
 *
 * @param application the application
 * @param group the Nacos group
 * @param ip the address
 * @param port the port of the first endpoint
 */
public record InstanceKey(ApplicationKey application, String group, String ip, int port)
    implements Comparable<InstanceKey> {

  private static final Comparator<InstanceKey> ORDER =
      Comparator.comparing(InstanceKey::application)
          .thenComparing(InstanceKey::group)
          .thenComparing(InstanceKey::ip)
          .thenComparingInt(InstanceKey::port);

  /** Checks that no part is missing. */
  public InstanceKey {
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(ip, "ip");
  }

  /** The Nacos service in which the instances of this application are found. */
  public ServiceKey service() {
    return new ServiceKey(application.namespace(), group, application.name().value());
  }

  @Override
  public int compareTo(InstanceKey other) {
    return ORDER.compare(this, other);
  }

  /** For people: on one line and not longer than that, whatever is in the names. */
  @Override
  public String toString() {
    return LogText.of(application + "@" + group + " " + ip + ":" + port);
  }
}
