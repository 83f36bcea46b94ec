package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The same requests of 1.x clients to two servers in turns: a 2.2.4 as it comes, and a 3.1.0 whose
 * own API for them is off and whose plugin answers.
 */
final class V1Front {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final double START_SECONDS = 60;

  /** Connections that any server takes: with Tomcat's own limit, 8192. */
  private static final int MANY = 4_000;

  private static final int HEAP = 1_024;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;
  private final byte[][] registrations;
  private final byte[][] deregistrations;
  private final Map<Kind, byte[][]> requests = new EnumMap<>(Kind.class);

  /**
   * How it is run.
   *
   * @param services how many
   * @param instances of each
   * @param connections each with one request under way
   * @param seconds of each kind in a round
   * @param rounds that count
   * @param warmUps rounds that do not
   * @param waiters for a change of a configuration
   * @param rest for how long a server at rest is measured
   */
  record Settings(
      int services,
      int instances,
      int connections,
      int seconds,
      int rounds,
      int warmUps,
      int waiters,
      Duration rest) {}

  /** What is asked. */
  private enum Kind {
    /** A beat as clients since 1.2 send it. */
    BEATS("10200"),
    /** A beat with everything in it, as clients up to 1.1 send it. */
    FULL_BEATS("10200"),
    /** The instances of a service. */
    LIST("\"hosts\":[{");

    private final byte[] expected;

    Kind(String expected) {
      this.expected = RawHttpLoad.ascii(expected);
    }

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A server, and what it did in each round. */
  private record Side(NacosServer server, RawHttpLoad load, Map<Kind, List<Double>> rates) {

    double processorSeconds() {
      return ProcessorTime.seconds(server.pid());
    }
  }

  V1Front(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
    V1Requests all = new V1Requests(settings.services(), settings.instances()).patient();
    registrations = all.registrations();
    deregistrations = all.deregistrations();
    requests.put(Kind.BEATS, all.beats());
    requests.put(Kind.FULL_BEATS, all.fullBeats());
    requests.put(Kind.LIST, all.lists());
  }

  static double plannedSeconds(Settings settings) {
    return 2 * START_SECONDS
        + 2 * pollSeconds(settings)
        + (settings.rounds() + settings.warmUps()) * roundSeconds(settings);
  }

  private static double roundSeconds(Settings settings) {
    return 2.0 * Kind.values().length * settings.seconds();
  }

  private static double pollSeconds(Settings settings) {
    return 10 + 2 * settings.rest().toSeconds() + settings.waiters() / 800.0;
  }

  /**
   * Room for those who wait: a server keeps buffers of each, of the size of the longest header that
   * it takes. That is 512 KB as 2.2.4 comes, and no gigabyte is enough for thousands.
   */
  private ServerSpec roomy(ServerSpec spec) {
    return settings.waiters() < MANY
        ? spec
        : spec.withHeap(HEAP + settings.waiters() / 10)
            .withProperty("server.max-http-header-size", "8192")
            .withProperty("server.tomcat.max-connections", "" + (settings.waiters() + MANY));
  }

  ObjectNode run() {
    progress.part("starting the stock server", START_SECONDS);
    try (Held stock = Held.borrow(servers, roomy(ServerSpec.of(NacosVersion.V2_2_4).optimised()))) {
      progress.part("starting the server with the plugin", START_SECONDS);
      ServerSpec spec =
          ServerSpec.of(NacosVersion.V3_1_0)
              .optimised()
              .withPlugin(Artifacts.locate().pluginJar())
              .withProperty("nacos.core.api.compatibility.client.enabled", "false")
              .withProperty("landbridge.v1-front.enabled", "true")
              .withProperty(
                  "landbridge.v1-front.config.polls", "" + Math.max(MANY, settings.waiters()));
      try (Held front = Held.borrow(servers, roomy(spec));
          RawHttpLoad toStock = load(stock.member());
          RawHttpLoad toFront = load(front.member())) {
        return run(
            new Side(stock.member(), toStock, new EnumMap<>(Kind.class)),
            new Side(front.member(), toFront, new EnumMap<>(Kind.class)));
      }
    }
  }

