package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What it costs to have registrations durable: the same load on a stock cluster and on one with the
 * plugin, in turns, so that neither gains from caches or compiled code.
 */
final class RaftWrite {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Duration LIMIT = Duration.ofSeconds(180);
  private static final Duration DRAIN = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration LAG_INTERVAL = Duration.ofMillis(100);
  private static final int KEEPERS = 0;
  private static final String PERSISTENT_GROUP = "PERSISTENT";

  private final Settings settings;
  private final Fleet fleet;
  private final Progress progress;

  private final Samples stock = new Samples();
  private final Samples plugin = new Samples();
  private final Samples persistent = new Samples();
  private final Samples capacity = new Samples();
  private final List<long[]> lags = new ArrayList<>();
  private int generation = KEEPERS;

  /**
   * How it is run.
   *
   * @param members of each cluster
   * @param applications how many
   * @param providers of a round, each a process with a connection of its own
   * @param interfaces each provider registers
   * @param persistent registrations of a round
   * @param batch application instances one connection registers at once to measure the capacity
   * @param inFlight providers that register at a time
   * @param rounds that count
   * @param warmUps rounds that do not
   */
  record Settings(
      int members,
      int applications,
      int providers,
      int interfaces,
      int persistent,
      int batch,
      int inFlight,
      int rounds,
      int warmUps) {}

  RaftWrite(Settings settings, Progress progress) {
    this.settings = settings;
    this.fleet = new Fleet(settings.applications(), settings.interfaces());
    this.progress = progress;
  }

  /** What the rounds of one variant gave. */
  private static final class Samples {

    final List<Double> perSecond = new ArrayList<>();
    final List<long[]> answers = new ArrayList<>();

    double rate() {
      return Percentiles.median(perSecond);
    }

    ObjectNode json(String what) {
      ObjectNode json = JSON.createObjectNode();
      json.put("what", what);
      json.put("per_second", Percentiles.round(rate()));
      perSecond.forEach(each -> json.withArray("rounds").add(Percentiles.round(each)));
      Percentiles percentiles = Percentiles.of(answers);
      json.put("answers", percentiles.count());
      percentiles.addTo(json);
      return json;
    }
  }

  /** A part of a round. */
  private interface Part {
    void run(boolean counts);
  }

  static double plannedSeconds(Settings settings) {
    return 2 * startSeconds(settings)
        + (settings.warmUps() + settings.rounds()) * roundSeconds(settings);
  }

  ObjectNode run() {
    try (Wire wire = Wire.open(1)) {
      progress.part("starting the stock cluster", startSeconds(settings));
      try (Ensemble bare = Ensemble.start(settings.members(), false, 512, wire)) {
        progress.part("starting the cluster with the plugin", startSeconds(settings));
        try (Ensemble full = Ensemble.start(settings.members(), true, 512, wire)) {
          return run(bare, full);
        }
      }
    }
  }

  private ObjectNode run(Ensemble bare, Ensemble full) {
    // One provider of each application stays throughout: what scales out is known already.
    List<WireClient> bareKeepers = keepers(bare);
    List<WireClient> fullKeepers = keepers(full);
    full.awaitCatalog(settings.applications());
    full.translate(fleet);
    List<Part> parts =
        List.of(
            counts -> ephemeral(bare, bareKeepers, counts),
            counts -> durable(full, counts),
            counts -> persistent(bare, counts),
            counts -> capacity(full, counts));
    for (int i = 0; i < settings.warmUps() + settings.rounds(); i++) {
      boolean counts = i >= settings.warmUps();
      progress.part(
          counts
              ? "round %d of %d".formatted(i - settings.warmUps() + 1, settings.rounds())
              : "warming up",
          roundSeconds(settings));
      // There and back again: what comes first in one round comes last in the next.
      for (int part = 0; part < parts.size(); part++) {
        parts.get(i % 2 == 0 ? part : parts.size() - 1 - part).run(counts);
      }
    }
    ObjectNode result = result();
    fullKeepers.forEach(WireClient::close);
    bareKeepers.forEach(WireClient::close);
    return result;
  }

  private List<WireClient> keepers(Ensemble ensemble) {
    List<WireClient> clients = ensemble.connect(settings.applications());
    Burst.run(
        "registering one provider of each application",
        clients.size(),
        settings.inFlight(),
        LIMIT,
        i -> Ensemble.register(clients.get(i), fleet.provider(KEEPERS, i)));
    return clients;
  }

