package io.landbridge.migrate.inventory;

import java.util.Comparator;
import java.util.List;

/**
 * That one application calls another, as far as the registry knows.
 *
 * @param namespace the namespace both are in
 * @param consumer the application that calls
 * @param service what it calls, {@code [group/]interface[:version]}; empty where only the provider
 *     is known
 * @param interfaceName the Java interface; empty likewise
 * @param provider the application it looks for; empty where it looks for a service
 * @param releases the Dubbo releases of its processes, sorted; empty when not known
 * @param clients how many addresses of it were seen
 * @param evidence how it is known
 */
public record Call(
    String namespace,
    String consumer,
    String service,
    String interfaceName,
    String provider,
    List<String> releases,
    int clients,
    Evidence evidence)
    implements Comparable<Call> {

  private static final Comparator<Call> ORDER =
      Comparator.comparing(Call::namespace)
          .thenComparing(Call::consumer)
          .thenComparing(Call::service)
          .thenComparing(Call::provider)
          .thenComparing(Call::evidence)
          .thenComparing(call -> String.join(",", call.releases()))
          .thenComparing(Call::clients);

  /** Copies the list. */
  public Call {
    releases = List.copyOf(releases);
  }

  @Override
  public int compareTo(Call other) {
    return ORDER.compare(this, other);
  }

  /** How a call is known. */
  public enum Evidence {
    /** The consumer announces itself, as Dubbo 2.x does. */
    REGISTERED,
    /** The plugin of a server has the consumer among its subscribers. */
    SUBSCRIBED
  }
}