  private RawHttpLoad load(NacosServer of) {
    return RawHttpLoad.open(new InetSocketAddress("127.0.0.1", of.port()), settings.connections());
  }

  private ObjectNode run(Side stock, Side front) {
    for (Side each : List.of(stock, front)) {
      each.load().once(registrations, RawHttpLoad.ascii("ok"), LIMIT);
    }
    Map<Kind, Double> processor = new EnumMap<>(Kind.class);
    for (int i = 0; i < settings.warmUps() + settings.rounds(); i++) {
      boolean counts = i >= settings.warmUps();
      progress.part(
          counts ? "round " + (i - settings.warmUps() + 1) : "warming up", roundSeconds(settings));
      // There and back again: what comes first in one round comes last in the next.
      List<Side> order = i % 2 == 0 ? List.of(stock, front) : List.of(front, stock);
      for (Kind kind : Kind.values()) {
        for (Side side : order) {
          double before = side.processorSeconds();
          RawHttpLoad.Rate rate =
              side.load()
                  .run(of(requests, kind), kind.expected, Duration.ofSeconds(settings.seconds()));
          if (counts) {
            side.rates().computeIfAbsent(kind, same -> new ArrayList<>()).add(rate.perSecond());
            if (side == front) {
              processor.merge(
                  kind, (side.processorSeconds() - before) * 1e6 / rate.answered(), Math::min);
            }
          }
          progress.note(
              "%-10s %-5s %.0f/s"
                  .formatted(kind.key(), side == front ? "front" : "stock", rate.perSecond()));
        }
      }
    }
    for (Side each : List.of(stock, front)) {
      each.load().once(deregistrations, RawHttpLoad.ascii("ok"), LIMIT);
    }
    ObjectNode result = result(stock, front, processor);
    poll(result, stock, front);
    return result;
  }

  private void poll(ObjectNode result, Side stock, Side front) {
    LongPolls polls = new LongPolls(settings.waiters(), settings.rest());
    progress.part("clients that wait at the stock server", pollSeconds(settings));
    LongPolls.Measured theirs = polls.measure(stock.server());
    progress.part("clients that wait at the front", pollSeconds(settings));
    LongPolls.Measured ours = polls.measure(front.server());
    ObjectNode json = result.putObject("polls");
    json.put("waiters", settings.waiters());
    ours.describe(json.putObject("front"), settings.waiters());
    theirs.describe(json.putObject("stock"), settings.waiters());
    result.put("polls_missed", ours.missed());
    result.put("polls_told_all_ms", ours.toldAllMillis());
    result.put(
        "ratio_polls_heap", Percentiles.round((double) ours.heapBytes() / theirs.heapBytes()));
    result.put(
        "ratio_polls_told_all", Percentiles.round(ours.toldAllMillis() / theirs.toldAllMillis()));
  }

  private ObjectNode result(Side stock, Side front, Map<Kind, Double> processor) {
    ObjectNode result = JSON.createObjectNode();
    result.put("benchmark", "v1-front");
    result.put("services", settings.services());
    result.put("instances", settings.services() * settings.instances());
    result.put("connections", settings.connections());
    result.put("processors", Runtime.getRuntime().availableProcessors());
    for (Kind kind : Kind.values()) {
      List<Double> ours = of(front.rates(), kind);
      List<Double> theirs = of(stock.rates(), kind);
      ObjectNode rates = result.putObject(kind.key());
      rates.put("front_per_second", Percentiles.round(Percentiles.median(ours)));
      rates.put("stock_per_second", Percentiles.round(Percentiles.median(theirs)));
      ours.forEach(each -> rates.withArray("front_rounds").add(Percentiles.round(each)));
      theirs.forEach(each -> rates.withArray("stock_rounds").add(Percentiles.round(each)));
      rates.put("front_processor_us_each", Percentiles.round(of(processor, kind)));
      result.put(
          "ratio_" + kind.key(),
          Percentiles.round(
              Percentiles.median(
                  IntStream.range(0, ours.size())
                      .mapToObj(i -> ours.get(i) / theirs.get(i))
                      .toList())));
    }
    return result;
  }

  private static <T> T of(Map<Kind, T> all, Kind kind) {
    return Objects.requireNonNull(all.get(kind), kind::key);
  }
}
