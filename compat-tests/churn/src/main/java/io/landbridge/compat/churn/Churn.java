package io.landbridge.compat.churn;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.waiting.Eventually;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two real clusters with the bridge in {@code DUAL_WRITE}, clients of either side that register,
 * edit, move, fall silent and die at random, and watchers that list everything on every server all
 * the time. A model knows what each side is to show of each address, and for how long it may show
 * what was before.
 */
public final class Churn {

  private static final Duration START = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(250);

  /** Expiry, and what may come before it, at the most. */
  private static final Duration SETTLING = Duration.ofSeconds(180);

  private static final int EPHEMERAL = 8;
  private static final int PERSISTENT = 4;
  private static final int BEATING_THREADS = 8;

  private final Settings settings;
  private final Consumer<String> log;
  private final Findings findings = new Findings();
  private final Results results = new Results();

  /**
   * How it is run.
   *
   * @param version of the newer side
   * @param members of the newer side
   * @param operations how many
   * @param seed what all of them follow from
   * @param lanes that work at the same time; part of what the operations follow from
   * @param slowShare in which part of the run, from its beginning, clients may die or fall silent
   *     whom a server notices after half a minute, 0 to 1
   * @param bound how long either side may show what was before, once an operation was answered;
   *     more where something has to expire
   */
  public record Settings(
      NacosVersion version,
      int members,
      int operations,
      long seed,
      int lanes,
      double slowShare,
      Duration bound) {}

  /**
   * Makes a run; it starts servers of its own.
   *
   * @param log is told how it goes
   */
  public Churn(Settings settings, Consumer<String> log) {
    this.settings = settings;
    this.log = log;
  }

