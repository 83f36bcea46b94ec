package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A whole fleet starts at once: how long until the last consumer knows everything, at a stock
 * server and at one with the plugin and every application switched on; what the server did
 * meanwhile, and which of its threads did it.
 *
 * <p>The last answered request, the interface level and the application level are timed separately.
 */
final class MassStart {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(600);
  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(60);
  private static final int PAGE = 100;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;
  private final WideFleet fleet;
  private final Set<ServiceName> applicationServices;

  /**
   * How it is run.
   *
   * @param fleet who starts
   * @param subscribers of everything
   * @param inFlight how many providers start at a time
   * @param repeats of both sides, in turns
   * @param heapMegabytes of each server
   */
  record Settings(WideFleet fleet, int subscribers, int inFlight, int repeats, int heapMegabytes) {}

  MassStart(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
    this.fleet = settings.fleet();
    Set<ServiceName> all = new HashSet<>();
    for (int i = 0; i < fleet.applications(); i++) {
      all.add(ServiceName.of(fleet.application(i)));
    }
    this.applicationServices = Set.copyOf(all);
  }

  static double plannedSeconds(Settings settings) {
    return 2 * settings.repeats() * seconds(settings);
  }

  private static double seconds(Settings settings) {
    return 30 + settings.fleet().providers() / 10.0;
  }

  ObjectNode run() {
    List<MassStartSide> stock = new ArrayList<>();
    List<MassStartSide> ours = new ArrayList<>();
    for (int i = 0; i < settings.repeats(); i++) {
      // The one that was second is first the next time.
      boolean stockFirst = i % 2 == 0;
      for (boolean plugin : new boolean[] {!stockFirst, stockFirst}) {
        progress.part(plugin ? "with the plugin" : "stock", seconds(settings));
        MassStartSide side = measure(plugin);
        progress.note(side.toString());
        (plugin ? ours : stock).add(side);
      }
    }
    return result(MassStartSide.middle(stock), MassStartSide.middle(ours));
  }

  private MassStartSide measure(boolean plugin) {
    ServerSpec spec = ServerMetrics.exposed(Ensemble.spec(1, plugin, settings.heapMegabytes()));
    try (Wire wire = Wire.open(1);
        Ensemble ensemble = Ensemble.borrow(servers, spec, wire)) {
      Member member = ensemble.members().get(0);
      int first = fleet.applications();
      // One of each application before the clock: only what is known can be switched on.
      List<WireClient> clients = new ArrayList<>(ensemble.connect(first));
      AtomicInteger answered = new AtomicInteger();
      register(clients, 0, answered);
      if (plugin) {
        WideRegistration.switchOn(fleet, member);
      }
      try (WideSubscribers subscribers =
          new WideSubscribers(member, settings.subscribers(), expected(plugin, first).keySet())) {
        subscribers.await(LIMIT, expected(plugin, first));
        subscribers.awaitQuiet(QUIET, QUIET_LIMIT);
        clients.addAll(ensemble.connect(fleet.providers() - first));
        answered.set(0);
        MassStartSide side =
            measure(
                plugin, ensemble, subscribers, clients.subList(first, clients.size()), answered);
        Ensemble.disconnect(clients);
        if (plugin) {
          ensemble.switchOff(fleet::application, first);
        }
        return side;
      }
    }
  }

