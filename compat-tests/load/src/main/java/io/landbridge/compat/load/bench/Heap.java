package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.load.fleet.ApplicationDocument;
import io.landbridge.compat.load.fleet.GoDocument;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What the same providers cost a server in live heap and processor time, registered at either
 * level, with and without the plugin, until every subscriber knows every one of them.
 */
final class Heap {

  /**
   * The embedded database keeps up to 1,000 pages, 32 MB of what was read last, which says nothing
   * of how many providers there are. Clusters have another database.
   */
  private static final String FEW_PAGES = "-Dderby.storage.pageCacheSize=40";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(240);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(120);
  private static final int IN_FLIGHT = 64;
  private static final Predicate<ServiceName> ALL = each -> true;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;
  private final WideFleet fleet;

  /**
   * How it is run.
   *
   * @param fleet who registers
   * @param subscribers of everything
   * @param variants which
   * @param repeats how often each variant is measured, each time on a new server; the median counts
   * @param heapMegabytes of each server
   * @param quiet without a push for so long, a server is done
   */
  record Settings(
      WideFleet fleet,
      int subscribers,
      List<Variant> variants,
      int repeats,
      int heapMegabytes,
      Duration quiet) {}

  /** What is measured. */
  enum Variant {
    APPLICATION("stock_application", "stock, application level, no interface-level consumer"),
    APPLICATION_GO("stock_application_go", "the same, with the documents of dubbo-go"),
    STOCK("stock_interface", "stock, interface level"),
    IDLE("plugin_idle", "plugin, interface level, nothing switched on"),
    TRANSLATED("plugin_translated", "plugin, interface level, everything switched on"),
    DOWNWARD("plugin_downward", "plugin, application level, consumers at interface level"),
    DOWNWARD_GO("plugin_downward_go", "the same, with the documents of dubbo-go");

    final String key;
    final String text;

    Variant(String key, String text) {
      this.key = key;
      this.text = text;
    }

    boolean plugin() {
      return this == IDLE || switchedOn();
    }

    boolean switchedOn() {
      return this == TRANSLATED || this == DOWNWARD || this == DOWNWARD_GO;
    }

    boolean interfacesRegistered() {
      return this == STOCK || this == IDLE || this == TRANSLATED;
    }

    boolean interfacesSubscribed() {
      return this != APPLICATION && this != APPLICATION_GO;
    }

    boolean applicationsSubscribed() {
      return this == APPLICATION || this == APPLICATION_GO || this == TRANSLATED;
    }

    boolean dubboGo() {
      return this == APPLICATION_GO || this == DOWNWARD_GO;
    }
  }

  /**
   * One server.
   *
   * @param empty live heap before the providers came, in bytes
   * @param full live heap afterwards, in bytes
   * @param processorSeconds the server's, from the first registration until it was quiet
   * @param seconds until every subscriber knew everything
   * @param pushes that came
   * @param pushedInstances in them
   * @param pushedBytes of all pushes
   * @param addresses that all subscribers knew in the end, together
   * @param quiet whether the server stopped pushing
   * @param restartBytes of all pushes while one provider went and came back
   * @param catalog what the catalog keeps in the end
   */
  private record Measured(
      long empty,
      long full,
      double processorSeconds,
      double seconds,
      long pushes,
      long pushedInstances,
      long pushedBytes,
      long addresses,
      boolean quiet,
      long restartBytes,
      Catalog catalog) {

    long added() {
      return full - empty;
    }
  }

  /**
   * What the catalog keeps of all providers.
   *
   * @param documents how many came with the providers that were not there before
   * @param bytes of the entries that a backup of it has
   */
  private record Catalog(int documents, long bytes) {}

  Heap(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
    this.fleet = settings.fleet();
  }

  static double plannedSeconds(Settings settings) {
    return settings.repeats() * settings.variants().size() * seconds(settings);
  }

  private static double seconds(Settings settings) {
    return 30 + settings.fleet().providers() / 12.0;
  }

