package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All servers of a cluster are killed and started again while no client comes back: how long until
 * the catalog answers with everything it knew, what the servers themselves know at that moment, and
 * how that and the bytes on disk grow with the catalog.
 */
final class Restart {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Duration LIMIT = Duration.ofSeconds(240);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int IN_FLIGHT = 64;
  private static final int PER_BATCH = 50;
  private static final int GENERATION = 1;

  private final Settings settings;
  private final ServerSource servers;
  private final Progress progress;

  /**
   * How it is run.
   *
   * @param members of the cluster
   * @param applications how many
   * @param providers of the main part
   * @param sizes of the catalog in the other parts
   * @param connections the most connections; a larger catalog is registered in batches
   * @param heapMegabytes of each server
   */
  record Settings(
      int members,
      int applications,
      int providers,
      List<Integer> sizes,
      int connections,
      int heapMegabytes) {

    /** All sizes that are measured, the main one once, in order. */
    List<Integer> all() {
      return Stream.concat(Stream.of(providers), sizes.stream()).distinct().sorted().toList();
    }
  }

  Restart(Settings settings, ServerSource servers, Progress progress) {
    this.settings = settings;
    this.servers = servers;
    this.progress = progress;
  }

  static double plannedSeconds(Settings settings) {
    return settings.all().stream().mapToDouble(size -> seconds(settings, size)).sum();
  }

  ObjectNode run() {
    ObjectNode json = JSON.createObjectNode();
    json.put("benchmark", "restart");
    ArrayNode growth = JSON.createArrayNode();
    for (int size : settings.all()) {
      progress.part("%d instances".formatted(size), seconds(settings, size));
      ObjectNode one = measure(size);
      growth.add(one);
      if (size == settings.providers()) {
        json.put("expected", size);
        json.set("recovered", one.get("recovered"));
        json.set("seconds_to_full", one.get("seconds_to_full"));
        json.set("stock_recovered_at_that_time", one.get("stock_recovered_at_that_time"));
      }
    }
    json.set("growth", growth);
    ObjectNode conditions = json.putObject("conditions");
    conditions.put(
        "server",
        "Nacos 3.1.0, embedded storage, %d MB of heap".formatted(settings.heapMegabytes()));
    conditions.put("members", settings.members());
    conditions.put("processors", Runtime.getRuntime().availableProcessors());
    conditions.put("applications", settings.applications());
    conditions.put("interfaces", 1);
    conditions.put(
        "seconds", "from the start of the processes, all at once, until the last member is so far");
    conditions.put("clients", "kept away from the kill on");
    return json;
  }

  private ObjectNode measure(int size) {
    try (Wire wire = Wire.open(1);
        Ensemble ensemble =
            Ensemble.start(
                servers, Ensemble.spec(settings.members(), true, settings.heapMegabytes()), wire)) {
      Fleet fleet = new Fleet(Math.min(settings.applications(), size), 1);
      Set<String> expected = new HashSet<>();
      IntStream.range(0, size)
          .forEach(i -> expected.add(Fleet.address(fleet.provider(GENERATION, i))));
      boolean single = size <= settings.connections();
      List<WireClient> clients =
          single ? registerEach(ensemble, fleet, size) : registerBatches(ensemble, fleet, size);
      ensemble.awaitCatalog(size);
      long log = bytes(ensemble, "log");
      long snapshot = bytes(ensemble, "snapshot");
      progress.note("registered; killing all servers");
      ensemble.members().parallelStream().forEach(member -> member.server().kill9());
      clients.forEach(WireClient::close);
      return recover(ensemble, fleet, expected)
          .put("registered_by", single ? "a connection each" : "batches of " + PER_BATCH)
          .put("log_bytes", log)
          .put("snapshot_bytes", snapshot);
    }
  }

  private static List<WireClient> registerEach(Ensemble ensemble, Fleet fleet, int size) {
    List<WireClient> clients = ensemble.connect(size);
    Burst.run(
        "registering",
        size,
        IN_FLIGHT,
        LIMIT,
        i -> Ensemble.register(clients.get(i), fleet.provider(GENERATION, i)));
    return clients;
  }

  /**
   * Several processes of one application behind one connection; the plugin tells them apart by ip.
   */
  private static List<WireClient> registerBatches(Ensemble ensemble, Fleet fleet, int size) {
    List<Batch> batches = new ArrayList<>();
    for (int application = 0; application < fleet.applications(); application++) {
      int instances = (size - application + fleet.applications() - 1) / fleet.applications();
      for (int first = 0; first < instances; first += PER_BATCH) {
        batches.add(new Batch(application, first, Math.min(PER_BATCH, instances - first)));
      }
    }
    List<WireClient> clients = ensemble.connect(batches.size());
    Burst.run(
        "registering batches",
        batches.size(),
        IN_FLIGHT,
        LIMIT,
        i -> {
          Batch batch = batches.get(i);
          return clients
              .get(i)
              .registerBatch(
                  ServiceName.of(fleet.service(batch.application())),
                  DubboProvider.batch(
                      fleet.processes(
                          GENERATION, batch.application(), batch.first(), batch.count())));
        });
    return clients;
  }

