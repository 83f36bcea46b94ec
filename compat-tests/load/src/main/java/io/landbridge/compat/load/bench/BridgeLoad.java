package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.Processors;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What the same 1.x clients cost a server of the new cluster with and without the bridge, and a
 * 2.0.3 with and without its own double write; who is missing meanwhile, how much is stored, and
 * how soon each cluster shows what is registered in the other.
 *
 * <p>In a round, turns follow one another; the sides that are compared with each other have theirs
 * at the same time, because one and the same machine is faster in one minute and slower in the
 * next. The providers of a side register, then some of them are replaced or restarted, then all
 * only beat, and in the end they deregister. Every instance beats once in five seconds, and every
 * second one asks for its service as often, which is more than real clients do. Nobody waits for
 * anybody else: as in a fleet, all of that is spread evenly over the time.
 */
final class BridgeLoad {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE_POLL = Duration.ofMillis(5);
  private static final int CONNECTIONS = 16;

  /** Of this machine; once they are divided, this process has fewer. */
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private static final double START_SECONDS = 30;

  /** So many servers start at a time. */
  private static final int STARTING = 2;

  /** Megabytes, as the script of the server gives a member of a cluster. */
  private static final int HEAP = 2048;

  /** One of so many instances is replaced from one beat to the next, and one is restarted. */
  private static final int CHURNING = 20;

  /** From one beat to the next, clients have their turns in so many groups. */
  private static final int TICKS = 20;

  /** Of its own processors, what is measured may have taken so much in the round before. */
  private static final double MOST_FULL = 0.85;

  private static final String HOLD = "1s";

  /** What a 2.0.3 decides by whether it may go over. */
  private static final String CHECKER = "upgrading.checker.type";

  /** Seconds in which everything must be where it belongs. */
  private static final int SETTLING = 30;

  /** Seconds in which nothing more was written. */
  private static final int SETTLED = 3;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;
  private final List<NacosServer> started = new ArrayList<>();
  private boolean divided;

  /**
   * How it is run.
   *
   * @param services how many
   * @param instances of each
   * @param beats of every instance in each part of a round
   * @param interval between them
   * @param rounds that count
   * @param warmUps rounds that do not
   * @param probes registrations in each direction whose way is timed; none without {@link
   *     Side#EXPORTING} and {@link Side#IMPORTING}
   * @param sides who takes turns
   */
  record Settings(
      int services,
      int instances,
      int beats,
      Duration interval,
      int rounds,
      int warmUps,
      int probes,
      Set<Side> sides) {

    int providers() {
      return services * instances;
    }
  }

  /** Who serves the clients, and which server's processor time counts. */
  enum Side {
    /** 1.4.1 alone. */
    LEGACY,
    /** The new server alone. */
    PLUGIN,
    /** The new server, which exports to a 1.4.1 all its clients register. */
    EXPORTING,
    /** The new server, which imports all from a 1.4.1 that has the clients. */
    IMPORTING,
    /** 2.0.3 without double write, which works with the stores of 1.x. */
    SINGLE_WRITE,
    /** 2.0.3 with its double write on, as in a rolling upgrade, while a member is of 1.x. */
    DOUBLE_WRITE,
    /** 2.0.3 with its double write switched off, which takes it over to the stores of 2.x. */
    SINGLE_WRITE_AFTER,
    /** 2.0.3 with its double write on, after that. */
    DOUBLE_WRITE_AFTER
  }

  /** Those who have their turn together. Of those that share a server each is in another. */
  private static final List<Set<Side>> TURNS =
      List.of(
          EnumSet.of(Side.LEGACY, Side.IMPORTING),
          EnumSet.of(Side.PLUGIN, Side.EXPORTING),
          EnumSet.of(Side.SINGLE_WRITE, Side.DOUBLE_WRITE),
          EnumSet.of(Side.SINGLE_WRITE_AFTER, Side.DOUBLE_WRITE_AFTER));

  /** A part of a round. */
  private enum Part {
    REGISTRATION,
    CHURN,
    REST
  }

  /** Where clients send their requests, and whose processor time that takes. */
  private record Served(NacosServer clients, NacosServer measured, V1Requests requests) {

    double processorSeconds() {
      return ProcessorTime.seconds(measured.pid());
    }