  ObjectNode run() {
    Map<Variant, List<Measured>> all = new EnumMap<>(Variant.class);
    for (int repeat = 0; repeat < settings.repeats(); repeat++) {
      for (Variant variant : settings.variants()) {
        progress.part(variant.text, seconds(settings));
        Measured measured = measure(variant);
        progress.note(measured.toString());
        all.computeIfAbsent(variant, key -> new ArrayList<>()).add(measured);
      }
    }
    return result(all);
  }

  private Measured measure(Variant variant) {
    try (Wire wire = Wire.open(1);
        Ensemble ensemble =
            Ensemble.borrow(
                servers,
                ServerMetrics.exposed(
                    Ensemble.spec(1, variant.plugin(), settings.heapMegabytes())
                        .withJvmOption(FEW_PAGES)),
                wire)) {
      Member member = ensemble.members().get(0);
      NacosApi api = member.server().api();
      int first = fleet.applications();
      if (!variant.interfacesRegistered()) {
        publishAll(variant, api);
      }
      // One of each application before the clock: what is used for the first time is not counted,
      // and only what is known can be switched on.
      List<WireClient> clients = new ArrayList<>(ensemble.connect(first));
      register(variant, clients, 0);
      if (variant.switchedOn()) {
        WideRegistration.switchOn(fleet, member);
      }
      try (WideSubscribers subscribers =
          new WideSubscribers(member, settings.subscribers(), expected(variant, first).keySet())) {
        subscribers.await(LIMIT, expected(variant, first));
        subscribers.awaitQuiet(settings.quiet(), QUIET_LIMIT);
        ServerHeap heap = new ServerHeap(member.server().pid());
        long empty = heap.live();
        int before = variant.plugin() ? documents(member) : 0;
        clients.addAll(ensemble.connect(fleet.providers() - first));
        long pushes = subscribers.pushes(ALL);
        long pushedInstances = subscribers.pushedInstances(ALL);
        long pushedBytes = subscribers.pushedBytes(ALL);
        double processor = ensemble.processorSeconds();
        long began = System.nanoTime();
        register(variant, clients, first);
        subscribers.await(LIMIT, expected(variant, fleet.providers()));
        double seconds = (System.nanoTime() - began) / 1e9;
        boolean quiet = subscribers.awaitQuiet(settings.quiet(), QUIET_LIMIT);
        processor = ensemble.processorSeconds() - processor;
        subscribers.await(LIMIT, expected(variant, fleet.providers()));
        pushes = subscribers.pushes(ALL) - pushes;
        pushedInstances = subscribers.pushedInstances(ALL) - pushedInstances;
        pushedBytes = subscribers.pushedBytes(ALL) - pushedBytes;
        long full = heap.live();
        Catalog catalog =
            variant.plugin()
                ? new Catalog(documents(member) - before, bytes(member))
                : new Catalog(0, 0);
        Measured measured =
            new Measured(
                empty,
                full,
                processor,
                seconds,
                pushes,
                pushedInstances,
                pushedBytes,
                subscribers.addresses(),
                quiet,
                restart(variant, ensemble, subscribers, clients),
                catalog);
        Ensemble.disconnect(clients);
        if (variant.switchedOn()) {
          ensemble.switchOff(fleet::application, first);
        }
        return measured;
      }
    }
  }

  private static int documents(Member member) {
    return (int) ServerMetrics.of(List.of(member)).sum("landbridge_catalog_documents");
  }

  private static long bytes(Member member) {
    return member.backup().stream().mapToLong(String::length).sum();
  }

  /** The last provider goes and comes back; returns the bytes that all subscribers were pushed. */
  private long restart(
      Variant variant, Ensemble ensemble, WideSubscribers subscribers, List<WireClient> clients) {
    subscribers.awaitQuiet(settings.quiet(), QUIET_LIMIT);
    long before = subscribers.pushedBytes(ALL);
    int last = clients.size() - 1;
    Ensemble.disconnect(clients.subList(last, clients.size()));
    subscribers.await(LIMIT, expected(variant, last));
    clients.set(last, ensemble.connect(1).get(0));
    register(variant, clients, last);
    subscribers.await(LIMIT, expected(variant, fleet.providers()));
    subscribers.awaitQuiet(settings.quiet(), QUIET_LIMIT);
    return subscribers.pushedBytes(ALL) - before;
  }

