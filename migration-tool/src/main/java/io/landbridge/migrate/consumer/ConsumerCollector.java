package io.landbridge.migrate.consumer;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.consumer.ConsumerInventory.Client;
import io.landbridge.migrate.consumer.ConsumerInventory.Silent;
import io.landbridge.migrate.consumer.ConsumerInventory.Source;
import io.landbridge.migrate.inventory.LandscapeSink;
import io.landbridge.migrate.member.AskedMember;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.Subscriber;
import io.landbridge.registry.plugin.PluginConsumer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Learns from what is registered which services to ask for and which applications are where, and
 * makes an inventory of clients of what the plugin or the servers tell. For one thread.
 */
public final class ConsumerCollector implements LandscapeSink {

  private final SortedSet<ServiceKey> services = new TreeSet<>();
  private final Map<Host, Present> hosts = new HashMap<>();

  /** Each once: the processes of an application are alike, and there may be very many. */
  private final Map<Present, Present> alike = new HashMap<>();

  private final SortedMap<Key, Draft> drafts = new TreeMap<>();

  private final Provided provided = new Provided();

  @Override
  public void providers(ServiceKey service, List<Registration> instances) {
    services.add(service);
    instances.stream()
        .filter(each -> !each.metadata().containsKey(MetadataKeys.DERIVED))
        .forEach(
            each -> {
              present(each, "");
              provided.add(service, each.ip());
            });
  }

  @Override
  public void consumers(ServiceKey service, List<Registration> instances) {
    instances.forEach(
        each -> present(each, each.metadata().getOrDefault(MetadataKeys.RELEASE, "")));
  }

  @Override
  public void application(ServiceKey service, List<RegisteredInstance> instances) {
    services.add(service);
    instances.stream()
        .filter(each -> !each.metadata().containsKey(MetadataKeys.DERIVED))
        .forEach(each -> present(service, each.ip(), service.name(), ""));
  }

  private void present(Registration each, String release) {
    String application = each.metadata().getOrDefault(MetadataKeys.APPLICATION, "");
    present(each.service(), each.ip(), application, release);
  }

  private void present(ServiceKey service, String ip, String application, String release) {
    Host host = new Host(service.namespace().value(), ip);
    Present before = hosts.getOrDefault(host, Present.NOTHING);
    Present after = before.with(application, release);
    if (after != before) {
      hosts.put(host, alike.computeIfAbsent(after, each -> each));
    }
  }

  /**
   * What the plugin told, as far as it is in these namespaces and Dubbo's.
   *
   * @param namespaces those that were read
   */
  public ConsumerInventory of(ClusterConsumers told, Collection<String> namespaces) {
    drafts.clear();
    Set<List<String>> seen = new HashSet<>();
    for (ClusterConsumers.Seen each : told.consumers()) {
      PluginConsumer one = each.consumer();
      if (namespaces.contains(one.namespace()) && !one.level().equals("OTHER") && !one.provides()) {
        Draft draft =
            draft(new Key(one.namespace(), one.ip(), one.client(), one.protocol(), one.app()));
        draft.add(one.service());
        if (!one.application().isEmpty()) {
          draft.applications.add(one.application());
        }
        seen.add(List.of(one.namespace(), one.group(), one.service()));
      }
    }
    return finish(
        Source.PLUGIN,
        (int) told.members().stream().filter(AskedMember::answered).count(),
        told.silent().stream().map(each -> new Silent(each.member(), each.reason())).toList(),
        seen.size(),
        0);
  }

  /**
   * What the servers themselves tell; asks each member for each service that was seen. They do not
   * say who of the clients at an address is the provider that is registered there: as many as there
   * are providers are taken for them.
   *
   * @param registry asks them
   * @param servers those an operator named
   * @param progress gets a line of text now and then
   * @throws RegistryException if the thread was interrupted; whatever else goes wrong is in the
   *     result
   */
  public ConsumerInventory ask(
      Registry registry, List<ServerAddress> servers, Consumer<String> progress)
      throws RegistryException {
    drafts.clear();
    SubscriberReader reader = new SubscriberReader(registry, progress);
    reader.read(servers, List.copyOf(services), this::subscribers);
    return finish(
        reader.told() == 0 ? Source.NOBODY : Source.SERVERS,
        reader.told(),
        reader.silent(),
        services.size(),
        reader.unread());
  }