  private MassStartSide measure(
      boolean plugin,
      Ensemble ensemble,
      WideSubscribers subscribers,
      List<WireClient> clients,
      AtomicInteger answered) {
    Member member = ensemble.members().get(0);
    Map<ServiceName, Integer> expected = expected(plugin, fleet.providers());
    Predicate<ServiceName> applications = applicationServices::contains;
    int documents = documents(member.server().api());
    ServerMetrics before = ServerMetrics.of(ensemble.members());
    MassStartSide.Traffic interfaceTraffic =
        MassStartSide.Traffic.of(subscribers, applications.negate());
    MassStartSide.Traffic applicationTraffic = MassStartSide.Traffic.of(subscribers, applications);
    try (MassStartWatch watch =
        MassStartWatch.begin(
            member.server().pid(), answered, subscribers, applications, expected)) {
      double processor = ensemble.processorSeconds();
      long began = System.nanoTime();
      Burst.Times times = register(clients, fleet.applications(), answered);
      subscribers.await(LIMIT, expected);
      double processorUntilKnown = ensemble.processorSeconds() - processor;
      subscribers.awaitQuiet(QUIET, QUIET_LIMIT);
      double processorAll = ensemble.processorSeconds() - processor;
      ServerMetrics after = ServerMetrics.of(ensemble.members());
      subscribers.await(LIMIT, expected);
      watch.end();
      return new MassStartSide(
          answered.get(),
          (times.last() - began) / 1e9,
          (subscribers.since(applications.negate()) - began) / 1e9,
          plugin ? (subscribers.since(applications) - began) / 1e9 : 0,
          documents,
          documents(member.server().api()),
          Math.round(after.since(before, "landbridge_observer_reads_total")),
          Math.round(after.since(before, "landbridge_observer_changes_total")),
          Math.round(after.since(before, "landbridge_observer_claims_total")),
          MassStartSide.Traffic.of(subscribers, applications.negate()).less(interfaceTraffic),
          MassStartSide.Traffic.of(subscribers, applications).less(applicationTraffic),
          processorUntilKnown,
          processorAll,
          subscribers.addresses(),
          watch.byGroup(),
          watch.moments());
    }
  }

  private Burst.Times register(List<WireClient> clients, int first, AtomicInteger answered) {
    return Burst.run(
        "registering",
        clients.size(),
        settings.inFlight(),
        LIMIT,
        i ->
            WideRegistration.interfaces(
                fleet, first + i, clients.get(i), answered::incrementAndGet));
  }

  /** How many addresses the subscribers find, once the first so many providers have registered. */
  private Map<ServiceName, Integer> expected(boolean plugin, int providers) {
    Map<ServiceName, Integer> expected = new HashMap<>();
    for (int application = 0; application < fleet.applications(); application++) {
      int processes = fleet.providers(application, providers);
      if (plugin) {
        expected.put(ServiceName.of(fleet.application(application)), processes);
      }
      for (ServiceName service : fleet.services(application)) {
        expected.put(service, processes * fleet.protocols());
      }
    }
    return expected;
  }

  /** The metadata documents of these applications in the configuration centre. */
  private int documents(NacosApi api) {
    Set<String> found = new HashSet<>();
    for (int page = 1; ; page++) {
      NacosApi.Answer answer =
          api.get(
              "/v3/admin/cs/config/list",
              Map.of(
                  "search",
                  "blur",
                  "dataId",
                  WideFleet.APPLICATIONS + "*",
                  "groupName",
                  "",
                  "namespaceId",
                  "public",
                  "pageNo",
                  Integer.toString(page),
                  "pageSize",
                  Integer.toString(PAGE)));
      if (!answer.ok()) {
        throw new BenchException("the server does not list configurations: " + answer);
      }
      JsonNode items = answer.json().path("data").path("pageItems");
      items.forEach(
          each -> found.add(each.path("dataId").asText() + "@" + each.path("groupName").asText()));
      if (items.size() < PAGE) {
        return (int)
            found.stream()
                .filter(each -> applicationServices.contains(ServiceName.of(each.split("@")[0])))
                .count();
      }
    }
  }

  private ObjectNode result(MassStartSide stock, MassStartSide ours) {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "mass-start");
    json.put(
        "ratio_application_level",
        Percentiles.round(ours.applicationLevel() / stock.interfaceLevel()));
    json.put(
        "ratio_interface_level", Percentiles.round(ours.interfaceLevel() / stock.interfaceLevel()));
    json.put("ratio_last_answer", Percentiles.round(ours.lastAnswer() / stock.lastAnswer()));
    // The one of each application was there before the clock.
    json.put(
        "ratio_documents",
        Percentiles.round(
            1 + (ours.documents() - ours.documentsBefore()) / (double) fleet.applications()));
    json.put("ratio_cpu", Percentiles.round(ours.processorAll() / stock.processorAll()));
    stock.addTo(json.putObject("stock"), false);
    ours.addTo(json.putObject("plugin"), true);
    ObjectNode conditions = json.putObject("conditions");
    conditions.put(
        "server", "Nacos 3.1.0, one member, %d MB of heap".formatted(settings.heapMegabytes()));
    conditions.put("processors", Runtime.getRuntime().availableProcessors());
    fleet.addTo(conditions);
    conditions.put("subscribers", settings.subscribers());
    conditions.put("in_flight", settings.inFlight());
    conditions.put("repeats", settings.repeats());
    return json;
  }
}
