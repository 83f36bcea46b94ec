package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.load.fleet.DubboLine;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.HttpWireClient;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Clients that do what clients do, in an application that is switched on: some are there all the
 * time, and one after the other comes and goes while it is timed when others are told of it.
 */
final class HonestClients implements AutoCloseable {

  /** From a registration until a subscriber of the same service, at another member, is told. */
  static final String NATIVE = "native";

  /** From the same registration until a subscriber of the application is told. */
  static final String DERIVED = "derived";

  /** A list of a 1.x client, from the request to the answer. */
  static final String V1 = "v1";

  private static final String APPLICATION = "bench-attack-honest";
  private static final ServiceName SERVICE =
      ServiceName.of("providers:com.example.bench.attack.Honest:1.0.0:");
  private static final int PORT = 20880;
  private static final long STARTED = 1_795_176_524_665L;

  /** Where those begin that come and go. */
  private static final int PASSING = 10_000;

  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PACE = Duration.ofMillis(200);

  private final Ensemble cluster;
  private final List<WireClient> steady;
  private final List<WireClient> passing;
  private final List<WireClient> subscribers;
  private final PushWatch natives = new PushWatch("the subscriber of the service");
  private final PushWatch derived = new PushWatch("the subscriber of the application");
  private int passed;

  private HonestClients(Ensemble cluster, int providers) {
    this.cluster = cluster;
    int members = cluster.members().size();
    steady = cluster.connect(providers);
    passing = cluster.connect(members);
    subscribers = cluster.connect(members);
  }

  /**
   * The times they measured.
   *
   * @param kinds by {@link #NATIVE}, {@link #DERIVED} and {@link #V1}
   */
  record Noticed(SortedMap<String, Percentiles> kinds) {

    Percentiles of(String kind) {
      return Objects.requireNonNull(kinds.get(kind), kind);
    }
  }

  /** Registers those that are there all the time, and switches their application on. */
  static HonestClients register(Ensemble cluster, int providers) {
    HonestClients clients = new HonestClients(cluster, providers);
    for (int i = 0; i < providers; i++) {
      Ensemble.register(clients.steady.get(i), provider(i)).join();
    }
    Member first = cluster.members().get(0);
    Eventually.holds(
        LIMIT,
        POLL,
        () -> APPLICATION + " is not in the catalog",
        () -> !first.applicationState(APPLICATION).isEmpty());
    first.translate(APPLICATION);
    Eventually.holds(
        LIMIT,
        POLL,
        () -> APPLICATION + " is not translated",
        () -> first.applicationState(APPLICATION).equals("TRANSLATED"));
    WireClient last = clients.subscribers.get(clients.subscribers.size() - 1);
    last.subscribe(SERVICE, clients.natives::told).join();
    last.subscribe(ServiceName.of(APPLICATION), clients.derived::told).join();
    return clients;
  }

  /** Waits until all are wherever they should be. */
  void awaitAll(NacosServer legacy) {
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "honest providers are missing: " + missing(legacy),
        () -> missing(legacy).isEmpty());
  }

  /** The missing providers two minutes later, as {@code where: address}; empty if none is. */
  Set<String> lost(NacosServer legacy) {
    try {
      awaitAll(legacy);
    } catch (BenchException e) {
      return missing(legacy);
    }
    return Set.of();
  }

  /** One comes and goes after the other, and after each of them a 1.x client lists them. */
  Noticed work(Duration duration) {
    SortedMap<String, List<Long>> nanos = new TreeMap<>();
    List.of(NATIVE, DERIVED, V1).forEach(kind -> nanos.put(kind, new ArrayList<>()));
    long end = System.nanoTime() + duration.toNanos();
    do {
      long begun = System.nanoTime();
      once(nanos);
      long rest = PACE.toNanos() - (System.nanoTime() - begun);
      Eventually.pause(Duration.ofNanos(Math.max(0, rest)));
    } while (System.nanoTime() < end);
    SortedMap<String, Percentiles> kinds = new TreeMap<>();
    nanos.forEach(
        (kind, all) ->
            kinds.put(
                kind, Percentiles.of(List.of(all.stream().mapToLong(Long::longValue).toArray()))));
    return new Noticed(kinds);
  }

  private void once(Map<String, List<Long>> nanos) {
    int number = passed++;
    DubboProvider provider = provider(PASSING + number % PASSING);
    String address = provider.ip() + ":" + PORT;
    WireClient client = passing.get(number % passing.size());
    long at = System.nanoTime();
    Ensemble.register(client, provider).join();
    of(nanos, NATIVE).add(natives.await(address) - at);
    of(nanos, DERIVED).add(derived.await(address) - at);
    provider.registrations().forEach((service, each) -> client.deregister(service, each).join());
    natives.awaitGone(address);
    derived.awaitGone(address);
    NacosApi api = v1(cluster.members().get(number % cluster.members().size()).server());
    long asked = System.nanoTime();
    listed(api);
    of(nanos, V1).add(System.nanoTime() - asked);
  }

  private static List<Long> of(Map<String, List<Long>> nanos, String kind) {
    return Objects.requireNonNull(nanos.get(kind), kind);
  }

  /** As {@code where: address}. */
  private Set<String> missing(NacosServer legacy) {
    Set<String> all =
        IntStream.range(0, steady.size())
            .mapToObj(i -> provider(i).ip() + ":" + PORT)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> missing = new TreeSet<>();
    for (Member member : cluster.members()) {
      NacosServer server = member.server();
      add(missing, server + ", service", all, listed(v1(server)));
      add(missing, server + ", catalog", all, member.catalogAddresses(APPLICATION));
    }
    add(missing, "1.4.1", all, listed(legacy.api()));
    return missing;
  }

  private static void add(Set<String> missing, String where, Set<String> all, Set<String> there) {
    all.stream()
        .filter(each -> !there.contains(each))
        .forEach(each -> missing.add(where + ": " + each));
  }

  private static NacosApi v1(NacosServer server) {
    return server.api().withAgent(HttpWireClient.JAVA);
  }

  private static Set<String> listed(NacosApi api) {
    NacosApi.Answer answer = api.get("/v1/ns/instance/list", Map.of("serviceName", SERVICE.name()));
    if (!answer.ok()) {
      throw new BenchException("a list is refused: " + answer);
    }
    Set<String> addresses = new TreeSet<>();
    for (JsonNode each : answer.json().path("hosts")) {
      addresses.add(each.path("ip").asText() + ":" + each.path("port").asInt());
    }
    return addresses;
  }

  private static DubboProvider provider(int number) {
    return new DubboProvider(
        DubboLine.DUBBO_2_7,
        APPLICATION,
        "10.7.%d.%d".formatted(number / 250 % 250, number % 250 + 1),
        PORT,
        1_000 + number,
        STARTED + number,
        List.of("com.example.bench.attack.Honest:1.0.0"));
  }

  @Override
  public void close() {
    for (List<WireClient> each : List.of(steady, passing, subscribers)) {
      Ensemble.disconnect(each);
    }
  }
}
