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
import java.util.Set;

/**
 * What the same 1.x clients cost a 1.4.1 alone, a server with the plugin alone, and both with the
 * bridge between them and half of the clients at each; who is missing meanwhile, and how soon each
 * cluster shows what is registered in the other.
 *
 * <p>Every instance beats once in five seconds, and every second one asks for its service as often,
 * which is more than real clients do. Sides take turns; a round counts the processor time of a
 * side's servers while its clients work.
 */
final class BridgeLoad {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE_POLL = Duration.ofMillis(5);
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final int CONNECTIONS = 16;
  private static final double START_SECONDS = 60;

  private final Settings settings;
  private final Progress progress;
  private final V1Requests all;

  /**
   * How it is run.
   *
   * @param services how many
   * @param instances of each
   * @param beats of every instance in a round
   * @param rounds that count
   * @param warmUps rounds that do not
   * @param probes registrations in each direction whose way is timed
   */
  record Settings(int services, int instances, int beats, int rounds, int warmUps, int probes) {

    int providers() {
      return services * instances;
    }
  }

  /** Who serves the clients. */
  private enum Side {
    LEGACY,
    PLUGIN,
    BRIDGE
  }

  /** A server and what its clients send in five seconds. */
  private record Served(
      NacosServer server, InetSocketAddress address, byte[][] beats, byte[][] lists) {

    double processorSeconds() {
      return ProcessHandle.of(server.pid())
          .flatMap(each -> each.info().totalCpuDuration())
          .map(each -> each.toMillis() / 1e3)
          .orElse(0.0);
    }

    void work() {
      // New ones: a server closes what is idle while others have their turn.
      try (RawHttpLoad load = RawHttpLoad.open(address, CONNECTIONS)) {
        load.once(beats, RawHttpLoad.ascii("10200"), LIMIT);
        load.once(lists, RawHttpLoad.ascii("\"hosts\":[{"), LIMIT);
      }
    }
  }

  BridgeLoad(Settings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
    this.all = new V1Requests(settings.services(), settings.instances());
  }

  static double plannedSeconds(Settings settings) {
    return 4 * START_SECONDS
        + (settings.rounds() + settings.warmUps()) * roundSeconds(settings)
        + settings.probes() * 2.0;
  }

  private static double roundSeconds(Settings settings) {
    return (double) Side.values().length * settings.beats() * BEAT.toSeconds();
  }

  ObjectNode run() {
    Deque<AutoCloseable> opened = new ArrayDeque<>();
    try {
      Map<Side, List<Served>> sides = new EnumMap<>(Side.class);
      int half = settings.providers() / 2;
      sides.put(Side.LEGACY, List.of(served(opened, legacy(), all)));
      sides.put(Side.PLUGIN, List.of(served(opened, plugin(), all)));
      sides.put(
          Side.BRIDGE,
          List.of(
              served(opened, legacy(), all.part(0, half)),
              served(opened, plugin(), all.part(half, settings.providers()))));
      return run(sides);
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

  private Served served(Deque<AutoCloseable> opened, ServerSpec spec, V1Requests requests) {
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
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", server.port());
    // One after the other: 1.4.1 loses some of the first instances of a service that come at once.
    try (RawHttpLoad one = RawHttpLoad.open(address, 1)) {
      one.once(requests.registrations(), RawHttpLoad.ascii("ok"), LIMIT);
    }
    byte[][] lists = requests.lists();
    byte[][] half = Arrays.copyOf(lists, Math.max(1, lists.length / 2));
    return new Served(server, address, requests.beats(), half);
  }

  private ObjectNode run(Map<Side, List<Served>> sides) {
    List<Served> bridge = of(sides, Side.BRIDGE);
    NacosApi there = bridge.get(0).server().api();
    NacosApi here = bridge.get(1).server().api();
    begin(here, bridge.get(0).server().address());
    Map<Side, List<Double>> processor = new EnumMap<>(Side.class);
    int lost = 0;
    for (int i = 0; i < settings.warmUps() + settings.rounds(); i++) {
      boolean counts = i >= settings.warmUps();
      progress.part(
          counts ? "round " + (i - settings.warmUps() + 1) : "warming up", roundSeconds(settings));
      List<Side> order = new ArrayList<>(List.of(Side.values()));
      if (i % 2 == 1) {
        Collections.reverse(order);
      }
      for (Side side : order) {
        double seconds = round(of(sides, side));
        progress.note("%-6s %.2f s of processor time".formatted(side, seconds));
        if (counts) {
          processor.computeIfAbsent(side, same -> new ArrayList<>()).add(seconds);
        }
      }
      lost = Math.max(lost, Math.max(missing(there), missing(here)));
    }
    JsonNode status = here.get("/landbridge/v1/bridge").json().path("data");
    progress.part("timing the way from one to the other", settings.probes() * 2.0);
    List<Long> ways = new ArrayList<>();
    for (int i = 0; i < settings.probes(); i++) {
      ways.add(way(there, here, "there" + i));
      ways.add(way(here, there, "here" + i));
    }
    return result(processor, lost, status, ways);
  }

  private static List<Served> of(Map<Side, List<Served>> sides, Side side) {
    return sides.getOrDefault(side, List.of());
  }

  private void begin(NacosApi here, String legacy) {
    put(here, Map.of("phase", "SHADOW", "servers", legacy));
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "not everything is imported",
        () -> here.get("/landbridge/v1/bridge").json().at("/data/firstSync").asLong() > 0);
    put(here, Map.of("phase", "DUAL_WRITE"));
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "not everything is exported",
        () ->
            here.get("/landbridge/v1/bridge").json().at("/data/export/instances").asInt()
                >= settings.providers() - settings.providers() / 2);
  }