  /** (a) Stock ephemeral registrations. */
  private void ephemeral(Ensemble bare, List<WireClient> keepers, boolean counts) {
    int now = nextGeneration();
    List<WireClient> clients = bare.connect(settings.providers());
    Burst.Times times =
        Burst.run(
            "registering without the plugin",
            settings.providers(),
            settings.inFlight(),
            LIMIT,
            i -> Ensemble.register(clients.get(i), fleet.provider(now, i)));
    clients.forEach(WireClient::close);
    awaitNative(keepers);
    note("a", "stock, ephemeral", times.perSecond());
    if (counts) {
      stock.perSecond.add(times.perSecond());
      stock.answers.add(times.durations());
    }
  }

  /** (b) The same with the plugin, until everything is in the catalog on a majority. */
  private void durable(Ensemble full, boolean counts) {
    int now = nextGeneration();
    List<WireClient> clients = full.connect(settings.providers());
    List<String> watched =
        IntStream.range(0, Math.max(1, settings.applications() / 20))
            .mapToObj(fleet::application)
            .toList();
    int expected = settings.applications() + settings.providers();
    Burst.Times times;
    long committed;
    long[] lag;
    try (LagProbe probe = new LagProbe(full.members().get(0), watched, LAG_INTERVAL)) {
      times =
          Burst.run(
              "registering with the plugin",
              settings.providers(),
              settings.inFlight(),
              LIMIT,
              i -> Ensemble.register(clients.get(i), fleet.provider(now, i)));
      committed =
          Eventually.holds(
              DRAIN,
              POLL,
              () -> "not all providers are in the catalog of a majority",
              () -> full.membersWith(count -> count >= expected) >= full.majority());
      lag = lag(probe, watched, times, now);
    }
    full.awaitCatalog(expected);
    clients.forEach(WireClient::close);
    full.awaitCatalog(settings.applications());
    double perSecond = settings.providers() * 1e9 / (committed - times.first());
    note("b", "with the plugin, until committed", perSecond);
    progress.note(
        "   answered at %.0f/s, the last committed %.0f ms after the last answer, lag p99 %.0f ms"
            .formatted(
                times.perSecond(),
                (committed - times.last()) / 1e6,
                Percentiles.of(List.of(lag)).millis(0.99)));
    if (counts) {
      plugin.perSecond.add(perSecond);
      plugin.answers.add(times.durations());
      lags.add(lag);
    }
  }

  /** From the answer of the last registration of a provider to its application instance. */
  private long[] lag(LagProbe probe, List<String> watched, Burst.Times times, int now) {
    int[] sample =
        IntStream.range(0, settings.providers())
            .filter(i -> watched.contains(fleet.application(i)))
            .toArray();
    Map<String, Long> seen = probe.await(watched.size(), sample.length);
    return IntStream.of(sample)
        .mapToLong(
            i -> {
              Long at = seen.get(Fleet.address(fleet.provider(now, i)));
              if (at == null) {
                throw new BenchException(fleet.provider(now, i) + " is not in the catalog");
              }
              // Committed before its own answer has arrived: no lag.
              return Math.max(0, at - times.ended()[i]);
            })
        .toArray();
  }

  /** (c) Stock persistent registrations: the server's own Raft. */
  private void persistent(Ensemble bare, boolean counts) {
    int now = nextGeneration();
    List<WireClient> clients = bare.connect(settings.persistent());
    List<Map.Entry<ServiceName, Instance>> registrations =
        IntStream.range(0, settings.persistent())
            .mapToObj(i -> persistent(fleet.provider(now, i)))
            .toList();
    Burst.Times times =
        Burst.run(
            "registering persistently",
            settings.persistent(),
            settings.inFlight(),
            LIMIT,
            i ->
                clients
                    .get(i)
                    .registerPersistent(
                        registrations.get(i).getKey(), registrations.get(i).getValue()));
    Burst.run(
        "deregistering persistent instances",
        settings.persistent(),
        settings.inFlight(),
        LIMIT,
        i ->
            clients
                .get(i)
                .deregisterPersistent(
                    registrations.get(i).getKey(), registrations.get(i).getValue()));
    clients.forEach(WireClient::close);
    note("c", "stock, persistent", times.perSecond());
    if (counts) {
      persistent.perSecond.add(times.perSecond());
      persistent.answers.add(times.durations());
    }
  }

  private static Map.Entry<ServiceName, Instance> persistent(DubboProvider provider) {
    Map.Entry<ServiceName, Instance> first = provider.registrations().entrySet().iterator().next();
    // A service holds one kind of instances only.
    return Map.entry(
        new ServiceName(ServiceName.PUBLIC, PERSISTENT_GROUP, first.getKey().name()),
        first.getValue());
  }