    /** Opens connections: a server closes those that are idle while others have their turn. */
    Connected connect() {
      InetSocketAddress address = new InetSocketAddress("127.0.0.1", clients.port());
      return new Connected(RawHttpLoad.open(address, 1), RawHttpLoad.open(address, CONNECTIONS));
    }
  }

  /**
   * The connections of all clients to a server.
   *
   * @param one for changes: 1.4.1 loses some of the first instances that come at once
   * @param many for everything else
   */
  private record Connected(RawHttpLoad one, RawHttpLoad many) implements AutoCloseable {

    void change(byte[][] requests) {
      one.once(requests, RawHttpLoad.ascii("ok"), LIMIT);
    }

    void beat(byte[][] beats) {
      many.once(beats, RawHttpLoad.ascii("10200"), LIMIT);
    }

    void list(byte[][] lists) {
      many.once(lists, RawHttpLoad.ascii("\"hosts\":[{"), LIMIT);
    }

    @Override
    public void close() {
      one.close();
      many.close();
    }
  }

  BridgeLoad(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
  }

  static double plannedSeconds(Settings settings) {
    return settings.sides().size() * START_SECONDS
        + (settings.rounds() + settings.warmUps()) * roundSeconds(settings)
        + settings.probes() * 2.0;
  }

  private static double roundSeconds(Settings settings) {
    return turns(settings.sides()).size() * turnSeconds(settings);
  }

  private static double turnSeconds(Settings settings) {
    return (double) Part.values().length * settings.beats() * settings.interval().toMillis() / 1e3;
  }

  private static List<Set<Side>> turns(Set<Side> sides) {
    return TURNS.stream()
        .map(
            each -> {
              Set<Side> turn = EnumSet.copyOf(each);
              turn.retainAll(sides);
              return turn;
            })
        .filter(each -> !each.isEmpty())
        .toList();
  }

  ObjectNode run() {
    Deque<AutoCloseable> opened = new ArrayDeque<>();
    try {
      Map<Side, Served> sides = new EnumMap<>(Side.class);
      V1Requests all = new V1Requests(settings.services(), 2 * settings.instances());
      V1Requests some = all.part(0, settings.providers());
      List<Side> alone = settings.sides().stream().filter(side -> !isBridged(side)).toList();
      List<Supplier<Held>> starts = new ArrayList<>();
      alone.forEach(side -> starts.add(() -> alone(side)));
      boolean bridging = alone.size() < settings.sides().size();
      if (bridging) {
        starts.add(() -> Held.start(servers, legacy()));
        // At the end of a round all of one side go at once, and that is meant.
        starts.add(
            () -> Held.start(servers, plugin().withProperty("landbridge.bridge.hold", HOLD)));
      }
      List<NacosServer> members = start(opened, starts);
      for (int i = 0; i < alone.size(); i++) {
        sides.put(alone.get(i), new Served(members.get(i), members.get(i), some));
      }
      Served off = sides.get(Side.SINGLE_WRITE_AFTER);
      if (off != null) {
        switchDoubleWriteOff(off.measured().api());
      }
      Measured measured = new Measured();
      if (!bridging) {
        run(sides, measured);
        return result(measured);
      }
      NacosServer old = members.get(alone.size());
      NacosServer bridged = members.get(alone.size() + 1);
      SideBySide.begin(bridged.api(), old.address());
      if (settings.sides().contains(Side.EXPORTING)) {
        sides.put(Side.EXPORTING, new Served(bridged, bridged, some));
      }
      if (settings.sides().contains(Side.IMPORTING)) {
        V1Requests others = all.part(settings.providers(), 2 * settings.providers());
        sides.put(Side.IMPORTING, new Served(old, bridged, others));
      }
      run(sides, measured);
      probe(old.api(), bridged.api(), measured);
      return result(measured);
    } finally {
      opened.forEach(BridgeLoad::close);
    }
  }

  private static boolean isBridged(Side side) {
    return side == Side.EXPORTING || side == Side.IMPORTING;
  }

  /** The server of a side that has no other behind it. */
  private Held alone(Side side) {
    ServerSpec builtIn = ServerSpec.of(NacosVersion.V2_0_3).optimised(HEAP);
    return switch (side) {
      case LEGACY -> Held.borrow(servers, legacy());
      case PLUGIN -> Held.borrow(servers, plugin());
      case SINGLE_WRITE -> Held.start(servers, builtIn.withProperty(CHECKER, "never-doubling"));
      case DOUBLE_WRITE -> Held.start(servers, builtIn.withProperty(CHECKER, "never-ready"));
      case SINGLE_WRITE_AFTER, DOUBLE_WRITE_AFTER -> Held.start(servers, builtIn);
      case EXPORTING, IMPORTING -> throw new IllegalArgumentException("two servers: " + side);
    };
  }