  private void register(Variant variant, List<WireClient> clients, int first) {
    Burst.run(
        "registering",
        clients.size() - first,
        IN_FLIGHT,
        LIMIT,
        i -> register(variant, clients.get(first + i), first + i));
  }

  private CompletableFuture<Void> register(Variant variant, WireClient client, int provider) {
    if (!variant.interfacesRegistered()) {
      return client.register(
          ServiceName.of(fleet.application(provider)),
          variant.dubboGo() ? fleet.goInstance(provider) : fleet.applicationInstance(provider));
    }
    return WideRegistration.interfaces(fleet, provider, client, () -> {});
  }

  /** Before anything is measured: what a server keeps of a configuration is its own. */
  private void publishAll(Variant variant, NacosApi api) {
    if (variant.dubboGo()) {
      for (int i = 0; i < fleet.providers(); i++) {
        GoDocument document = fleet.goDocument(i);
        publish(api, fleet.application(i), document.revision(), document.json());
      }
    } else {
      for (int i = 0; i < fleet.applications(); i++) {
        ApplicationDocument document = fleet.document(i);
        publish(api, fleet.application(i), document.revision(), document.json());
      }
    }
  }

  private static void publish(NacosApi api, String application, String revision, String content) {
    NacosApi.Answer answer =
        api.post(
            "/v1/cs/configs", Map.of("dataId", application, "group", revision, "content", content));
    if (!answer.ok()) {
      throw new BenchException("a document cannot be published: " + answer);
    }
  }

  /** How many addresses the subscribers find, once the first so many providers have registered. */
  private Map<ServiceName, Integer> expected(Variant variant, int providers) {
    Map<ServiceName, Integer> expected = new HashMap<>();
    for (int application = 0; application < fleet.applications(); application++) {
      int processes = fleet.providers(application, providers);
      if (variant.applicationsSubscribed()) {
        expected.put(ServiceName.of(fleet.application(application)), processes);
      }
      if (variant.interfacesSubscribed()) {
        for (ServiceName service : fleet.services(application)) {
          expected.put(service, processes * fleet.protocols());
        }
      }
    }
    return expected;
  }

