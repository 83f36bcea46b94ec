package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the same 1.x clients cost a server of the new cluster with and without the bridge, and a
 * 2.0.3 with and without its own double write; who is missing meanwhile, how much is stored, and
 * how soon each cluster shows what is registered in the other.
 *
 * <p>In a round, sides take turns. All providers of a side register, then some of them are replaced
 * or restarted at every beat, then all only beat, and in the end they deregister. Every instance
 * beats once in five seconds, and every second one asks for its service as often, which is more
 * than real clients do.
 */
final class BridgeLoad {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE_POLL = Duration.ofMillis(5);
  private static final int CONNECTIONS = 16;
  private static final double START_SECONDS = 30;

  /** One of so many instances is replaced at a beat, and one is restarted. */
  private static final int CHURNING = 20;

  private static final String HOLD = "1s";

  /** What a 2.0.3 decides by whether it may go over. */
  private static final String CHECKER = "upgrading.checker.type";

  /** Seconds in which everything must be where it belongs. */
  private static final int SETTLING = 30;

  private final Settings settings;
  private final Progress progress;

  /**
   * How it is run.
   *
   * @param services how many
   * @param instances of each
   * @param beats of every instance in each part of a round
   * @param interval between them
   * @param rounds that count
   * @param warmUps rounds that do not
   * @param probes registrations in each direction whose way is timed
   */
  record Settings(
      int services,
      int instances,
      int beats,
      Duration interval,
      int rounds,
      int warmUps,
      int probes) {

    int providers() {
      return services * instances;
    }
  }

  /** Who serves the clients, and which server's processor time counts. */
  private enum Side {
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

  /** A part of a round. */
  private enum Part {
    REGISTRATION,
    CHURN,
    REST
  }

  /** Where clients send their requests, and whose processor time that takes. */
  private record Served(NacosServer clients, NacosServer measured, V1Requests requests) {

    double processorSeconds() {
      return ProcessHandle.of(measured.pid())
          .flatMap(each -> each.info().totalCpuDuration())
          .map(each -> each.toMillis() / 1e3)
          .orElse(0.0);
    }

    /** One connection at a time: 1.4.1 loses some of the first instances that come at once. */
    void change(byte[][] requests) {
      send(requests, 1, "ok");
    }

    void beat(byte[][] beats, byte[][] lists) {
      send(beats, CONNECTIONS, "10200");
      send(lists, CONNECTIONS, "\"hosts\":[{");
    }

    private void send(byte[][] requests, int connections, String answer) {
      InetSocketAddress address = new InetSocketAddress("127.0.0.1", clients.port());
      // New ones: a server closes what is idle while others have their turn.
      try (RawHttpLoad load = RawHttpLoad.open(address, connections)) {
        load.once(requests, RawHttpLoad.ascii(answer), LIMIT);
      }
    }
  }

