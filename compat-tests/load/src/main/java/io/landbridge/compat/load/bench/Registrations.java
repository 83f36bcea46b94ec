package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.bench.RegistrationStep.Errors;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * How many registrations a cluster makes durable in a second: more and more of them come each
 * second, whether or not those before them are done, until the 99th percentile of their delay is no
 * longer below a second. Delays and errors are those that the servers tell at their endpoint for
 * metrics.
 */
final class Registrations {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final int KEEPERS = 0;
  private static final int GENERATIONS = 200;
  private static final int IN_FLIGHT = 64;
  private static final String PERSISTENT_GROUP = "PERSISTENT";

  /** Of one failed step: a shared machine sometimes stands still for a second. */
  private static final int ATTEMPTS = 2;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;
  private final Fleet fleet;
  private int generation = KEEPERS;

  /**
   * How it is run.
   *
   * @param sizes how many members each cluster has, one after the other
   * @param applications how many
   * @param interfaces a provider registers, one after the other
   * @param batch instances of one registration in the second ramp
   * @param seconds of a step
   * @param individual the ramp of single registrations
   * @param batches the ramp of batches, in instances
   * @param persistent the ramp of persistent registrations of a stock cluster
   * @param heap of each server, in MB
   */
  record Settings(
      List<Integer> sizes,
      int applications,
      int interfaces,
      int batch,
      int seconds,
      Ramp individual,
      Ramp batches,
      Ramp persistent,
      int heap) {}

  /**
   * Which rates are tried.
   *
   * @param from the first, a second
   * @param to the last at most
   * @param factor from one to the next
   */
  record Ramp(int from, int to, double factor) {

    List<Integer> rates() {
      List<Integer> rates = new ArrayList<>();
      for (double rate = from; rate <= to; rate *= factor) {
        rates.add((int) Math.round(rate));
      }
      return rates;
    }
  }

  /** A step of a ramp at a rate. */
  private interface Attempt {
    RegistrationStep at(int perSecond);
  }

  Registrations(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
    this.fleet = new Fleet(settings.applications(), settings.interfaces());
  }

  static double plannedSeconds(Settings settings) {
    return settings.sizes().stream().mapToDouble(size -> size(settings, size)).sum();
  }

  private static double size(Settings settings, int members) {
    double steps =
        2
            + settings.individual().rates().size()
            + settings.batches().rates().size()
            + settings.persistent().rates().size();
    return 40 + 30 * members + steps * (settings.seconds() + 6.0);
  }