  /** (d) Whole batches of application instances, until they are in the catalog on a majority. */
  private void capacity(Ensemble full, boolean counts) {
    int now = nextGeneration();
    int batches = settings.inFlight();
    int instances = batches * settings.batch();
    int expected = settings.applications() + instances;
    List<WireClient> clients = full.connect(batches);
    List<List<Instance>> all =
        IntStream.range(0, batches)
            .mapToObj(
                i ->
                    DubboProvider.batch(
                        new Fleet(settings.applications(), 1)
                            .processes(
                                now,
                                i % settings.applications(),
                                i / settings.applications() * settings.batch(),
                                settings.batch())))
            .toList();
    Burst.Times times =
        Burst.run(
            "registering in batches",
            batches,
            settings.inFlight(),
            LIMIT,
            i ->
                clients
                    .get(i)
                    .registerBatch(
                        ServiceName.of(fleet.service(i % settings.applications())), all.get(i)));
    long committed =
        Eventually.holds(
            DRAIN,
            POLL,
            () -> "not all instances are in the catalog of a majority",
            () -> full.membersWith(count -> count >= expected) >= full.majority());
    full.awaitCatalog(expected);
    clients.forEach(WireClient::close);
    full.awaitCatalog(settings.applications());
    double perSecond = instances * 1e9 / (committed - times.first());
    note("d", "in batches, until committed", perSecond);
    if (counts) {
      capacity.perSecond.add(perSecond);
      capacity.answers.add(times.durations());
    }
  }

  private void awaitNative(List<WireClient> keepers) {
    for (int i = 0; i < Math.min(5, settings.applications()); i++) {
      ServiceName service = ServiceName.of(fleet.service(i));
      Eventually.holds(
          DRAIN,
          Duration.ofMillis(100),
          () -> service.name() + " still has instances of closed connections",
          () ->
              keepers.stream()
                  .limit(settings.members())
                  .allMatch(client -> client.list(service).join().instances().size() == 1));
    }
  }

  private int nextGeneration() {
    // Long after its connections were closed an address may be used again.
    generation = generation % 200 + 1;
    return generation;
  }

  private void note(String variant, String what, double perSecond) {
    progress.note("(%s) %s: %.0f/s".formatted(variant, what, perSecond));
  }

  private ObjectNode result() {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "raft-write");
    json.put("ephemeral_ratio", Percentiles.round(plugin.rate() / stock.rate()));
    json.put("durable_ratio", Percentiles.round(plugin.rate() / persistent.rate()));
    json.put("capacity_ratio", Percentiles.round(capacity.rate() / persistent.rate()));
    Percentiles lag = Percentiles.of(lags);
    json.put("commit_lag_p99_ms", lag.millis(0.99));
    json.set("stock_ephemeral", stock.json("providers registered, until each is answered"));
    json.set(
        "plugin_ephemeral",
        plugin.json(
            "providers registered, until the last application instance is in the catalog of a"
                + " majority; percentiles are of the answers to clients"));
    json.set("stock_persistent", persistent.json("persistent instances, until each is answered"));
    json.set(
        "catalog_capacity",
        capacity.json(
            "application instances, registered as batches of one connection each and folded by the"
                + " plugin, until the last is in the catalog of a majority; percentiles are of the"
                + " answers to whole batches"));
    ObjectNode commitLag = json.putObject("commit_lag");
    commitLag.put(
        "what", "from the answer to a provider to its instance in the catalog of one member");
    commitLag.put("samples", lag.count());
    commitLag.put("resolution_ms", LAG_INTERVAL.toMillis());
    lag.addTo(commitLag);
    ObjectNode conditions = json.putObject("conditions");
    conditions.put("server", "Nacos 3.1.0, embedded storage, 512 MB of heap");
    conditions.put("members", settings.members());
    conditions.put("processors", Runtime.getRuntime().availableProcessors());
    conditions.put("applications", settings.applications());
    conditions.put("translated_applications", settings.applications());
    conditions.put("providers", settings.providers());
    conditions.put("interfaces", settings.interfaces());
    conditions.put("persistent", settings.persistent());
    conditions.put("batches", settings.inFlight());
    conditions.put("batch", settings.batch());
    conditions.put("in_flight", settings.inFlight());
    conditions.put("rounds", settings.rounds());
    conditions.put("warm_ups", settings.warmUps());
    return json;
  }

  private static double startSeconds(Settings settings) {
    return settings.members() == 1 ? 15 : 45;
  }

  private static double roundSeconds(Settings settings) {
    return 5 + settings.providers() / 300.0 + settings.persistent() / 150.0;
  }
}