  BridgeLoad(Settings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  static double plannedSeconds(Settings settings) {
    return Side.values().length * START_SECONDS
        + (settings.rounds() + settings.warmUps()) * roundSeconds(settings)
        + settings.probes() * 2.0;
  }

  private static double roundSeconds(Settings settings) {
    return (double) Side.values().length
        * Part.values().length
        * settings.beats()
        * settings.interval().toMillis()
        / 1e3;
  }

  ObjectNode run() {
    Deque<AutoCloseable> opened = new ArrayDeque<>();
    try {
      NacosServer legacy = start(opened, legacy());
      NacosServer plugin = start(opened, plugin());
      NacosServer old = start(opened, legacy());
      // At the end of a round all of one side go at once, and that is meant.
      NacosServer bridged = start(opened, plugin().withProperty("landbridge.bridge.hold", HOLD));
      NacosServer single = start(opened, builtIn().withProperty(CHECKER, "never-doubling"));
      NacosServer doubling = start(opened, builtIn().withProperty(CHECKER, "never-ready"));
      NacosServer singleAfter = start(opened, builtIn());
      NacosServer doublingAfter = start(opened, builtIn());
      switchDoubleWriteOff(singleAfter.api());
      begin(bridged.api(), old.address());
      V1Requests all = new V1Requests(settings.services(), 2 * settings.instances());
      V1Requests some = all.part(0, settings.providers());
      V1Requests others = all.part(settings.providers(), 2 * settings.providers());
      Map<Side, Served> sides = new EnumMap<>(Side.class);
      sides.put(Side.LEGACY, new Served(legacy, legacy, some));
      sides.put(Side.PLUGIN, new Served(plugin, plugin, some));
      sides.put(Side.EXPORTING, new Served(bridged, bridged, some));
      sides.put(Side.IMPORTING, new Served(old, bridged, others));
      sides.put(Side.SINGLE_WRITE, new Served(single, single, some));
      sides.put(Side.DOUBLE_WRITE, new Served(doubling, doubling, some));
      sides.put(Side.SINGLE_WRITE_AFTER, new Served(singleAfter, singleAfter, some));
      sides.put(Side.DOUBLE_WRITE_AFTER, new Served(doublingAfter, doublingAfter, some));
      return run(sides, old.api(), bridged.api());
    } finally {
      opened.forEach(BridgeLoad::close);
    }
  }

  private static ServerSpec legacy() {
    return ServerSpec.of(NacosVersion.V1_4_1).optimised();
  }

  private static ServerSpec plugin() {
    return ServerSpec.of(NacosVersion.V3_1_0)
        .optimised()
        .withPlugin(Artifacts.locate().pluginJar());
  }

  private static ServerSpec builtIn() {
    return ServerSpec.of(NacosVersion.V2_0_3).optimised();
  }

  private NacosServer start(Deque<AutoCloseable> opened, ServerSpec spec) {
    progress.part("starting " + spec.version(), START_SECONDS);
    NacosEnsemble ensemble = NacosEnsemble.start(spec);
    opened.push(ensemble);
    NacosServer server = ensemble.member(0);
    if (!spec.plugins().isEmpty()) {
      Member member = new Member(server);
      Eventually.holds(
          LIMIT,
          POLL,
          () -> "the plugin is not active",
          () -> member.status().filter(Member.Status::isActive).isPresent());
    }
    return server;
  }

  private static void switchDoubleWriteOff(NacosApi api) {
    NacosApi.Answer answer =
        api.put(
            "/v1/ns/operator/switches", Map.of("entry", "doubleWriteEnabled", "value", "false"));
    if (!answer.ok()) {
      throw new BenchException("the double write cannot be switched off: " + answer.body());
    }
  }

  private void begin(NacosApi here, String legacy) {
    put(here, Map.of("phase", "SHADOW", "servers", legacy));
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "not everything is imported",
        () -> here.get("/landbridge/v1/bridge").json().at("/data/firstSync").asLong() > 0);
    put(here, Map.of("phase", "DUAL_WRITE"));
  }

  private static void put(NacosApi api, Map<String, String> terms) {
    NacosApi.Answer answer = api.put("/landbridge/v1/bridge", terms);
    if (!answer.ok()) {
      throw new BenchException("the bridge refuses " + terms + ": " + answer.body());
    }
  }

  private ObjectNode run(Map<Side, Served> sides, NacosApi there, NacosApi here) {
    Measured measured = new Measured();
    for (int i = 0; i < settings.warmUps() + settings.rounds(); i++) {
      boolean counts = i >= settings.warmUps();
      progress.part(
          counts ? "round " + (i - settings.warmUps() + 1) : "warming up", roundSeconds(settings));
      List<Side> order = new ArrayList<>(sides.keySet());
      if (i % 2 == 1) {
        Collections.reverse(order);
      }
      for (Side side : order) {
        Map<Part, Double> seconds = round(side, Objects.requireNonNull(sides.get(side)), measured);
        progress.note("%-12s processor time %s".formatted(side, seconds));
        if (counts) {
          measured.processor.computeIfAbsent(side, same -> new ArrayList<>()).add(seconds);
        }
      }
    }
    progress.part("timing the way from one to the other", settings.probes() * 2.0);
    for (int i = 0; i < settings.probes(); i++) {
      measured.ways.add(way(there, here, "there" + i));
      measured.ways.add(way(here, there, "here" + i));
    }
    return result(measured);
  }

  /** What all rounds gave. */
  private static final class Measured {

