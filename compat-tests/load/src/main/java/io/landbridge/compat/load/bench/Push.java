package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.load.fleet.ApplicationDocument;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.HttpWireClient;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How long it takes from a provider's registration until subscribers are called back: those of what
 * was registered, whom the server tells by itself, and those of what is derived from it. Both are
 * timed of the same registration, so whatever the machine does, it does to both.
 *
 * <p>In a round one provider registers interfaces (upward: its application's subscribers are told),
 * one its application (downward: its interfaces' subscribers are), and one registers interfaces at
 * a server without the plugin; in random order, with random pauses. Upward every second provider is
 * a 1.x client, and every fifth the first of a revision, whose document is published before anybody
 * is told.
 */
final class Push {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Every so many rounds a document must be published first: all pushes of it are late. */
  private static final int FIRST_EVERY = 5;

  private static final int HEAP = 512;
  private static final int MAX_PAUSE_MILLIS = 400;
  private static final double SECONDS_PER_ROUND = 3;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;
  private final PushFleet fleet;
  private final Random random = new Random(20_260_101);
  private final SortedMap<String, Samples> kinds = new TreeMap<>();
  private final List<Long> stock = new ArrayList<>();

  /**
   * How it is run.
   *
   * @param rounds that count
   * @param warmUps before them
   * @param interfaces of a provider
   * @param instances of an application that are there all the time
   */
  record Settings(int rounds, int warmUps, int interfaces, int instances) {}

  /** Nanoseconds of the same registrations, native and derived. */
  private record Samples(List<Long> natives, List<Long> derived) {
    Samples() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Who is told of the provider, natively and through the plugin, by the kind of client. */
  private record Watches(
      SortedMap<String, PushWatch> natives, SortedMap<String, PushWatch> derived) {
    Watches() {
      this(new TreeMap<>(), new TreeMap<>());
    }

    List<PushWatch> all() {
      List<PushWatch> all = new ArrayList<>(natives.values());
      all.addAll(derived.values());
      return all;
    }
  }

  Push(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
    this.fleet = new PushFleet(settings.interfaces());
  }

  static double plannedSeconds(Settings settings) {
    return 60 + (settings.rounds() + settings.warmUps()) * SECONDS_PER_ROUND;
  }

  ObjectNode run() {
    progress.part("starting a server with the plugin and one without", 50);
    try (Wire wire = Wire.open(1);
        Ensemble translating = Ensemble.borrow(servers, Ensemble.spec(1, true, HEAP), wire);
        Ensemble plain = Ensemble.borrow(servers, Ensemble.spec(1, false, HEAP), wire);
        HttpWireClient udp = subscriber(translating);
        HttpWireClient plainUdp = subscriber(plain)) {
      WireClient grpc = translating.connect(1).get(0);
      WireClient plainGrpc = plain.connect(1).get(0);
      publish(translating, fleet.document());
      List<WireClient> base = new ArrayList<>();
      for (int i = 0; i < settings.instances(); i++) {
        base.addAll(settle(translating, plain, i));
      }
      Member member = translating.members().get(0);
      for (String direction : List.of(PushFleet.UPWARD, PushFleet.DOWNWARD)) {
        awaitObserved(member, direction);
        member.translate(PushFleet.application(direction));
      }
      Map<String, Watches> watches =
          Map.of(
              PushFleet.UPWARD,
              watches(
                  PushFleet.UPWARD,
                  grpc,
                  udp,
                  fleet.service(PushFleet.UPWARD),
                  ServiceName.of(PushFleet.application(PushFleet.UPWARD))),
              PushFleet.DOWNWARD,
              watches(
                  PushFleet.DOWNWARD,
                  grpc,
                  udp,
                  ServiceName.of(PushFleet.application(PushFleet.DOWNWARD)),
                  fleet.service(PushFleet.DOWNWARD)),
              PushFleet.STOCK,
              watches(PushFleet.STOCK, plainGrpc, plainUdp, fleet.service(PushFleet.STOCK), null));
      progress.part("rounds", plannedSeconds(settings) - 50);
      for (int round = 0; round < settings.warmUps() + settings.rounds(); round++) {
        List<String> order = new ArrayList<>(watches.keySet());
        Collections.sort(order);
        Collections.shuffle(order, random);
        for (String direction : order) {
          Eventually.pause(Duration.ofMillis(random.nextInt(MAX_PAUSE_MILLIS)));
          Ensemble at = direction.equals(PushFleet.STOCK) ? plain : translating;
          once(round, direction, at, Objects.requireNonNull(watches.get(direction)));
        }
        if ((round + 1) % 25 == 0) {
          progress.note("%d rounds".formatted(round + 1));
        }
      }
      grpc.close();
      plainGrpc.close();
      Ensemble.disconnect(base);
      for (String direction : List.of(PushFleet.UPWARD, PushFleet.DOWNWARD)) {
        member.switchOff(PushFleet.application(direction));
      }
    }
    return result();
  }

  /** The providers that are there all the time, one in each direction. */
  private List<WireClient> settle(Ensemble translating, Ensemble plain, int index) {
    List<WireClient> clients = new ArrayList<>(translating.connect(2));
    clients.addAll(plain.connect(1));
    List<CompletableFuture<Void>> all =
        List.of(
            Ensemble.register(clients.get(0), fleet.provider(PushFleet.UPWARD, 0, index, false)),
            clients
                .get(1)
                .register(
                    ServiceName.of(PushFleet.application(PushFleet.DOWNWARD)),
                    fleet.instance(PushFleet.ip(PushFleet.DOWNWARD, 0, index))),
            Ensemble.register(clients.get(2), fleet.provider(PushFleet.STOCK, 0, index, false)));
    all.forEach(CompletableFuture::join);
    return clients;
  }

  private void awaitObserved(Member member, String direction) {
    Eventually.holds(
        LIMIT,
        Duration.ofMillis(50),
        () -> PushFleet.application(direction) + " is not in the catalog",
        () ->
            // One that only registered its application is unknown until its document is read.
            !member.applicationState(PushFleet.application(direction)).isEmpty());
  }

  private Watches watches(
      String direction,
      WireClient grpc,
      HttpWireClient udp,
      ServiceName natives,
      @Nullable ServiceName derived) {
    Watches watches = new Watches();
    watch(direction + " native", grpc, udp, natives, watches.natives());
    if (derived != null) {
      watch(direction + " derived", grpc, udp, derived, watches.derived());
    }
    return watches;
  }

  private static void watch(
      String what,
      WireClient grpc,
      HttpWireClient udp,
      ServiceName service,
      Map<String, PushWatch> watches) {
    PushWatch byGrpc = new PushWatch(what + " over gRPC");
    PushWatch byUdp = new PushWatch(what + " over UDP");
    watches.put("grpc", byGrpc);
    watches.put("udp", byUdp);
    grpc.subscribe(service, byGrpc::told).join();
    udp.subscribe(service, "", byUdp::told);
  }

  /** One provider comes, is seen by everybody, and goes. */
  private void once(int round, String direction, Ensemble at, Watches watches) {
    // A 1.x provider now and then; one that registers its application is always a later one.
    boolean http = !direction.equals(PushFleet.DOWNWARD) && round % 2 == 1;
    boolean first = direction.equals(PushFleet.UPWARD) && round % FIRST_EVERY == 0;
    int index = round;
    String ip = PushFleet.ip(direction, 1, index);
    String address = ip + ":" + PushFleet.PORT;
    WireClient client = at.connect(1).get(0);
    NacosApi api = at.members().get(0).server().api();
    DubboProvider provider = fleet.provider(direction, 1, index, first);
    long began =
        http
            ? registerOverHttp(api, provider)
            : direction.equals(PushFleet.DOWNWARD)
                ? register(client, ip)
                : register(client, provider);
    List<PushWatch> all = watches.all();
    all.forEach(watch -> watch.await(address));
    if (round >= settings.warmUps()) {
      watches
          .natives()
          .forEach(
              (kind, watch) -> {
                long took = watch.await(address) - began;
                PushWatch derived = watches.derived().get(kind);
                if (derived == null) {
                  stock.add(took);
                  return;
                }
                Samples samples =
                    kinds.computeIfAbsent(
                        "%s_%s_to_%s"
                            .formatted(
                                direction + (first ? "_new_revision" : ""),
                                http ? "http" : "grpc",
                                kind),
                        each -> new Samples());
                samples.natives().add(took);
                samples.derived().add(derived.await(address) - began);
              });
    }
    if (http) {
      deregisterOverHttp(api, provider);
    }
    client.close();
    all.forEach(watch -> watch.awaitGone(address));
  }

  /** Returns when the last request began: the one after which there is no more to wait for. */
  private static long register(WireClient client, DubboProvider provider) {
    long began = 0;
    for (var entry : provider.registrations().entrySet()) {
      began = System.nanoTime();
      client.register(entry.getKey(), entry.getValue()).join();
    }
    return began;
  }

  private long register(WireClient client, String ip) {
    long began = System.nanoTime();
    client
        .register(ServiceName.of(PushFleet.application(PushFleet.DOWNWARD)), fleet.instance(ip))
        .join();
    return began;
  }

  private static long registerOverHttp(NacosApi api, DubboProvider provider) {
    long began = 0;
    for (var entry : provider.registrations().entrySet()) {
      Instance instance = entry.getValue();
      ObjectNode metadata = JSON.createObjectNode();
      instance.metadata().forEach(metadata::put);
      Map<String, String> form = new TreeMap<>(address(entry.getKey(), instance));
      form.put("metadata", metadata.toString());
      began = System.nanoTime();
      check(api.post("/v1/ns/instance", form));
    }
    return began;
  }

  private static void deregisterOverHttp(NacosApi api, DubboProvider provider) {
    provider
        .registrations()
        .forEach(
            (service, instance) ->
                check(api.delete("/v1/ns/instance", address(service, instance))));
  }

  private static Map<String, String> address(ServiceName service, Instance instance) {
    return Map.of(
        "serviceName", service.name(),
        "groupName", service.group(),
        "ip", instance.ip(),
        "port", Integer.toString(instance.port()),
        "ephemeral", "true");
  }

  private static void publish(Ensemble at, ApplicationDocument document) {
    check(
        at.members()
            .get(0)
            .server()
            .api()
            .post(
                "/v1/cs/configs",
                Map.of(
                    "dataId", document.application(),
                    "group", document.revision(),
                    "content", document.json())));
  }

  private static void check(NacosApi.Answer answer) {
    if (!answer.ok()) {
      throw new BenchException("the server refuses: " + answer);
    }
  }

  private ObjectNode result() {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "push");
    Samples all = new Samples();
    kinds.values().forEach(each -> all.natives().addAll(each.natives()));
    kinds.values().forEach(each -> all.derived().addAll(each.derived()));
    add(json, all);
    Percentiles plain = percentiles(stock);
    plain.addTo(json.putObject("stock").put("samples", plain.count()));
    ObjectNode byKind = json.putObject("by_kind");
    kinds.forEach((kind, samples) -> add(byKind.putObject(kind), samples));
    ObjectNode conditions = json.putObject("conditions");
    conditions.put("server", "Nacos 3.1.0, one member, %d MB of heap".formatted(HEAP));
    conditions.put("processors", Runtime.getRuntime().availableProcessors());
    conditions.put("rounds", settings.rounds());
    conditions.put("interfaces", settings.interfaces());
    conditions.put("instances", settings.instances());
    conditions.put(
        "milliseconds", "from the last request of a registration to the subscriber's callback");
    return json;
  }

  private static void add(ObjectNode json, Samples samples) {
    Percentiles natives = percentiles(samples.natives());
    Percentiles derived = percentiles(samples.derived());
    json.put("ratio_p50", ratio(derived, natives, 0.50));
    json.put("ratio_p99", ratio(derived, natives, 0.99));
    natives.addTo(json.putObject("native").put("samples", natives.count()));
    derived.addTo(json.putObject("derived").put("samples", derived.count()));
  }

  private static Percentiles percentiles(List<Long> nanos) {
    return Percentiles.of(List.of(nanos.stream().mapToLong(each -> each).toArray()));
  }

  private static double ratio(Percentiles one, Percentiles other, double share) {
    return Percentiles.round(one.millis(share) / other.millis(share));
  }

  /** A 1.x client. */
  private static HttpWireClient subscriber(Ensemble ensemble) {
    return HttpWireClient.open(
        ensemble.members().get(0).server().api(), ServiceName.PUBLIC, HttpWireClient.JAVA);
  }
}