  ObjectNode run() {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "registrations");
    ObjectNode bySize = JSON.createObjectNode();
    double individual = 0;
    double batches = 0;
    double persistent = 0;
    for (int members : settings.sizes()) {
      progress.part("a cluster of %d".formatted(members), size(settings, members));
      ObjectNode of = bySize.putObject("members_" + members);
      try (Wire wire = Wire.open(1)) {
        List<RegistrationStep> stock = stock(members, wire);
        persistent = Math.max(persistent, put(of, "stock_persistent", stock));
        try (Ensemble full = Ensemble.borrow(servers, spec(members, true), wire)) {
          List<WireClient> keepers = keepers(full);
          individual =
              Math.max(individual, put(of, "individual", ramp("single", full, this::single)));
          batches = Math.max(batches, put(of, "batches", ramp("batch", full, this::batch)));
          full.switchOff(fleet::application, settings.applications());
          keepers.forEach(WireClient::close);
        }
      }
    }
    json.put("individual_per_second", Percentiles.round(individual));
    json.put("batches_per_second", Percentiles.round(batches));
    json.put("stock_persistent_per_second", Percentiles.round(persistent));
    json.put("ratio_individual", ratio(individual, persistent));
    json.put("ratio_batches", ratio(batches, persistent));
    json.setAll(bySize);
    json.set("conditions", conditions());
    return json;
  }

  private static double ratio(double one, double other) {
    return other == 0 ? 0 : Percentiles.round(one / other);
  }

  private ObjectNode conditions() {
    ObjectNode json = JSON.createObjectNode();
    json.put("server", "Nacos 3.1.0, embedded storage, %d MB of heap".formatted(settings.heap()));
    json.put("processors", Runtime.getRuntime().availableProcessors());
    json.put("applications", settings.applications());
    json.put("interfaces", settings.interfaces());
    json.put("batch", settings.batch());
    json.put("seconds", settings.seconds());
    json.put("success", "p99 of the delay below %d ms".formatted(RegistrationStep.SUCCESS_MILLIS));
    return json;
  }

  private ServerSpec spec(int members, boolean plugin) {
    return ServerMetrics.exposed(
        Ensemble.spec(members, plugin, settings.heap()).optimised(settings.heap()));
  }

  /** What a ramp gave; returns the highest rate that succeeded, 0 if none did. */
  private static double put(ObjectNode json, String key, List<RegistrationStep> steps) {
    RegistrationStep best =
        steps.stream()
            .filter(RegistrationStep::succeeded)
            .max(Comparator.comparingDouble(RegistrationStep::perSecond))
            .orElse(RegistrationStep.NONE);
    ObjectNode of = json.putObject(key);
    best.addTo(of);
    steps.forEach(each -> each.addTo(of.withArray("steps").addObject()));
    return best.perSecond();
  }

  /** Stock's own durable registrations: persistent instances, through Raft. */
  private List<RegistrationStep> stock(int members, Wire wire) {
    try (Ensemble bare = Ensemble.borrow(servers, spec(members, false), wire)) {
      return steps("stock, persistent", settings.persistent(), rate -> persistent(bare, rate));
    }
  }

  /** One provider of each application stays throughout: what scales out is known already. */
  private List<WireClient> keepers(Ensemble full) {
    List<WireClient> clients = full.connect(settings.applications());
    Burst.run(
        "registering one provider of each application",
        clients.size(),
        IN_FLIGHT,
        LIMIT,
        i -> Ensemble.register(clients.get(i), fleet.provider(KEEPERS, i)));
    full.awaitCatalog(settings.applications());
    full.translate(fleet);
    return clients;
  }

  private interface Kind {
    RegistrationStep run(Ensemble full, int perSecond);
  }

  private List<RegistrationStep> ramp(String what, Ensemble full, Kind kind) {
    Ramp ramp = what.equals("batch") ? settings.batches() : settings.individual();
    // The first does not count: what is run for the first time is slow.
    kind.run(full, ramp.from());
    return steps("with the plugin, " + what, ramp, rate -> kind.run(full, rate));
  }

  private List<RegistrationStep> steps(String what, Ramp ramp, Attempt attempt) {
    List<RegistrationStep> steps = new ArrayList<>();
    for (int rate : ramp.rates()) {
      RegistrationStep step = RegistrationStep.NONE;
      for (int i = 0; i < ATTEMPTS && !step.succeeded(); i++) {
        step = attempt.at(rate);
        progress.note("%s: %s".formatted(what, step));
        steps.add(step);
      }
      if (!step.succeeded()) {
        return steps;
      }
    }
    return steps;
  }

  private RegistrationStep single(Ensemble full, int perSecond) {
    int providers = Math.max(1, perSecond * settings.seconds() / settings.interfaces());
    int now = nextGeneration(1);
    List<WireClient> clients = full.connect(providers);
    return durable(
        full,
        clients,
        perSecond,
        settings.interfaces(),
        1,
        i -> Ensemble.register(clients.get(i), fleet.provider(now, i)));
  }

  private RegistrationStep batch(Ensemble full, int perSecond) {
    int batches = Math.max(1, perSecond * settings.seconds() / settings.batch());
    int now = nextGeneration(batches * settings.batch() / Fleet.MAX_PROVIDERS + 2);
    List<WireClient> clients = full.connect(batches);
    List<List<Instance>> all =
        IntStream.range(0, batches).mapToObj(i -> instances(now, i)).toList();
    return durable(
        full,
        clients,
        perSecond,
        settings.batch(),
        settings.batch(),
        i -> clients.get(i).registerBatch(ServiceName.of(fleet.service(i)), all.get(i)));
  }

  /** No two batches of a step share a process; a step may take the addresses of generations. */
  private List<Instance> instances(int now, int batch) {
    int application = batch % settings.applications();
    int first = batch / settings.applications() * settings.batch();
    int perGeneration = Fleet.MAX_PROVIDERS / settings.applications();
    return DubboProvider.batch(
        IntStream.range(first, first + settings.batch())
            .mapToObj(
                i ->
                    fleet.provider(
                        now + i / perGeneration,
                        application + i % perGeneration * settings.applications()))
            .toList());
  }

  /**
   * Registers, waits until everything is in the catalog of a majority, and has it go again.
   *
   * @param each how many registrations one client makes
   * @param instances how many application instances these are
   */
  private RegistrationStep durable(
      Ensemble full,
      List<WireClient> clients,
      int perSecond,
      int each,
      int instances,
      IntFunction<CompletableFuture<Void>> register) {
    System.gc();
    ServerMetrics before = ServerMetrics.of(full.members());
    PacedBurst.Outcome outcome =
        PacedBurst.run("registering", clients.size(), perSecond / (double) each, LIMIT, register);
    int expected = settings.applications() + (clients.size() - outcome.failed()) * instances;
    long committed = full.awaitMajority(expected);
    ServerMetrics after = ServerMetrics.of(full.members());
    RegistrationStep step =
        RegistrationStep.of(
            perSecond,
            (long) clients.size() * each,
            committed,
            outcome,
            CommitDelays.between(before, after),
            Errors.between(before, after, outcome.failed()));
    Ensemble.disconnect(clients);
    full.awaitCatalog(settings.applications());
    return step;
  }

  private RegistrationStep persistent(Ensemble bare, int perSecond) {
    int count = perSecond * settings.seconds();
    int now = nextGeneration(1);
    List<WireClient> clients = bare.connect(Math.min(count, IN_FLIGHT));
    List<Map.Entry<ServiceName, Instance>> all =
        IntStream.range(0, count).mapToObj(i -> persistent(fleet.provider(now, i))).toList();
    ServerMetrics before = ServerMetrics.of(bare.members());
    PacedBurst.Outcome outcome =
        PacedBurst.run(
            "registering persistently",
            count,
            perSecond,
            LIMIT,
            i ->
                clients
                    .get(i % clients.size())
                    .registerPersistent(all.get(i).getKey(), all.get(i).getValue()));
    ServerMetrics after = ServerMetrics.of(bare.members());
    RegistrationStep step =
        RegistrationStep.answered(
            perSecond, count, outcome, Errors.between(before, after, outcome.failed()));
    Burst.run(
        "deregistering persistent instances",
        count,
        IN_FLIGHT,
        LIMIT.multipliedBy(5),
        i ->
            clients
                .get(i % clients.size())
                .deregisterPersistent(all.get(i).getKey(), all.get(i).getValue())
                // One that was refused above is not there.
                .exceptionally(problem -> null));
    Ensemble.disconnect(clients);
    return step;
  }

  private static Map.Entry<ServiceName, Instance> persistent(DubboProvider provider) {
    Map.Entry<ServiceName, Instance> first = provider.registrations().entrySet().iterator().next();
    // A service holds one kind of instances only.
    return Map.entry(
        new ServiceName(ServiceName.PUBLIC, PERSISTENT_GROUP, first.getKey().name()),
        first.getValue());
  }

  /** The first of so many that follow one another. */
  private int nextGeneration(int count) {
    // Long after its connections were closed an address may be used again.
    int first = generation + count > GENERATIONS ? KEEPERS + 1 : generation + 1;
    generation = first + count - 1;
    return first;
  }
}