  private static ServerSpec legacy() {
    return ServerSpec.of(NacosVersion.V1_4_1).optimised(HEAP);
  }

  private static ServerSpec plugin() {
    return ServerSpec.of(NacosVersion.V3_1_0)
        .optimised(HEAP)
        .withPlugin(Artifacts.locate().pluginJar());
  }

  /** Some at a time: most of a start is waiting. */
  private List<NacosServer> start(Deque<AutoCloseable> opened, List<Supplier<Held>> starts) {
    progress.part("starting %d servers".formatted(starts.size()), starts.size() * START_SECONDS);
    ExecutorService threads = Executors.newFixedThreadPool(STARTING);
    AtomicBoolean failed = new AtomicBoolean();
    try {
      List<Future<Held>> begun =
          starts.stream().map(each -> threads.submit(() -> startUnless(failed, each))).toList();
      List<RuntimeException> failures = new ArrayList<>();
      for (Future<Held> each : begun) {
        // All of them: what has started must be ended, whatever failed before.
        try {
          Held held = outcome("a start", each);
          opened.push(held);
          started.add(held.member());
        } catch (RuntimeException e) {
          failures.add(e);
        }
      }
      if (!failures.isEmpty()) {
        throw failures.get(0);
      }
    } finally {
      threads.shutdownNow();
    }
    started.stream()
        .filter(each -> each.version() == NacosVersion.V3_1_0)
        .forEach(BridgeLoad::awaitPlugin);
    return List.copyOf(started);
  }

  private static Held startUnless(AtomicBoolean failed, Supplier<Held> start) {
    if (failed.get()) {
      throw new BenchException("another server did not start");
    }
    try {
      return start.get();
    } catch (RuntimeException e) {
      failed.set(true);
      throw e;
    }
  }

