package io.landbridge.migrate.consumer;

import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.ArrayList;
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
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Who would find nobody any more if the interface level were not there: clients that have
 * subscribed to an interface and not to the applications that offer it. That is looked at for each
 * interface, since a client may have moved for one and not for another.
 *
 * <p>Dubbo 3 has a connection for each of the two levels, and a consumer often says who it is on
 * neither. So what has subscribed to an application counts for one that has subscribed to an
 * interface from the same address with the same library, unless both say who they are and differ;
 * and one counts for one only: of two processes at an address, of which one has moved, one depends.
 *
 * <p>A provider subscribes to what it offers itself, to be told of overrides: that is no
 * dependence. The plugin says so of a client that is registered in the service it listens to.
 */
public final class InterfaceDependents {

  private InterfaceDependents() {}

  /**
   * A client that depends on the interface level.
   *
   * @param namespace the namespace
   * @param ip its address
   * @param client its library and version
   * @param protocol {@code GRPC} or {@code HTTP_UDP}
   * @param application its Dubbo application; empty when not known
   * @param services what it has subscribed to, sorted
   */
  public record Dependent(
      String namespace,
      String ip,
      String client,
      String protocol,
      String application,
      List<String> services) {

    /** Copies the list. */
    public Dependent {
      services = List.copyOf(services);
    }
  }

  /**
   * What an application offers.
   *
   * @param namespace the namespace
   * @param application its name
   * @param interfaces their names
   */
  public record Offer(String namespace, String application, List<String> interfaces) {

    /** Copies the list. */
    public Offer {
      interfaces = List.copyOf(interfaces);
    }
  }

  /** The dependents among these consumers, if the interface level of all offers ended. */
  public static List<Dependent> of(Collection<Seen> consumers, Collection<Offer> offers) {
    return of(consumers, offers, offers);
  }

  /**
   * The dependents among these consumers, sorted by namespace and address.
   *
   * @param known what they may have subscribed to because they offer it themselves
   * @param concerned whose interface level may end; who else offers the same does not matter
   */
  public static List<Dependent> of(
      Collection<Seen> consumers, Collection<Offer> known, Collection<Offer> concerned) {
    Subscriptions subscriptions = new Subscriptions(known);
    consumers.forEach(each -> subscriptions.add(each.consumer()));
    return subscriptions.dependents(providers(concerned));
  }

  private static Map<List<String>, SortedSet<String>> providers(Collection<Offer> offers) {
    Map<List<String>, SortedSet<String>> providers = new HashMap<>();
    for (Offer offer : offers) {
      offer
          .interfaces()
          .forEach(
              each ->
                  providers
                      .computeIfAbsent(List.of(offer.namespace(), each), none -> new TreeSet<>())
                      .add(offer.application()));
    }
    return providers;
  }

  /** A process, or several, as far as both their connections look alike. */
  private record Place(String namespace, String ip, String client, String protocol)
      implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::namespace)
            .thenComparing(Place::ip)
            .thenComparing(Place::client)
            .thenComparing(Place::protocol);

    static Place of(PluginConsumer each) {
      return new Place(each.namespace(), each.ip(), each.client(), each.protocol());
    }

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * One of its connections.
   *
   * @param application who it says it is; empty when it does not
   */
  private record Connection(int port, String application) implements Comparable<Connection> {

    @Override
    public int compareTo(Connection other) {
      int byPort = Integer.compare(port, other.port);
      return byPort != 0 ? byPort : application.compareTo(other.application);
    }
  }

  /** Who has subscribed to what. For one thread. */
  private static final class Subscriptions {

    /** From the strictest; each is tried for all before the next one is. */
    private static final List<BiPredicate<Connection, Connection>> SAME =
        List.of(
            (one, other) -> one.port() == other.port(),
            (one, other) -> one.application().equals(other.application()),
            (one, other) -> one.application().isEmpty() || other.application().isEmpty());

    private final Set<List<String>> own = new HashSet<>();

    /** By place and interface: the services of it that a connection has subscribed to. */
    private final SortedMap<Place, SortedMap<String, SortedMap<Connection, SortedSet<String>>>>
        byInterface = new TreeMap<>();

    private final Map<Place, Map<String, SortedSet<Connection>>> byApplication = new HashMap<>();

    Subscriptions(Collection<Offer> known) {
      for (Offer offer : known) {
        offer
            .interfaces()
            .forEach(each -> own.add(List.of(offer.namespace(), offer.application(), each)));
      }
    }

    void add(PluginConsumer each) {
      Connection connection = new Connection(each.port(), each.application());
      if (each.level().equals("APPLICATION")) {
        // A provider of Dubbo 3 is told of its own application as well.
        if (!each.service().equals(each.application())) {
          byApplication
              .computeIfAbsent(Place.of(each), none -> new HashMap<>())
              .computeIfAbsent(each.service(), none -> new TreeSet<>())
              .add(connection);
        }
      } else if (each.level().equals("INTERFACE")
          && !each.provides()
          && !own.contains(
              List.of(each.namespace(), each.application(), each.serviceInterface()))) {
        byInterface
            .computeIfAbsent(Place.of(each), none -> new TreeMap<>())
            .computeIfAbsent(each.serviceInterface(), none -> new TreeMap<>())
            .computeIfAbsent(connection, none -> new TreeSet<>())
            .add(each.service());
      }
    }

    List<Dependent> dependents(Map<List<String>, SortedSet<String>> providers) {
      List<Dependent> dependents = new ArrayList<>();
      byInterface.forEach(
          (place, interfaces) -> {
            SortedMap<Connection, SortedSet<String>> left = new TreeMap<>();
            interfaces.forEach(
                (name, users) -> {
                  for (Set<Connection> moved :
                      moved(place, providers.get(List.of(place.namespace(), name)))) {
                    for (Connection each : without(users.keySet(), moved)) {
                      left.computeIfAbsent(each, none -> new TreeSet<>())
                          .addAll(users.getOrDefault(each, new TreeSet<>()));
                    }
                  }
                });
            left.forEach(
                (connection, services) ->
                    dependents.add(
                        new Dependent(
                            place.namespace(),
                            place.ip(),
                            place.client(),
                            place.protocol(),
                            connection.application(),
                            List.copyOf(services))));
          });
      return List.copyOf(dependents);
    }

    /**
     * Who has subscribed to each of the applications that offer an interface; to any application,
     * where nobody knows who offers it.
     */
    private List<Set<Connection>> moved(Place place, @Nullable Set<String> applications) {
      Map<String, SortedSet<Connection>> here = byApplication.getOrDefault(place, Map.of());
      if (applications == null) {
        Set<Connection> any = new TreeSet<>();
        here.values().forEach(any::addAll);
        return List.of(any);
      }
      List<Set<Connection>> moved = new ArrayList<>();
      applications.forEach(each -> moved.add(here.getOrDefault(each, new TreeSet<>())));
      return moved;
    }

    private static List<Connection> without(Set<Connection> users, Set<Connection> moved) {
      List<Connection> left = new ArrayList<>(users);
      List<Connection> free = new ArrayList<>(moved);
      for (BiPredicate<Connection, Connection> same : SAME) {
        for (Connection user : List.copyOf(left)) {
          free.stream()
              .filter(each -> same.test(user, each))
              .findFirst()
              .ifPresent(
                  each -> {
                    free.remove(each);
                    left.remove(user);
                  });
        }
      }
      return left;
    }
  }
}