    /** Seconds of each part of each round. */
    final Map<Side, List<Map<Part, Double>>> processor = new EnumMap<>(Side.class);

    /** How many records the measured server kept when all instances were registered. */
    final Map<Side, Integer> stored = new EnumMap<>(Side.class);

    final List<Long> ways = new ArrayList<>();
    int lost;
  }

  /** Processor seconds of the measured server, while the clients send what they send. */
  private Map<Part, Double> round(Side side, Served served, Measured measured) {
    Map<Part, Double> seconds = new EnumMap<>(Part.class);
    V1Requests requests = served.requests();
    byte[][] beats = requests.beats();
    byte[][] lists = requests.lists();
    byte[][] half = Arrays.copyOf(lists, Math.max(1, lists.length / 2));
    double before = served.processorSeconds();
    for (Part part : Part.values()) {
      if (part == Part.REGISTRATION) {
        served.change(requests.registrations());
      }
      long next = System.nanoTime();
      for (int i = 0; i < settings.beats(); i++) {
        if (part == Part.CHURN) {
          churn(served, i);
        }
        served.beat(beats, half);
        next += settings.interval().toNanos();
        Eventually.pause(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
      }
      double now = served.processorSeconds();
      seconds.put(part, Percentiles.round(now - before));
      before = now;
    }
    measured.lost = Math.max(measured.lost, lost(side, served));
    measured.stored.put(side, stored(side, served.measured()));
    served.change(requests.deregistrations());
    if (side == Side.EXPORTING || side == Side.IMPORTING) {
      // What is left of them must not cost whoever comes next.
      awaitNothing(served.measured().api());
    }
    return seconds;
  }

  /** Some go and come back, others come back without having gone. */
  private static void churn(Served served, int beat) {
    V1Requests gone = served.requests().every(CHURNING, beat);
    served.change(gone.deregistrations());
    served.change(gone.registrations());
    served.change(
        served
            .requests()
            .every(CHURNING, beat + CHURNING / 2)
            .registrations(System.currentTimeMillis()));
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
        // Whoever is there stays there.
        served.beat(served.requests().beats(), new byte[0][]);
        Eventually.pause(Duration.ofSeconds(1));
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
    result.put("processors", Runtime.getRuntime().availableProcessors());
    result.put("cpu_ratio", ratio(measured, Side.EXPORTING, Side.PLUGIN));
    result.put("cpu_ratio_importing", ratio(measured, Side.IMPORTING, Side.PLUGIN));
    result.put("cpu_ratio_builtin", ratio(measured, Side.DOUBLE_WRITE, Side.SINGLE_WRITE));
    result.put(
        "cpu_ratio_builtin_after",
        ratio(measured, Side.DOUBLE_WRITE_AFTER, Side.SINGLE_WRITE_AFTER));
    result.put("cpu_ratio_legacy", ratio(measured, Side.PLUGIN, Side.LEGACY));
    result.put(
        "stored_ratio",
        Math.max(
            stored(measured, Side.EXPORTING, Side.PLUGIN),
            stored(measured, Side.IMPORTING, Side.PLUGIN)));
    result.put("stored_ratio_builtin", stored(measured, Side.DOUBLE_WRITE, Side.SINGLE_WRITE));
    result.put("lost", measured.lost);
    Percentiles times =
        Percentiles.of(List.of(measured.ways.stream().mapToLong(each -> each).toArray()));
    result.put("convergence_p50_ms", Percentiles.round(times.millis(0.5)));
    result.put("convergence_p99_ms", Percentiles.round(times.millis(0.99)));
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

  /** Of the ratios of the same rounds, the middle one. */
  private static double ratio(Measured measured, Side side, Side base) {
    List<Double> ours = sums(measured, side);
    List<Double> theirs = sums(measured, base);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      ratios.add(ours.get(i) / Math.max(0.01, theirs.get(i)));
    }
    return Percentiles.round(Percentiles.median(ratios));
  }

  private static List<Double> sums(Measured measured, Side side) {
    return measured.processor.getOrDefault(side, List.of()).stream()
        .map(parts -> parts.values().stream().mapToDouble(each -> each).sum())
        .toList();
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