  private static void put(NacosApi api, Map<String, String> terms) {
    NacosApi.Answer answer = api.put("/landbridge/v1/bridge", terms);
    if (!answer.ok()) {
      throw new BenchException("the bridge refuses " + terms + ": " + answer.body());
    }
  }

  /** Processor seconds of all its servers, while its clients send what they send. */
  private double round(List<Served> side) {
    double before = side.stream().mapToDouble(Served::processorSeconds).sum();
    long next = System.nanoTime();
    for (int i = 0; i < settings.beats(); i++) {
      side.forEach(Served::work);
      next += BEAT.toNanos();
      Eventually.pause(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
    }
    return side.stream().mapToDouble(Served::processorSeconds).sum() - before;
  }

  /** How many of all instances a server does not list, or lists as not well. */
  private int missing(NacosApi api) {
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
    int missing = 0;
    for (int i = 0; i < settings.providers(); i++) {
      missing += listed.contains(V1Requests.ip(i)) ? 0 : 1;
    }
    return missing;
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

  private ObjectNode result(
      Map<Side, List<Double>> processor, int lost, JsonNode status, List<Long> ways) {
    ObjectNode result = JSON.createObjectNode();
    result.put("benchmark", "bridge");
    result.put("services", settings.services());
    result.put("providers", settings.providers());
    result.put("processors", Runtime.getRuntime().availableProcessors());
    ObjectNode seconds = result.putObject("processor_seconds");
    processor.forEach(
        (side, rounds) -> {
          String key = side.name().toLowerCase(Locale.ROOT);
          rounds.forEach(each -> seconds.withArray(key).add(Percentiles.round(each)));
        });
    result.put("cpu_ratio", ratio(processor, Side.BRIDGE));
    result.put("cpu_ratio_plugin", ratio(processor, Side.PLUGIN));
    // No server with the built-in double write can be had in a form that starts.
    result.putNull("cpu_ratio_builtin");
    int legacy = status.at("/legacy/instances").asInt();
    int exported = status.at("/legacy/exported").asInt();
    int imported = status.at("/imported/instances").asInt();
    result.put("legacy_instances", legacy);
    result.put("exported", exported);
    result.put("imported", imported);
    int here = settings.providers() - settings.providers() / 2;
    result.put(
        "stored_ratio",
        Percentiles.round((double) (legacy + exported + imported + here) / settings.providers()));
    result.put("lost", lost);
    Percentiles times = Percentiles.of(List.of(ways.stream().mapToLong(each -> each).toArray()));
    result.put("convergence_p50_ms", Percentiles.round(times.millis(0.5)));
    result.put("convergence_p99_ms", Percentiles.round(times.millis(0.99)));
    return result;
  }

  /** Of the rounds' ratios to the same round of the legacy server, the middle one. */
  private static double ratio(Map<Side, List<Double>> processor, Side side) {
    List<Double> ours = processor.getOrDefault(side, List.of());
    List<Double> theirs = processor.getOrDefault(Side.LEGACY, List.of());
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      ratios.add(ours.get(i) / Math.max(0.01, theirs.get(i)));
    }
    return Percentiles.round(Percentiles.median(ratios));
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      System.err.println(each + " could not be closed: " + e);
    }
  }
}