  private ObjectNode result(Map<Variant, List<Measured>> all) {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "heap");
    Comparison compared = new Comparison(all);
    compared.put(json, "ratio_translated", Variant.TRANSLATED, Variant.STOCK, Measured::added);
    compared.put(json, "ratio_app_level", Variant.STOCK, Variant.DOWNWARD, Measured::added);
    compared.put(json, "ratio_app_floor", Variant.DOWNWARD, Variant.APPLICATION, Measured::added);
    ToDoubleFunction<Measured> processor = Measured::processorSeconds;
    compared.put(json, "cpu_ratio_translated", Variant.TRANSLATED, Variant.STOCK, processor);
    compared.put(json, "cpu_ratio_app_level", Variant.STOCK, Variant.DOWNWARD, processor);
    compared.put(json, "ratio_go", Variant.DOWNWARD_GO, Variant.DOWNWARD, Measured::added);
    compared.put(
        json, "stock_ratio_go", Variant.APPLICATION_GO, Variant.APPLICATION, Measured::added);
    compared.put(
        json, "ratio_app_floor_go", Variant.DOWNWARD_GO, Variant.APPLICATION_GO, Measured::added);
    compared.put(
        json,
        "bytes_ratio_go",
        Variant.DOWNWARD_GO,
        Variant.DOWNWARD,
        measured -> measured.catalog().bytes());
    compared.put(
        json, "pushed_ratio_go", Variant.DOWNWARD_GO, Variant.DOWNWARD, Measured::pushedBytes);
    compared.put(json, "cpu_ratio_go", Variant.DOWNWARD_GO, Variant.DOWNWARD, processor);
    ToDoubleFunction<Measured> bytes = Measured::restartBytes;
    compared.put(json, "restart_ratio_go", Variant.DOWNWARD_GO, Variant.DOWNWARD, bytes);
    compared.put(json, "bytes_ratio_during", Variant.TRANSLATED, Variant.STOCK, bytes);
    compared.put(json, "bytes_ratio_after", Variant.APPLICATION, Variant.STOCK, bytes);
    if (all.containsKey(Variant.STOCK) && all.containsKey(Variant.IDLE)) {
      double stock = compared.median(Variant.STOCK, processor);
      double idle = compared.median(Variant.IDLE, processor);
      json.put("idle_cpu_percent", Percentiles.round(100 * (idle - stock) / stock));
      json.put(
          "idle_heap_mb",
          megabytes(
              compared.median(Variant.IDLE, Measured::full)
                  - compared.median(Variant.STOCK, Measured::full)));
    }
    all.forEach((variant, each) -> json.set(variant.key, describe(each)));
    ObjectNode conditions = json.putObject("conditions");
    conditions.put(
        "server", "Nacos 3.1.0, one member, %d MB of heap".formatted(settings.heapMegabytes()));
    conditions.put("processors", Runtime.getRuntime().availableProcessors());
    fleet.addTo(conditions);
    conditions.put("subscribers", settings.subscribers());
    conditions.put("repeats", settings.repeats());
    return json;
  }

  private ObjectNode describe(List<Measured> each) {
    ObjectNode json = JSON.createObjectNode();
    double added = Percentiles.median(each.stream().map(one -> (double) one.added()).toList());
    json.put(
        "heap_bytes_per_provider", Math.round(added / (fleet.providers() - fleet.applications())));
    json.put("heap_added_mb", megabytes(added));
    json.put(
        "heap_empty_mb",
        megabytes(Percentiles.median(each.stream().map(one -> (double) one.empty()).toList())));
    json.put(
        "heap_full_mb",
        megabytes(Percentiles.median(each.stream().map(one -> (double) one.full()).toList())));
    json.put(
        "cpu_seconds",
        Percentiles.round(
            Percentiles.median(each.stream().map(Measured::processorSeconds).toList())));
    json.put(
        "seconds_until_all_known",
        Percentiles.round(Percentiles.median(each.stream().map(Measured::seconds).toList())));
    json.put("pushes", each.stream().mapToLong(Measured::pushes).max().orElse(0));
    json.put(
        "pushed_instances", each.stream().mapToLong(Measured::pushedInstances).max().orElse(0));
    json.put(
        "pushed_mb",
        megabytes(
            Percentiles.median(each.stream().map(one -> (double) one.pushedBytes()).toList())));
    json.put(
        "restart_kb_per_subscriber",
        Percentiles.round(
            Percentiles.median(each.stream().map(one -> (double) one.restartBytes()).toList())
                / 1024
                / settings.subscribers()));
    if (each.stream().anyMatch(one -> one.catalog().bytes() > 0)) {
      json.put(
          "catalog_documents_added",
          each.stream().mapToInt(one -> one.catalog().documents()).max().orElse(0));
      json.put(
          "catalog_bytes_per_provider",
          Math.round(
              Percentiles.median(each.stream().map(one -> (double) one.catalog().bytes()).toList())
                  / fleet.providers()));
    }
    json.put("received_addresses", each.stream().mapToLong(Measured::addresses).min().orElse(0));
    json.put("quiet", each.stream().allMatch(Measured::quiet));
    each.forEach(
        one -> json.withArray("cpu_seconds_each").add(Percentiles.round(one.processorSeconds())));
    each.forEach(one -> json.withArray("heap_added_mb_each").add(megabytes(one.added())));
    return json;
  }

  /** Of what was measured of each variant, the medians. */
  private record Comparison(Map<Variant, List<Measured>> all) {

    double median(Variant variant, ToDoubleFunction<Measured> what) {
      return Percentiles.median(
          all.getOrDefault(variant, List.of()).stream()
              .map(each -> what.applyAsDouble(each))
              .toList());
    }

    /** Puts one divided by the other, if both were measured. */
    void put(
        ObjectNode json, String key, Variant one, Variant other, ToDoubleFunction<Measured> what) {
      if (all.containsKey(one) && all.containsKey(other)) {
        json.put(key, Percentiles.round(median(one, what) / median(other, what)));
      }
    }
  }

  private static double megabytes(double bytes) {
    return Math.round(bytes / 1024 / 1024 * 1_000) / 1e3;
  }
}
