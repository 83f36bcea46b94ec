package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What it costs to have registrations durable: the same load on a stock cluster and on one with the
 * plugin, in turns, so that neither gains from caches or compiled code.
 */
final class RaftWrite {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Duration LIMIT = Duration.ofSeconds(180);

  /** A stock member that missed the end of a connection forgets it after three minutes. */
  private static final Duration DRAIN = Duration.ofSeconds(240);

  /** Twice as often, the requests would be one part in thirty of what the servers do. */
  private static final Duration LAG_INTERVAL = Duration.ofMillis(200);

  private static final int KEEPERS = 0;
  private static final String PERSISTENT_GROUP = "PERSISTENT";
  private static final int PERSISTENT_ATTEMPTS = 3;

  private final Settings settings;
  private final ServerSource servers;
  private final Fleet fleet;
  private final Progress progress;

  private final Samples stock = new Samples();
  private final Samples plugin = new Samples();
  private final Samples persistent = new Samples();
  private final Samples capacity = new Samples();
  private final List<long[]> lags = new ArrayList<>();
  private double batchRegistrations;
  private int generation = KEEPERS;

  /**
   * How it is run.
   *
   * @param members of each cluster
   * @param applications how many
   * @param providers of a round, each a process with a connection of its own
   * @param interfaces each provider registers
   * @param persistent registrations of a round
   * @param batch application instances one connection registers at once, for the capacity
   * @param inFlight providers that register at a time
   * @param rounds that count
   * @param warmUps rounds that do not
   * @param heap of each server, in MB
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
      int warmUps,
      int heap) {}

  RaftWrite(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.fleet = new Fleet(settings.applications(), settings.interfaces());
    this.progress = progress;
  }

  /** What the rounds of one variant gave. */
  private static final class Samples {

    final List<Double> perSecond = new ArrayList<>();
    final List<long[]> answers = new ArrayList<>();
    final List<Double> processorMillis = new ArrayList<>();

    void add(double rate, Burst.Times times, double millisEach) {
      perSecond.add(rate);
      answers.add(times.durations());
      processorMillis.add(millisEach);
    }

    double rate() {
      return Percentiles.median(perSecond);
    }

    ObjectNode json(String what) {
      ObjectNode json = JSON.createObjectNode();
      json.put("what", what);
      json.put("per_second", Percentiles.round(rate()));
      perSecond.forEach(each -> json.withArray("rounds").add(Percentiles.round(each)));
      Percentiles percentiles = Percentiles.of(answers);
      json.put("processor_ms_each", Percentiles.round(Percentiles.median(processorMillis)));
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
      try (Ensemble bare = Ensemble.borrow(servers, spec(false), wire)) {
        progress.part("starting the cluster with the plugin", startSeconds(settings));
        try (Ensemble full = Ensemble.borrow(servers, spec(true), wire)) {
          return run(bare, full);
        }
      }
    }
  }

  /** With the compiler servers have in production, and a heap that is divided as there. */
  private ServerSpec spec(boolean plugin) {
    return Ensemble.spec(settings.members(), plugin, settings.heap()).optimised(settings.heap());
  }

  private ObjectNode run(Ensemble bare, Ensemble full) {
    // One provider of each application stays throughout: what scales out is known already.
    List<WireClient> bareKeepers = keepers(bare);
    List<WireClient> fullKeepers = keepers(full);
    full.awaitCatalog(settings.applications());
    full.translate(fleet);
    List<String> content = content(full);
    Part ofStock = counts -> ephemeral(bare, bareKeepers, counts);
    Part ofPlugin = counts -> durable(full, counts);
    for (int i = 0; i < settings.warmUps() + settings.rounds(); i++) {
      boolean counts = i >= settings.warmUps();
      progress.part(
          counts
              ? "round %d of %d".formatted(i - settings.warmUps() + 1, settings.rounds())
              : "warming up",
          roundSeconds(settings));
      // There and back again: what comes first in one round comes last in the next. What is
      // compared follows each other closely: a shared machine is soon half as fast again.
      List<Part> turns = i % 2 == 0 ? List.of(ofStock, ofPlugin) : List.of(ofPlugin, ofStock);
      // Those that others have kept from the processors and the memory are slow at first, several
      // times slower on a shared machine: the first turn of each does not count.
      turns.forEach(part -> part.run(false));
      turns.forEach(part -> part.run(counts));
      persistent(bare, counts);
      capacity(full, content, counts);
    }
    ObjectNode result = result();
    full.switchOff(fleet::application, settings.applications());
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
    collect();
    double before = bare.processorSeconds();
    Burst.Times times =
        Burst.run(
            "registering without the plugin",
            settings.providers(),
            settings.inFlight(),
            LIMIT,
            i -> Ensemble.register(clients.get(i), fleet.provider(now, i)));
    double each = millisEach(bare, before, registrations());
    Ensemble.disconnect(clients);
    awaitNative(keepers);
    double perSecond = perSecond(registrations(), times, times.last());
    note("a", "stock, ephemeral", perSecond, each);
    if (counts) {
      stock.add(perSecond, times, each);
    }
  }