  /**
   * Runs.
   *
   * @throws ChurnException if a server or the bridge does not do what the run begins with
   */
  public ChurnReport run() {
    log.accept("seed " + settings.seed());
    ServerSpec spec =
        ServerSpec.of(settings.version())
            .withMembers(settings.members())
            .withPlugin(Artifacts.locate().pluginJar());
    CompletableFuture<NacosEnsemble> starting =
        CompletableFuture.supplyAsync(
            () -> NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1)));
    try (NacosEnsemble newOnes = NacosEnsemble.start(spec);
        NacosEnsemble oldOnes = starting.join();
        Wire wire = Wire.open(2)) {
      return run(oldOnes, newOnes, wire);
    }
  }

  private ChurnReport run(NacosEnsemble oldOnes, NacosEnsemble newOnes, Wire wire) {
    Map<Side, List<Operator>> operators = new EnumMap<>(Side.class);
    operators.put(Side.OLD, operators(oldOnes));
    operators.put(Side.NEW, operators(newOnes));
    Map<Side, Integer> servers = new EnumMap<>(Side.class);
    operators.forEach((side, all) -> servers.put(side, all.size()));
    Model model = new Model(servers, settings.bound(), findings, results);
    ScheduledExecutorService beats =
        Executors.newScheduledThreadPool(BEATING_THREADS, Churn::daemon);
    Ground ground =
        new Ground(
            operators,
            newOnes.members().stream().map(NacosServer::address).toList(),
            ephemeral(),
            IntStream.range(0, PERSISTENT).mapToObj(i -> ServiceName.of("churn.kept" + i)).toList(),
            model,
            results,
            wire,
            beats,
            new ConcurrentLinkedQueue<>(),
            settings.bound());
    Deque<Watcher> watchers = new ArrayDeque<>();
    try {
      bridge(ground, oldOnes);
      prepare(ground);
      operators.forEach(
          (side, all) ->
              IntStream.range(0, all.size())
                  .forEach(
                      i -> watchers.add(new Watcher(side, side + "-" + i, all.get(i), model))));
      long start = System.nanoTime();
      List<String> wrong = new ArrayList<>(work(ground));
      log.accept("all operations are done; whoever died has to expire");
      model.subjects().forEach(Subject::awaitMet);
      watchers.forEach(Watcher::close);
      wrong.addAll(wrong(ground));
      List<String> digests = digests(ground, oldOnes);
      return new ChurnReport(
          settings.version().toString(),
          settings.seed(),
          results.steps(),
          watchers.stream().mapToInt(Watcher::lists).sum(),
          results.ways(),
          results.slowest(),
          results.gaps(),
          results.overtakenCount(),
          results.lostConnectionCount(),
          results.forgottenCount(),
          results.lostHealthCount(),
          watchers.stream().mapToDouble(Watcher::roundMillis).max().orElse(0),
          findings.lines(),
          wrong,
          digests,
          Duration.ofNanos(System.nanoTime() - start));
    } finally {
      watchers.forEach(Watcher::close);
      beats.shutdownNow();
      ground.clients().forEach(Client::end);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "churn");
    thread.setDaemon(true);
    return thread;
  }

  private static List<Operator> operators(NacosEnsemble ensemble) {
    return ensemble.members().stream().map(each -> new Operator(each.api())).toList();
  }

  private static List<ServiceName> ephemeral() {
    return Stream.of(
            IntStream.range(0, EPHEMERAL).mapToObj(i -> ServiceName.of("churn.s" + i)),
            IntStream.range(0, 2)
                .mapToObj(i -> new ServiceName(ServiceName.PUBLIC, "GROUP", "churn.s" + i)),
            // A namespace that nobody has made.
            IntStream.range(0, 2)
                .mapToObj(i -> new ServiceName("churn", ServiceName.DEFAULT_GROUP, "churn.s" + i)))
        .flatMap(each -> each)
        .toList();
  }

  private void bridge(Ground ground, NacosEnsemble oldOnes) {
    Operator first = ground.operator(Side.NEW);
    await(
        "the plugin is active",
        () ->
            ground.operators().getOrDefault(Side.NEW, List.of()).stream()
                .allMatch(
                    each ->
                        each.api()
                            .get("/landbridge/v1/status")
                            .json()
                            .at("/data/state")
                            .asText()
                            .equals("ACTIVE")));
    String legacy = oldOnes.member(0).address();
    await("the bridge takes SHADOW", () -> first.go("SHADOW", legacy).ok());
    await("everything is imported", () -> first.bridge().path("firstSync").asLong() > 0);
    await("the bridge takes DUAL_WRITE", () -> first.go("DUAL_WRITE", legacy).ok());
  }

  /** In each service somebody is registered all the time, in the order of the services. */
  private void prepare(Ground ground) {
    Random random = new Random(settings.seed());
    for (ServiceName service :
        Stream.concat(ground.ephemeral().stream(), ground.persistent().stream()).toList()) {
      boolean persistent = ground.persistent().contains(service);
      for (Side side : Side.values()) {
        Subject subject = ground.model().add(service);
        State state =
            new State(
                "DEFAULT",
                1,
                true,
                true,
                !persistent,
                new TreeMap<>(Map.of(State.VERSION, "kept")));
        Step step = subject.begin(Results.PREPARATION, side, false, Expected.of(state, START));
        ground.client(side, random, subject).register(state);
        subject.acknowledge(step);
        if (persistent) {
          // A server of 1.4 goes over from its old Raft to JRaft some seconds after it has started,
          // and takes nothing persistent meanwhile.
          await(
              "nobody checks the health in " + service.name(),
              () -> ground.operator(side).checkNothing(service).ok());
        }
      }
    }
  }

  /** Returns which clients could not do what they were to do. */
  private List<String> work(Ground ground) {
    List<String> failures = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(settings.lanes(), Churn::daemon);
    try {
      List<Lane> lanes = new ArrayList<>();
      for (int i = 0; i < settings.lanes(); i++) {
        int operations =
            settings.operations() / settings.lanes()
                + (i < settings.operations() % settings.lanes() ? 1 : 0);
        lanes.add(
            new Lane(
                i,
                settings.seed(),
                operations,
                (int) Math.round(operations * settings.slowShare()),
                ground));
      }
      List<Future<?>> running = new ArrayList<>();
      lanes.forEach(lane -> running.add(threads.submit(lane::run)));
      threads.shutdown();
      AtomicInteger minutes = new AtomicInteger();
      while (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
        log.accept(
            "%d min: %d operations, %d unexplained"
                .formatted(
                    minutes.incrementAndGet(),
                    lanes.stream().mapToInt(Lane::done).sum(),
                    findings.lines().size()));
      }
      for (Future<?> each : running) {
        try {
          each.get();
        } catch (ExecutionException e) {
          failures.add("a client failed: " + e.getCause());
        }
      }
      return failures;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChurnException("interrupted");
    } finally {
      threads.shutdownNow();
    }
  }

  /** Everything either side has, also what is disabled, instance by instance. */
  private List<String> wrong(Ground ground) {
    List<String> wrong = new ArrayList<>();
    Eventually.holds(
        settings.bound(),
        POLL,
        () -> {
          wrong.clear();
          ground
              .operators()
              .forEach(
                  (side, all) -> {
                    for (int i = 0; i < all.size(); i++) {
                      for (ServiceName service : ground.model().services()) {
                        Map<String, List<State>> there = all.get(i).all(service);
                        Map<String, List<State>> target = ground.model().target(side, service);
                        if (!there.equals(target)) {
                          wrong.add(
                              "%s-%d has of %s %s"
                                  .formatted(side, i, service, apart(there, target)));
                        }
                      }
                    }
                  });
          return wrong.isEmpty();
        });
    return List.copyOf(wrong);
  }

  private static String apart(Map<String, List<State>> there, Map<String, List<State>> target) {
    List<String> lines = new ArrayList<>();
    there.forEach(
        (address, states) -> {
          if (!states.equals(target.get(address))) {
            lines.add("%s %s in place of %s".formatted(address, states, target.get(address)));
          }
        });
    target.forEach(
        (address, states) -> {
          if (!there.containsKey(address)) {
            lines.add("not %s %s".formatted(address, states));
          }
        });
    return String.join(", ", lines);
  }

  /** The bridge says itself that nothing differs, and lets an operator cut over. */
  private List<String> digests(Ground ground, NacosEnsemble oldOnes) {
    List<String> problems = new ArrayList<>();
    String legacy = oldOnes.member(0).address();
    Eventually.holds(
        SETTLING,
        POLL,
        () -> {
          problems.clear();
          List<Operator> all = ground.operators().getOrDefault(Side.NEW, List.of());
          for (Operator each : all) {
            JsonNode bridge = each.bridge();
            if (bridge.at("/export/waiting").asInt() > 0 || !bridge.path("problems").isEmpty()) {
              problems.add(bridge.toString());
            }
            if (bridge.path("active").equals(bridge.path("member"))) {
              if (bridge.at("/comparison/differing").asInt() > 0
                  || bridge.path("held").asInt() > 0
                  || bridge.path("lasting").asInt() > 0) {
                problems.add(bridge.toString());
                problems.add(each.api().get("/landbridge/v1/bridge/differences").body());
              }
              NacosApi.Answer cutOver = each.go("CUT_OVER", legacy);
              if (!cutOver.ok()) {
                problems.add(cutOver.body());
              }
            }
          }
          return problems.isEmpty();
        });
    return List.copyOf(problems);
  }

  private static void await(String what, BooleanSupplier condition) {
    boolean held =
        Eventually.holds(
            START,
            POLL,
            () -> {
              try {
                return condition.getAsBoolean();
              } catch (UncheckedIOException notYet) {
                return false;
              }
            });
    if (!held) {
      throw new ChurnException("in vain was waited until " + what);
    }
  }
}
