package io.landbridge.migrate.consumer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the processes that are registered in services they have subscribed to, as a provider of
 * Dubbo 2.7 is to be told of overrides. They are no consumers of these services.
 */
public final class ListeningProviders {

  private ListeningProviders() {}

  /**
   * One subscription of a provider to a service that it offers itself.
   *
   * @param service what identifies the service in the cluster
   * @param ip its address
   * @param port its port, or that of its connection
   * @param process what else tells processes at an address apart, such as library and application
   */
  public record Subscription(List<String> service, String ip, int port, List<String> process) {

    /** Copies the lists. */
    public Subscription {
      service = List.copyOf(service);
      process = List.copyOf(process);
    }
  }

  /**
   * How many processes these subscriptions are of. A process may have a connection for each of its
   * services, and listens to a service on one: so there are as many processes of a kind at an
   * address as ports that listen to the same service.
   */
  public static int processes(Collection<Subscription> subscriptions) {
    Map<List<String>, Map<List<String>, Set<Integer>>> ports = new HashMap<>();
    for (Subscription each : subscriptions) {
      List<String> kind = new ArrayList<>(each.process());
      kind.add(each.ip());
      ports
          .computeIfAbsent(List.copyOf(kind), none -> new HashMap<>())
          .computeIfAbsent(each.service(), none -> new HashSet<>())
          .add(each.port());
    }
    return ports.values().stream()
        .mapToInt(services -> services.values().stream().mapToInt(Set::size).max().orElse(0))
        .sum();
  }

  /** The same of what members told. */
  public static int of(Collection<ClusterConsumers.Seen> seen) {
    return processes(
        seen.stream()
            .map(ClusterConsumers.Seen::consumer)
            .filter(each -> each.provides())
            .map(
                each ->
                    new Subscription(
                        List.of(each.namespace(), each.group(), each.service()),
                        each.ip(),
                        each.port(),
                        List.of(each.protocol(), each.client(), each.app(), each.application())))
            .toList());
  }
}
