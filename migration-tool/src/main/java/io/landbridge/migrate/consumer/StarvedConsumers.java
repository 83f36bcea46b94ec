package io.landbridge.migrate.consumer;

import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.consumer.InterfaceDependents.Offer;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds clients whose subscriptions have no provider.
 *
 * <p>A consumer of Dubbo 3.0 whose registry has a Nacos group subscribes to interfaces in that
 * group, and to applications in {@code DEFAULT_GROUP}. Of a provider that has registered in the
 * group of the registry alone it finds nobody at application level, and calls it at interface level
 * as before: it has lost nothing. An application-level subscription without providers is taken for
 * one of those as long as
 *
 * <ul>
 *   <li>a connection from the same address with the same library has subscribed to interfaces of
 *       the application, and all of them have providers; one connection counts for one only,
 *   <li>and no interface that had a provider at that address is missing now.
 * </ul>
 *
 * <p>Remembers which interfaces had providers. For one thread.
 */
public final class StarvedConsumers {

  private final Providers providers;

  /** The interfaces of an application that had a provider, by where they were subscribed to. */
  private final Map<ApplicationKey, Map<Place, Set<String>>> served = new HashMap<>();

  /** Tells whether a service has a provider that can be called. */
  @FunctionalInterface
  public interface Providers {

    /** Reads it. */
    boolean any(ServiceKey service) throws RegistryException;
  }

  /** Creates a StarvedConsumers that has seen nobody. */
  public StarvedConsumers(Providers providers) {
    this.providers = providers;
  }

  /** A process, or several, as far as their connections look alike. */
  private record Place(String namespace, String ip, String client, String protocol) {}

  /** What a connection has subscribed to: an interface, or an application. */
  private record Use(Place place, int port, boolean ofApplication, String what) {

    private static final Comparator<Use> ORDER =
        Comparator.comparing((Use use) -> use.place().ip())
            .thenComparing(Use::port)
            .thenComparing(Use::what);

    static Use of(PluginConsumer each) {
      return new Use(
          new Place(each.namespace(), each.ip(), each.client(), each.protocol()),
          each.port(),
          each.level().equals("APPLICATION"),
          each.serviceInterface().isEmpty() ? each.service() : each.serviceInterface());
    }

    String service() {
      return place.namespace() + "/" + what;
    }

    String address() {
      return place.ip() + ":" + port;
    }
  }

  /**
   * Returns the services without providers, with how many clients have subscribed to each.
   *
   * @param consumers all clients that use an application at either level
   */
  public SortedMap<String, Integer> of(Map<ApplicationKey, ? extends Collection<Seen>> consumers)
      throws RegistryException {
    Map<ServiceKey, Boolean> answers = new HashMap<>();
    SortedMap<String, SortedSet<String>> starved = new TreeMap<>();
    for (var each : consumers.entrySet()) {
      Map<Use, Boolean> found = found(each.getValue(), answers);
      Set<Use> vain = vain(each.getKey(), each.getValue(), found);
      found.forEach(
          (use, any) -> {
            if (!any && !vain.contains(use)) {
              starved.computeIfAbsent(use.service(), none -> new TreeSet<>()).add(use.address());
            }
          });
    }
    SortedMap<String, Integer> counts = new TreeMap<>();
    starved.forEach((service, clients) -> counts.put(service, clients.size()));
    return counts;
  }

  /**
   * Returns these consumers without the application-level subscriptions that find nobody while the
   * client finds its providers at interface level: they are no reason to believe that it has moved.
   *
   * @param offers the applications concerned
   */
  public List<Seen> withoutVain(Collection<Seen> consumers, Collection<Offer> offers)
      throws RegistryException {
    Map<ServiceKey, Boolean> answers = new HashMap<>();
    Set<Use> vain = new HashSet<>();
    for (Offer offer : offers) {
      List<Seen> users =
          consumers.stream().filter(each -> uses(Use.of(each.consumer()), offer)).toList();
      Set<Place> places = new HashSet<>();
      found(
              users.stream().filter(each -> Use.of(each.consumer()).ofApplication()).toList(),
              answers)
          .forEach(
              (use, any) -> {
                if (!any) {
                  places.add(use.place());
                }
              });
      // Interfaces are many, and asked for only where somebody finds nobody.
      List<Seen> concerned =
          users.stream().filter(each -> places.contains(Use.of(each.consumer()).place())).toList();
      vain.addAll(
          vain(
              ApplicationKey.of(offer.namespace(), offer.application()),
              concerned,
              found(concerned, answers)));
    }
    return consumers.stream().filter(each -> !vain.contains(Use.of(each.consumer()))).toList();
  }

  private static boolean uses(Use use, Offer offer) {
    return use.place().namespace().equals(offer.namespace())
        && (use.ofApplication()
            ? use.what().equals(offer.application())
            : offer.interfaces().contains(use.what()));
  }

  /**
   * Whether each use has a provider. A client may subscribe to the names of an interface that
   * several versions of Dubbo use; it has a provider if one of them has.
   */
  private Map<Use, Boolean> found(Collection<Seen> consumers, Map<ServiceKey, Boolean> answers)
      throws RegistryException {
    Map<Use, Boolean> found = new HashMap<>();
    for (Seen seen : consumers) {
      PluginConsumer each = seen.consumer();
      ServiceKey service =
          new ServiceKey(NamespaceId.of(each.namespace()), each.group(), each.service());
      Boolean known = answers.get(service);
      if (known == null) {
        known = providers.any(service);
        answers.put(service, known);
      }
      found.merge(Use.of(each), known, Boolean::logicalOr);
    }
    return found;
  }

  /** The uses of an application that find nobody and whose client has what it had all the same. */
  private Set<Use> vain(
      ApplicationKey application, Collection<Seen> consumers, Map<Use, Boolean> found) {
    Set<Use> own = new HashSet<>();
    consumers.stream()
        .map(Seen::consumer)
        .filter(PluginConsumer::provides)
        .forEach(each -> own.add(Use.of(each)));
    Map<Place, SortedSet<Use>> places = new HashMap<>();
    found
        .keySet()
        .forEach(
            use -> {
              // A provider that listens to itself calls nobody.
              if (!own.contains(use)) {
                places.computeIfAbsent(use.place(), none -> new TreeSet<>(Use.ORDER)).add(use);
              }
            });
    Set<Use> vain = new HashSet<>();
    places.forEach(
        (place, uses) -> {
          Set<String> interfaces = new HashSet<>();
          Map<Integer, Boolean> connections = new HashMap<>();
          for (Use use : uses) {
            if (!use.ofApplication()) {
              boolean any = found.getOrDefault(use, false);
              connections.merge(use.port(), any, Boolean::logicalAnd);
              if (any) {
                interfaces.add(use.what());
              }
            }
          }
          Set<String> before =
              served
                  .computeIfAbsent(application, none -> new HashMap<>())
                  .computeIfAbsent(place, none -> new HashSet<>());
          boolean all = interfaces.containsAll(before);
          before.addAll(interfaces);
          long free =
              connections.values().stream().filter(any -> any).count()
                  - uses.stream()
                      .filter(use -> use.ofApplication() && found.getOrDefault(use, false))
                      .count();
          if (all && free > 0) {
            uses.stream()
                .filter(use -> use.ofApplication() && !found.getOrDefault(use, false))
                .limit(free)
                .forEach(vain::add);
          }
        });
    return vain;
  }
}