  /** (b) The same with the plugin, until everything is in the catalog on a majority. */
  private void durable(Ensemble full, boolean counts) {
    int now = nextGeneration();
    List<WireClient> clients = full.connect(settings.providers());
    List<String> watched =
        IntStream.range(0, Math.max(1, settings.applications() / 50))
            .mapToObj(fleet::application)
            .toList();
    int expected = settings.applications() + settings.providers();
    Burst.Times times;
    long committed;
    long[] lag;
    double each;
    collect();
    double before = full.processorSeconds();
    try (LagProbe probe = new LagProbe(full.members().get(0), watched, LAG_INTERVAL)) {
      times =
          Burst.run(
              "registering with the plugin",
              settings.providers(),
              settings.inFlight(),
              LIMIT,
              i -> Ensemble.register(clients.get(i), fleet.provider(now, i)));
      committed = full.awaitMajority(expected);
      each = millisEach(full, before, registrations());
      lag = lag(probe, watched, times, now);
    }
    full.awaitCatalog(expected);
    Ensemble.disconnect(clients);
    full.awaitCatalog(settings.applications());
    double perSecond = perSecond(registrations(), times, committed);
    note("b", "with the plugin, until committed", perSecond, each);
    progress.note(
        "   answered at %.0f/s, the last committed %.0f ms after the last answer, lag p99 %.0f ms"
            .formatted(
                perSecond(registrations(), times, times.last()),
                (committed - times.last()) / 1e6,
                Percentiles.of(List.of(lag)).millis(0.99)));
    if (counts) {
      plugin.add(perSecond, times, each);
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
    collect();
    double before = bare.processorSeconds();
    Burst.Times times =
        Burst.run(
            "registering persistently",
            settings.persistent(),
            settings.inFlight(),
            LIMIT,
            i ->
                repeated(
                    () ->
                        clients
                            .get(i)
                            .registerPersistent(
                                registrations.get(i).getKey(), registrations.get(i).getValue()),
                    PERSISTENT_ATTEMPTS));
    double each = millisEach(bare, before, settings.persistent());
    Burst.run(
        "deregistering persistent instances",
        settings.persistent(),
        settings.inFlight(),
        LIMIT,
        i ->
            repeated(
                () ->
                    clients
                        .get(i)
                        .deregisterPersistent(
                            registrations.get(i).getKey(), registrations.get(i).getValue()),
                PERSISTENT_ATTEMPTS));
    Ensemble.disconnect(clients);
    note("c", "stock, persistent", times.perSecond(), each);
    if (counts) {
      persistent.add(times.perSecond(), times, each);
    }
  }

  /**
   * Asks again, as the real client does, which tries three times: the server gives up a write that
   * its Raft group has not made within 5 s, and a machine that stood still for a moment is no
   * reason to throw a run away. The time of all attempts counts.
   */
  private static CompletableFuture<Void> repeated(
      Supplier<CompletableFuture<Void>> action, int attempts) {
    return attempts == 1
        ? action.get()
        : action.get().exceptionallyCompose(failure -> repeated(action, attempts - 1));
  }

  private static Map.Entry<ServiceName, Instance> persistent(DubboProvider provider) {
    Map.Entry<ServiceName, Instance> first = provider.registrations().entrySet().iterator().next();
    // A service holds one kind of instances only.
    return Map.entry(
        new ServiceName(ServiceName.PUBLIC, PERSISTENT_GROUP, first.getKey().name()),
        first.getValue());
  }

  /**
   * Has the catalog filled with what (d) puts into it, and takes it out again.
   *
   * @return the entries of a backup
   */
  private List<String> content(Ensemble full) {
    int now = nextGeneration();
    int batches = settings.inFlight();
    // Not switched on: nobody claims them when they are put back, and what an application in use
    // loses that way it would be shown with for a while.
    Fleet others = new Fleet("other", batches, 1);
    List<WireClient> clients = full.connect(batches);
    List<List<Instance>> all =
        IntStream.range(0, batches)
            .mapToObj(i -> DubboProvider.batch(others.processes(now, i, 0, settings.batch())))
            .toList();
    Burst.Times times =
        Burst.run(
            "registering in batches",
            batches,
            settings.inFlight(),
            LIMIT,
            i -> clients.get(i).registerBatch(ServiceName.of(others.service(i)), all.get(i)));
    long committed = full.awaitMajority(capacityInstances());
    batchRegistrations = perSecond(batchInstances(), times, committed);
    full.awaitCatalog(capacityInstances());
    List<String> entries = full.members().get(0).backup();
    Ensemble.disconnect(clients);
    full.awaitCatalog(settings.applications());
    progress.note("batch registrations, until committed: %.0f/s".formatted(batchRegistrations));
    return entries;
  }

  /** (d) A backup put back, entry by entry, until a majority has all of it. */
  private void capacity(Ensemble full, List<String> content, boolean counts) {
    List<Member> members = full.members();
    ExecutorService requests = Executors.newFixedThreadPool(settings.inFlight());
    double perSecond;
    double each;
    Burst.Times times;
    collect();
    double before = full.processorSeconds();
    try {
      times =
          Burst.run(
              "restoring",
              content.size(),
              settings.inFlight(),
              LIMIT,
              i ->
                  CompletableFuture.runAsync(
                      () -> members.get(i % members.size()).restore(content.get(i)), requests));
      long committed = full.awaitMajority(capacityInstances());
      perSecond = perSecond(batchInstances(), times, committed);
      each = millisEach(full, before, batchInstances());
    } finally {
      requests.shutdown();
    }
    full.awaitCatalog(capacityInstances());
    note("d", "upserts in batches, until committed", perSecond, each);
    // Nobody claims them, so they go after the grace.
    full.awaitCatalog(settings.applications());
    if (counts) {
      capacity.add(perSecond, times, each);
    }
  }

  /**
   * Whoever measures must not stand still meanwhile: what was left of earlier parts is collected
   * now, and there is room for all that a part makes.
   */
  private static void collect() {
    System.gc();
  }

  private int registrations() {
    return settings.providers() * settings.interfaces();
  }

  private int batchInstances() {
    return settings.inFlight() * settings.batch();
  }

  private int capacityInstances() {
    return settings.applications() + batchInstances();
  }

  private static double perSecond(int count, Burst.Times times, long committed) {
    return count * 1e9 / (committed - times.first());
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

  /** Of all servers together, since a moment. */
  private static double millisEach(Ensemble servers, double since, int count) {
    return (servers.processorSeconds() - since) * 1e3 / count;
  }

  private void note(String variant, String what, double perSecond, double millisEach) {
    progress.note(
        "(%s) %s: %.0f/s, %.2f ms of processor time each"
            .formatted(variant, what, perSecond, millisEach));
  }

  private ObjectNode result() {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "raft-write");
    json.put("ephemeral_ratio", Percentiles.round(Percentiles.median(pairwise())));
    json.put(
        "ephemeral_processor_ratio",
        Percentiles.round(
            Percentiles.median(plugin.processorMillis)
                / Percentiles.median(stock.processorMillis)));
    json.put("durable_ratio", Percentiles.round(plugin.rate() / persistent.rate()));
    json.put("capacity_ratio", Percentiles.round(capacity.rate() / persistent.rate()));
    Percentiles lag = Percentiles.of(lags);
    json.put("commit_lag_p99_ms", lag.millis(0.99));
    json.set(
        "stock_ephemeral",
        stock.json(
            "interfaces of providers registered, until each is answered; percentiles are of"
                + " the answers to all of a provider, one after the other"));
    json.set(
        "plugin_ephemeral",
        plugin.json(
            "the same, until the last application instance is in the catalog of a majority;"
                + " percentiles are of the answers to clients"));
    json.set("stock_persistent", persistent.json("persistent instances, until each is answered"));
    json.set(
        "catalog_capacity",
        capacity.json(
            "application instances of a backup put back, a proposal for up to 500 of them, until"
                + " the last is in the catalog of a majority; percentiles are of the answers to"
                + " proposals"));
    json.put("batch_registrations_per_second", Percentiles.round(batchRegistrations));
    ObjectNode commitLag = json.putObject("commit_lag");
    commitLag.put(
        "what", "from the answer to a provider to its instance in the catalog of one member");
    commitLag.put("samples", lag.count());
    commitLag.put("resolution_ms", LAG_INTERVAL.toMillis());
    lag.addTo(commitLag);
    ObjectNode conditions = json.putObject("conditions");
    conditions.put(
        "server", "Nacos 3.1.0, embedded storage, %d MB of heap".formatted(settings.heap()));
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

  /** The processors of a shared machine are not equally fast from minute to minute. */
  private List<Double> pairwise() {
    return IntStream.range(0, stock.perSecond.size())
        .mapToObj(i -> plugin.perSecond.get(i) / stock.perSecond.get(i))
        .toList();
  }

  private static double startSeconds(Settings settings) {
    return settings.members() == 1 ? 15 : 45;
  }

  private static double roundSeconds(Settings settings) {
    return 50
        + 5.0 * settings.providers() * settings.interfaces() / 1_000
        + settings.persistent() / 150.0;
  }
}
