package io.landbridge.migrate.consumer;

import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.migrate.consumer.ClusterConsumers.Seen;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.ConfigurationReader;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who the clients are that subscribe to interfaces and register nothing. A consumer of Dubbo 3 does
 * not say its application then, but listens to the MigrationRule of its application, and to the
 * mappings of the interfaces it calls: what clients at its address listen to tells who it may be.
 * Of several consumers at one address each may be any of those found there.
 *
 * @param calls of those whose application is found
 * @param nameless those of Dubbo 3 whose application is not
 */
public record ListeningConsumers(List<Call> calls, List<Nameless> nameless) {

  /** All that is known of its version. */
  private static final String RELEASE = "3.x";

  /** Nobody asks for more of them one by one. */
  private static final int MAX_ADDRESSES = 2000;

  /** Copies the lists. */
  public ListeningConsumers {
    calls = List.copyOf(calls);
    nameless = List.copyOf(nameless);
  }

  /**
   * Clients at an address that do not say their application.
   *
   * @param namespace where they subscribe
   * @param services to what, as {@code [group/]interface[:version]}
   * @param what who they are, and why it is not known whose, for people
   */
  public record Nameless(String namespace, List<String> services, String what) {

    /** Copies the list. */
    public Nameless {
      services = List.copyOf(services);
    }
  }

  /**
   * A configuration that a client listens to.
   *
   * @param dataId its id
   * @param group its group
   * @param namespace the id of its namespace
   */
  public record Listened(String dataId, String group, String namespace) {}

  /** Tells what clients at an address listen to. */
  @FunctionalInterface
  public interface Source {

    /** Reads it. */
    List<Listened> at(String ip) throws RegistryException;
  }

  private record Place(String namespace, String ip) implements Comparable<Place> {

    @Override
    public int compareTo(Place other) {
      int byNamespace = namespace.compareTo(other.namespace);
      return byNamespace != 0 ? byNamespace : ip.compareTo(other.ip);
    }
  }

  /** What nobody knows the caller of, by where it is called from. */
  private record Called(SortedMap<String, String> interfaceOf, SortedSet<String> libraries) {

    Called() {
      this(new TreeMap<>(), new TreeSet<>());
    }
  }

  /**
   * Finds out.
   *
   * @param consumers all that are known, also those that say who they are
   * @throws RegistryException if the thread was interrupted; who cannot be found out otherwise is
   *     among the nameless
   */
  public static ListeningConsumers of(Collection<Seen> consumers, Source source)
      throws RegistryException {
    SortedMap<Place, Called> unknown = new TreeMap<>();
    SortedMap<Place, SortedSet<String>> known = new TreeMap<>();
    for (Seen seen : consumers) {
      PluginConsumer each = seen.consumer();
      Place place = new Place(each.namespace(), each.ip());
      if (!each.application().isEmpty()) {
        known.computeIfAbsent(place, none -> new TreeSet<>()).add(each.application());
      } else if (each.level().equals("INTERFACE") && !each.provides()) {
        String service = SubscribedCalls.serviceKey(each);
        if (!service.isEmpty()) {
          Called called = unknown.computeIfAbsent(place, none -> new Called());
          called.interfaceOf().put(service, each.serviceInterface());
          called.libraries().add(each.client());
        }
      }
    }
    Map<List<String>, SortedSet<String>> spelled = new HashMap<>();
    known.forEach(
        (place, names) ->
            names.forEach(
                name ->
                    spelled
                        .computeIfAbsent(
                            List.of(place.namespace(), NacosSpelling.ruleId(name)),
                            none -> new TreeSet<>())
                        .add(name)));
    SortedMap<List<String>, Integer> clients = new TreeMap<>(ListeningConsumers::compare);
    SortedMap<List<String>, String> interfaces = new TreeMap<>(ListeningConsumers::compare);
    List<Nameless> nameless = new ArrayList<>();
    int asked = 0;
    for (var entry : unknown.entrySet()) {
      Place place = entry.getKey();
      Called called = entry.getValue();
      List<Listened> listened;
      if (asked++ >= MAX_ADDRESSES) {
        nameless.add(
            nameless(place, called, "not read, because the consumer has too many addresses"));
        continue;
      }
      try {
        listened =
            source.at(place.ip()).stream()
                .filter(each -> each.namespace().equals(place.namespace()))
                .toList();
      } catch (RegistryException e) {
        if (e.kind() == Kind.INTERRUPTED) {
          throw e;
        }
        nameless.add(
            nameless(place, called, "its subscriptions are unknown (%s)".formatted(e.what())));
        continue;
      }
      SortedSet<String> here = known.getOrDefault(place, new TreeSet<>());
      SortedSet<String> names = ruled(listened, here, spelled);
      names.removeAll(here);
      if (names.isEmpty() && isOfDubbo3(called, listened)) {
        nameless.add(
            nameless(place, called, "the consumer does not listen for its rule in this cluster"));
      }
      for (String name : names) {
        called
            .interfaceOf()
            .forEach(
                (service, interfaceName) -> {
                  List<String> key = List.of(place.namespace(), name, service);
                  clients.merge(key, 1, Integer::sum);
                  interfaces.put(key, interfaceName);
                });
      }
    }
    List<Call> calls = new ArrayList<>();
    clients.forEach(
        (key, count) ->
            calls.add(
                new Call(
                    key.get(0),
                    key.get(1),
                    key.get(2),
                    interfaces.getOrDefault(key, ""),
                    "",
                    List.of(RELEASE),
                    count,
                    Call.Evidence.SUBSCRIBED)));
    return new ListeningConsumers(calls, nameless);
  }