  private record Batch(int application, int first, int count) {}

  /** What one member was seen to know, and when. */
  private static final class Recovery {
    final Member member;
    double answers;
    double ready;
    double full;
    int shownByServer;

    Recovery(Member member) {
      this.member = member;
    }
  }

  private ObjectNode recover(Ensemble ensemble, Fleet fleet, Set<String> expected) {
    long start = System.nanoTime();
    CompletableFuture<Void> starting =
        CompletableFuture.runAsync(() -> ensemble.servers().startAll());
    List<Recovery> recoveries = ensemble.members().stream().map(Recovery::new).toList();
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "the catalog and the servers are not back on every member",
        () -> {
          recoveries.forEach(each -> look(each, fleet, expected.size(), start));
          return recoveries.stream().allMatch(each -> each.full > 0 && each.ready > 0);
        });
    // Counts were compared until now: what is in there must be the same too.
    int recovered =
        recoveries.stream()
            .mapToInt(each -> common(catalog(each.member, fleet), expected))
            .min()
            .orElseThrow();
    try {
      starting.join();
    } catch (CompletionException e) {
      throw new BenchException("the servers did not all become ready: " + e.getCause());
    }
    ObjectNode json = JSON.createObjectNode();
    json.put("instances", expected.size());
    json.put("recovered", recovered);
    json.put("seconds_to_full", last(recoveries.stream().map(each -> each.full)));
    json.put("seconds_to_first_answer", last(recoveries.stream().map(each -> each.answers)));
    json.put("seconds_to_server_ready", last(recoveries.stream().map(each -> each.ready)));
    json.put(
        "seconds_from_ready_to_full",
        last(recoveries.stream().map(each -> Math.max(0, each.full - each.ready))));
    json.put(
        "stock_recovered_at_that_time",
        recoveries.stream().mapToInt(each -> each.shownByServer).max().orElseThrow());
    recoveries.forEach(
        each -> json.withArray("seconds_to_full_by_member").add(Percentiles.round(each.full)));
    progress.note(
        "%d of %d after %.1f s; the servers were ready after %.1f s"
            .formatted(
                recovered,
                expected.size(),
                json.get("seconds_to_full").asDouble(),
                json.get("seconds_to_server_ready").asDouble()));
    return json;
  }

  private static void look(Recovery recovery, Fleet fleet, int expected, long start) {
    if (recovery.full > 0 && recovery.ready > 0) {
      return;
    }
    Optional<Member.Status> status = recovery.member.status();
    double now = (System.nanoTime() - start) / 1e9;
    if (recovery.ready == 0 && recovery.member.server().isReady()) {
      recovery.ready = now;
    }
    if (status.isPresent() && recovery.answers == 0) {
      recovery.answers = now;
    }
    if (recovery.full == 0 && status.filter(each -> each.instances() >= expected).isPresent()) {
      recovery.full = now;
      recovery.shownByServer =
          IntStream.range(0, fleet.applications())
              .map(i -> recovery.member.shownAddresses(fleet.service(i)).size())
              .sum();
    }
  }

  private static Set<String> catalog(Member member, Fleet fleet) {
    Set<String> all = new HashSet<>();
    for (int i = 0; i < fleet.applications(); i++) {
      all.addAll(member.catalogAddresses(fleet.application(i)));
    }
    return all;
  }

  private static int common(Set<String> found, Set<String> expected) {
    return (int) expected.stream().filter(found::contains).count();
  }

  private static double last(Stream<Double> seconds) {
    return Percentiles.round(seconds.mapToDouble(each -> each).max().orElse(0));
  }

  /** The most any member has on disk of a part of the plugin's Raft group. */
  private static long bytes(Ensemble ensemble, String part) {
    return ensemble.members().stream()
        .mapToLong(member -> bytes(member.server(), part))
        .max()
        .orElseThrow();
  }

  private static long bytes(NacosServer server, String part) {
    try (Stream<Path> groups = Files.list(server.home().resolve("data/protocol/raft"))) {
      long sum = 0;
      for (Path group :
          groups.filter(each -> each.getFileName().toString().contains("landbridge")).toList()) {
        Path directory = group.resolve(part);
        if (Files.isDirectory(directory)) {
          try (Stream<Path> files = Files.walk(directory)) {
            sum += files.mapToLong(Restart::size).sum();
          }
        }
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException removedMeanwhile) {
      return 0;
    }
  }

  private static double seconds(Settings settings, int size) {
    return (settings.members() == 1 ? 35 : 90) + size / 600.0;
  }
}
