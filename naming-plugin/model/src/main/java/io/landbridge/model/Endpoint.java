package io.landbridge.model;

import java.util.Comparator;
import java.util.Objects;

/**
 * One port of an application instance and what is spoken there.
 *
 * @param port 1 to 65535
 * @param protocol Dubbo's protocol name, for example {@code dubbo} or {@code tri}
 */
public record Endpoint(int port, String protocol) implements Comparable<Endpoint> {

  private static final Comparator<Endpoint> ORDER =
      Comparator.comparingInt(Endpoint::port).thenComparing(Endpoint::protocol);

  /**
   * Checks the port.
   *
   * @throws IllegalArgumentException if the port is out of range
   */
  public Endpoint {
    Objects.requireNonNull(protocol, "protocol");
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not in 1..65535");
    }
  }

  @Override
  public int compareTo(Endpoint other) {
    return ORDER.compare(this, other);
  }
}