  private static int compare(List<String> one, List<String> other) {
    return String.join("\n", one).compareTo(String.join("\n", other));
  }

  /**
   * Whose rules are listened to. Dubbo writes a {@code /} of a name as {@code -}: an application
   * that is known by name is meant, the one at the same address or the only one there is.
   *
   * @param here the applications that are known at the address
   * @param spelled all that are known in the namespace, by the ids of their rules
   */
  private static SortedSet<String> ruled(
      List<Listened> listened,
      SortedSet<String> here,
      Map<List<String>, SortedSet<String>> spelled) {
    SortedSet<String> names = new TreeSet<>();
    for (Listened each : listened) {
      String id = each.dataId();
      if (each.group().equals(ConfigurationReader.RULE_GROUP)
          && id.endsWith(ConfigurationReader.RULE_SUFFIX)) {
        List<String> same =
            here.stream().filter(name -> NacosSpelling.ruleId(name).equals(id)).toList();
        SortedSet<String> all =
            spelled.getOrDefault(List.of(each.namespace(), id), new TreeSet<>());
        if (!same.isEmpty()) {
          names.addAll(same);
        } else if (all.size() == 1) {
          names.add(all.first());
        } else {
          names.add(id.substring(0, id.length() - ConfigurationReader.RULE_SUFFIX.length()));
        }
      }
    }
    return names;
  }

  /** Dubbo 2.7 reads no mappings while it looks for interfaces. */
  private static boolean isOfDubbo3(Called called, List<Listened> listened) {
    return called.interfaceOf().values().stream()
        .map(NacosSpelling::id)
        .anyMatch(
            id ->
                listened.stream()
                    .anyMatch(
                        each ->
                            each.group().equals(MetadataKeys.MAPPING_GROUP)
                                && each.dataId().equals(id)));
  }

  private static Nameless nameless(Place place, Called called, String why) {
    return new Nameless(
        place.namespace(),
        List.copyOf(called.interfaceOf().keySet()),
        "a client without an application name at %s in namespace %s (%s; %s): %s"
            .formatted(
                place.ip(),
                place.namespace(),
                String.join(", ", called.libraries()),
                String.join(", ", called.interfaceOf().keySet()),
                why));
  }
}