  private static void awaitPlugin(NacosServer server) {
    Member member = new Member(server);
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "the plugin is not active",
        () -> member.status().filter(Member.Status::isActive).isPresent());
  }

  private static void switchDoubleWriteOff(NacosApi api) {
    NacosApi.Answer answer =
        api.put(
            "/v1/ns/operator/switches", Map.of("entry", "doubleWriteEnabled", "value", "false"));
    if (!answer.ok()) {
      throw new BenchException("the double write cannot be switched off: " + answer.body());
    }
  }

  private void run(Map<Side, Served> sides, Measured measured) {
    double busiest = 0;
    for (int i = 0; i < settings.warmUps() + settings.rounds(); i++) {
      boolean counts = i >= settings.warmUps();
      if (i == settings.warmUps()) {
        double full = busiest / (turnSeconds(settings) * PROCESSORS / 2);
        if (!servers.exclusive()) {
          progress.note("not divided: the processors are not for this benchmark alone");
        } else if (full < MOST_FULL) {
          divideProcessors(sides.values());
        } else {
          progress.note(
              "not divided: half of the processors would be taken to %.0f %%"
                  .formatted(100 * full));
        }
      }
      busiest = 0;
      progress.part(
          counts ? "round " + (i - settings.warmUps() + 1) : "warming up", roundSeconds(settings));
      List<Set<Side>> order = new ArrayList<>(turns(sides.keySet()));
      if (i % 2 == 1) {
        Collections.reverse(order);
      }
      for (Set<Side> turn : order) {
        Map<Side, Outcome> outcomes = turn(turn, sides);
        outcomes.forEach(
            (side, outcome) -> {
              progress.note("%-12s processor time %s".formatted(side, outcome.seconds()));
              measured.add(side, outcome, counts);
            });
        busiest =
            Math.max(
                busiest, outcomes.values().stream().mapToDouble(each -> sum(each.seconds())).sum());
      }
    }
  }

  /** What a turn of a side gave. */
  private record Outcome(Map<Part, Double> seconds, int lost, int stored) {}

  /** All of them at once. */
  private Map<Side, Outcome> turn(Set<Side> turn, Map<Side, Served> sides) {
    ExecutorService threads = Executors.newFixedThreadPool(turn.size());
    try {
      Map<Side, Future<Outcome>> begun = new EnumMap<>(Side.class);
      for (Side side : turn) {
        begun.put(side, threads.submit(() -> round(side, Objects.requireNonNull(sides.get(side)))));
      }
      Map<Side, Outcome> ended = new EnumMap<>(Side.class);
      begun.forEach((side, round) -> ended.put(side, outcome("a round", round)));
      return ended;
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T outcome(String what, Future<T> of) {
    try {
      return of.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new BenchException(what + " failed: " + e.getCause());
    }
  }

  /**
   * Gives the servers that are measured processors of their own, which those share that have their
   * turn together: a 1.x server behind a bridge is not on the same machine, and costs them what was
   * in the processors' caches. Not before they are warm, because until then they take more than
   * that; and not at all where that is too little for them: who is behind with its work takes more
   * time, and does more in it by itself.
   */
  private void divideProcessors(Collection<Served> sides) {
    Processors processors = Processors.divide();
    divided = processors.areDivided();
    Set<NacosServer> measured = new HashSet<>();
    sides.forEach(each -> measured.add(each.measured()));
    for (NacosServer each : started) {
      if (measured.contains(each)) {
        processors.giveOwn(each.pid());
      } else {
        processors.giveRest(each.pid());
      }
    }
  }

  private void probe(NacosApi there, NacosApi here, Measured measured) {
    progress.part("timing the way from one to the other", settings.probes() * 2.0);
    for (int i = 0; i < settings.probes(); i++) {
      measured.ways.add(way(there, here, "there" + i));
      measured.ways.add(way(here, there, "here" + i));
    }
  }

  /** What all rounds gave. */
  private static final class Measured {

    /** Seconds of each part of each round. */
    final Map<Side, List<Map<Part, Double>>> processor = new EnumMap<>(Side.class);

    /** How many records the measured server kept when all instances were registered. */
    final Map<Side, Integer> stored = new EnumMap<>(Side.class);

    final List<Long> ways = new ArrayList<>();
    int lost;

    void add(Side side, Outcome outcome, boolean counts) {
      lost = Math.max(lost, outcome.lost());
      stored.put(side, outcome.stored());
      if (counts) {
        processor.computeIfAbsent(side, same -> new ArrayList<>()).add(outcome.seconds());
      }
    }
  }

  /** Processor seconds of the measured server, while the clients send what they send. */
  private Outcome round(Side side, Served served) {
    Map<Part, Double> seconds = new EnumMap<>(Part.class);
    V1Requests requests = served.requests();
    byte[][] registrations = requests.registrations();
    byte[][] beats = requests.beats();
    byte[][] lists = requests.lists();
    int ticks = settings.beats() * TICKS;
    double before = served.processorSeconds();
    for (Part part : Part.values()) {
      try (Connected clients = served.connect()) {
        long next = System.nanoTime();
        for (int tick = 0; tick < ticks; tick++) {
          // Clients beat and ask for the first time an interval after they have registered, as the
          // real ones do.
          int known = part == Part.REGISTRATION ? tick - TICKS : ticks;
          clients.beat(inTurn(beats, TICKS, tick, known));
          clients.list(inTurn(lists, 2 * TICKS, tick, known));
          if (part == Part.REGISTRATION) {
            int now = tick;
            clients.change(some(registrations, i -> registersAt(i) == now));
          } else if (part == Part.CHURN) {
            churn(clients, requests, tick);
          }
          next += settings.interval().toNanos() / TICKS;
          Eventually.pause(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
        }
      }
      double now = served.processorSeconds();
      seconds.put(part, Percentiles.round(now - before));
      before = now;
    }
    int lost = lost(side, served);
    int stored = storedInTheEnd(side, served);
    try (Connected clients = served.connect()) {
      clients.change(requests.deregistrations());
    }
    if (isBridged(side)) {
      // What is left of them must not cost whoever comes next.
      awaitNothing(served.measured().api());
    }
    return new Outcome(seconds, lost, stored);
  }

  /** When an instance registers: an interval, or some, before a beat. */
  private int registersAt(int instance) {
    return instance % TICKS + instance / TICKS % settings.beats() * TICKS;
  }

  /** Those of one in so many whose turn it is, if they have registered by then. */
  private byte[][] inTurn(byte[][] requests, int so, int tick, int registered) {
    return some(requests, i -> i % so == tick % TICKS && registersAt(i) <= registered);
  }

  private static byte[][] some(byte[][] requests, IntPredicate which) {
    return IntStream.range(0, requests.length)
        .filter(which)
        .mapToObj(i -> requests[i])
        .toArray(byte[][]::new);
  }

  /**
   * Some go and come back, others come back without having gone; all of those whose next beat is
   * half an interval away.
   */
  private static void churn(Connected clients, V1Requests requests, int tick) {
    int beat = tick / TICKS;
    V1Requests turn = requests.every(TICKS, tick + TICKS / 2);
    V1Requests gone = turn.every(CHURNING, beat);
    clients.change(gone.deregistrations());
    clients.change(gone.registrations());
    clients.change(
        turn.every(CHURNING, beat + CHURNING / 2).registrations(System.currentTimeMillis()));
  }

  /** How many are not listed where they must be, although there was time. */
  private int lost(Side side, Served served) {
    List<NacosApi> shown = new ArrayList<>(List.of(served.clients().api()));
    if (side == Side.IMPORTING) {
      shown.add(served.measured().api());
    }
    int most = 0;
    for (NacosApi each : shown) {
      int missing = missing(each, served.requests());
      for (int i = 0; missing > 0 && i < SETTLING; i++) {
        keepAlive(served);
        missing = missing(each, served.requests());
      }
      most = Math.max(most, missing);
    }
    return most;
  }

  /** How many of the instances a server does not list, or lists as not well. */
  private int missing(NacosApi api, V1Requests requests) {
    Set<String> listed = new HashSet<>();
    for (int i = 0; i < settings.services(); i++) {
      api.get("/v1/ns/instance/list", Map.of("serviceName", V1Requests.serviceName(i)))
          .json()
          .path("hosts")
          .forEach(
              host -> {
                if (host.path("healthy").asBoolean()) {
                  listed.add(host.path("ip").asText());
                }
              });
    }
    return (int) requests.ips().stream().filter(ip -> !listed.contains(ip)).count();
  }

  /** Whoever is there stays there, for a second. */
  private static void keepAlive(Served served) {
    try (Connected clients = served.connect()) {
      clients.beat(served.requests().beats());
    }
    Eventually.pause(Duration.ofSeconds(1));
  }

  /** What is written twice is written the second time later: it counts once it stays the same. */
  private static int storedInTheEnd(Side side, Served served) {
    int count = stored(side, served.measured());
    if (side != Side.DOUBLE_WRITE && side != Side.DOUBLE_WRITE_AFTER) {
      return count;
    }
    for (int i = 0, same = 0; i < SETTLING && same < SETTLED; i++) {
      keepAlive(served);
      int now = stored(side, served.measured());
      same = now == count ? same + 1 : 0;
      count = now;
    }
    return count;
  }

  /** Records of instances, of whatever kind, that a server keeps. */
  private static int stored(Side side, NacosServer server) {
    NacosApi api = server.api();
    return switch (side) {
      case LEGACY -> 0;
      case SINGLE_WRITE, DOUBLE_WRITE, SINGLE_WRITE_AFTER, DOUBLE_WRITE_AFTER -> {
        String metrics = api.get("/v1/ns/upgrade/ops/metrics").body();
        yield number(metrics, "instanceCountV1") + number(metrics, "instanceCountV2");
      }
      case PLUGIN, EXPORTING, IMPORTING -> {
        int registered =
            api.get("/v3/admin/ns/ops/metrics", Map.of("onlyStatus", "false"))
                .json()
                .at("/data/instanceCount")
                .asInt();
        int imported =
            api.get("/landbridge/v1/bridge").json().at("/data/imported/instances").asInt();
        int catalog = new Member(server).status().map(Member.Status::instances).orElse(0);
        yield registered + imported + catalog;
      }
    };
  }

  private static int number(String metrics, String name) {
    Matcher matcher = Pattern.compile(name + "\\s*=\\s*(\\d+)").matcher(metrics);
    if (!matcher.find()) {
      throw new BenchException("no " + name + " among the metrics: " + metrics);
    }
    return Integer.parseInt(matcher.group(1));
  }

  private static void awaitNothing(NacosApi api) {
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "what was bridged does not go: " + api.get("/landbridge/v1/bridge").body(),
        () -> {
          JsonNode data = api.get("/landbridge/v1/bridge").json().path("data");
          return data.at("/imported/instances").asInt() == 0
              && data.at("/export/instances").asInt() == 0;
        });
  }

  /** Nanoseconds from the answer to a registration to the first list of the other that has it. */
  private static long way(NacosApi from, NacosApi to, String name) {
    Map<String, String> instance =
        Map.of("serviceName", "probe." + name, "ip", "10.2.0.1", "port", "20880");
    if (!from.post("/v1/ns/instance", instance).ok()) {
      throw new BenchException("a probe cannot be registered");
    }
    long start = System.nanoTime();
    Eventually.holds(
        LIMIT,
        CLOSE_POLL,
        () -> "probe." + name + " is not shown on the other side",
        () ->
            !to.get("/v1/ns/instance/list", Map.of("serviceName", "probe." + name))
                .json()
                .path("hosts")
                .isEmpty());
    return System.nanoTime() - start;
  }

  private ObjectNode result(Measured measured) {
    ObjectNode result = JSON.createObjectNode();
    result.put("benchmark", "bridge");
    result.put("services", settings.services());
    result.put("providers", settings.providers());
    result.put("processors", PROCESSORS);
    result.put("separate_processors", divided);
    ratio(result, "cpu_ratio", measured, Side.EXPORTING, Side.PLUGIN);
    ratio(result, "cpu_ratio_importing", measured, Side.IMPORTING, Side.PLUGIN);
    ratio(result, "cpu_ratio_builtin", measured, Side.DOUBLE_WRITE, Side.SINGLE_WRITE);
    ratio(
        result,
        "cpu_ratio_builtin_after",
        measured,
        Side.DOUBLE_WRITE_AFTER,
        Side.SINGLE_WRITE_AFTER);
    ratio(result, "cpu_ratio_legacy", measured, Side.PLUGIN, Side.LEGACY);
    if (measured.stored.keySet().containsAll(EnumSet.range(Side.PLUGIN, Side.IMPORTING))) {
      result.put(
          "stored_ratio",
          Math.max(
              stored(measured, Side.EXPORTING, Side.PLUGIN),
              stored(measured, Side.IMPORTING, Side.PLUGIN)));
    }
    if (measured.stored.keySet().containsAll(List.of(Side.DOUBLE_WRITE, Side.SINGLE_WRITE))) {
      result.put("stored_ratio_builtin", stored(measured, Side.DOUBLE_WRITE, Side.SINGLE_WRITE));
    }
    result.put("lost", measured.lost);
    if (!measured.ways.isEmpty()) {
      Percentiles times =
          Percentiles.of(List.of(measured.ways.stream().mapToLong(each -> each).toArray()));
      result.put("convergence_p50_ms", Percentiles.round(times.millis(0.5)));
      result.put("convergence_p99_ms", Percentiles.round(times.millis(0.99)));
    }
    ObjectNode seconds = result.putObject("processor_seconds");
    measured.processor.forEach(
        (side, rounds) -> {
          ObjectNode parts = seconds.putObject(name(side));
          for (Part part : Part.values()) {
            rounds.forEach(each -> parts.withArray(name(part)).add(each.get(part)));
          }
        });
    ObjectNode stored = result.putObject("stored");
    measured.stored.forEach((side, count) -> stored.put(name(side), count));
    return result;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Of the ratios of the same rounds, the middle one; none when a side is not there. */
  private static void ratio(
      ObjectNode result, String key, Measured measured, Side side, Side base) {
    List<Double> ours = sums(measured, side);
    List<Double> theirs = sums(measured, base);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
      ratios.add(ours.get(i) / Math.max(0.01, theirs.get(i)));
    }
    if (!ratios.isEmpty()) {
      result.put(key, Percentiles.round(Percentiles.median(ratios)));
    }
  }

  private static List<Double> sums(Measured measured, Side side) {
    return measured.processor.getOrDefault(side, List.of()).stream().map(BridgeLoad::sum).toList();
  }

  private static double sum(Map<Part, Double> parts) {
    return parts.values().stream().mapToDouble(each -> each).sum();
  }

  private static double stored(Measured measured, Side side, Side base) {
    return Percentiles.round(
        (double) measured.stored.getOrDefault(side, 0)
            / Math.max(1, measured.stored.getOrDefault(base, 0)));
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      System.err.println(each + " could not be closed: " + e);
    }
  }
}