  private void subscribers(ServiceKey service, Collection<Subscriber> subscribers) {
    Map<String, Integer> clients = new HashMap<>();
    subscribers.forEach(each -> clients.merge(each.ip(), 1, Integer::sum));
    for (Subscriber each : subscribers) {
      if (clients.getOrDefault(each.ip(), 0) <= provided.count(service, each.ip())) {
        // It is the provider, which listens to be told of overrides.
        continue;
      }
      draft(
              new Key(
                  service.namespace().value(),
                  each.ip(),
                  each.library(),
                  each.port() == 0 ? "GRPC" : "HTTP_UDP",
                  each.app()))
          .add(service.name());
    }
  }

  private Draft draft(Key key) {
    return drafts.computeIfAbsent(key, none -> new Draft());
  }

  private ConsumerInventory finish(
      Source source, int members, List<Silent> silent, int asked, int unread) {
    return new ConsumerInventory(
        source,
        members,
        silent,
        asked,
        unread,
        drafts.entrySet().stream()
            .map(
                each ->
                    each.getValue()
                        .finish(
                            each.getKey(),
                            hosts.getOrDefault(
                                new Host(each.getKey().namespace(), each.getKey().ip()),
                                Present.NOTHING)))
            .toList());
  }

  private record Host(String namespace, String ip) {}

  /**
   * How many instances each address has registered in each service. Eight bytes each, by a hash of
   * both: there may be millions.
   */
  private static final class Provided {

    private long[] hashes = new long[1024];
    private int size;
    private boolean sorted;

    void add(ServiceKey service, String ip) {
      if (size == hashes.length) {
        hashes = Arrays.copyOf(hashes, size * 2);
      }
      hashes[size++] = hash(service, ip);
      sorted = false;
    }

    int count(ServiceKey service, String ip) {
      if (!sorted) {
        Arrays.sort(hashes, 0, size);
        sorted = true;
      }
      long wanted = hash(service, ip);
      int at = Arrays.binarySearch(hashes, 0, size, wanted);
      if (at < 0) {
        return 0;
      }
      int from = at;
      while (from > 0 && hashes[from - 1] == wanted) {
        from--;
      }
      int to = at;
      while (to < size && hashes[to] == wanted) {
        to++;
      }
      return to - from;
    }

    private static long hash(ServiceKey service, String ip) {
      return ((long) service.hashCode() << Integer.SIZE) | (ip.hashCode() & 0xffffffffL);
    }
  }

  /** What is registered at an address. */
  private record Present(Set<String> applications, Set<String> releases) {

    static final Present NOTHING = new Present(Set.of(), Set.of());

    /** The same with more; a blank name is nothing. */
    Present with(String application, String release) {
      Set<String> moreApplications = with(applications, application);
      Set<String> moreReleases = with(releases, release);
      return moreApplications == applications && moreReleases == releases
          ? this
          : new Present(moreApplications, moreReleases);
    }

    private static Set<String> with(Set<String> names, String name) {
      if (name.isBlank() || names.contains(name)) {
        return names;
      }
      SortedSet<String> more = new TreeSet<>(names);
      more.add(name);
      return more;
    }
  }

  private record Key(String namespace, String ip, String library, String protocol, String app)
      implements Comparable<Key> {

    @Override
    public int compareTo(Key other) {
      return text().compareTo(other.text());
    }

    private String text() {
      return String.join("\n", namespace, ip, library, protocol, app);
    }
  }

  /** A client while it is put together. */
  private static final class Draft {

    private final SortedSet<String> applications = new TreeSet<>();
    private final List<String> interfaces = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    void add(String service) {
      (InterfaceServiceName.parse(service).isPresent() ? interfaces : others).add(service);
    }

    /** What the client says of itself counts more than what is at its address. */
    Client finish(Key key, Present present) {
      return new Client(
          key.namespace(),
          key.ip(),
          key.library(),
          key.protocol(),
          key.app(),
          List.copyOf(applications.isEmpty() ? present.applications : applications),
          List.copyOf(present.releases),
          interfaces.stream().sorted().distinct().toList(),
          others.stream().sorted().distinct().toList());
    }
  }
}
