package io.landbridge.registry;

import java.util.Comparator;
import java.util.Objects;

/**
 * A client that has subscribed to a service, as one server knows it. Servers of 2.x and 3.x list
 * those of one address with the same library once.
 *
 * @param ip its address
 * @param port where it listens for UDP pushes; 0 for one that has a connection
 * @param library its library and version as it says; empty when it does not
 * @param app the name its library gives its process; empty when it gives none
 */
public record Subscriber(String ip, int port, String library, String app)
    implements Comparable<Subscriber> {

  private static final Comparator<Subscriber> ORDER =
      Comparator.comparing(Subscriber::ip)
          .thenComparingInt(Subscriber::port)
          .thenComparing(Subscriber::library)
          .thenComparing(Subscriber::app);

  /** Checks that no part is missing. */
  public Subscriber {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(library, "library");
    Objects.requireNonNull(app, "app");
  }

  @Override
  public int compareTo(Subscriber other) {
    return ORDER.compare(this, other);
  }
}
