package io.landbridge.compat.load.bench;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSource;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.fleet.DubboProvider;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The servers of one benchmark and the clients connected to them. */
final class Ensemble implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration CLOSE_POLL = Duration.ofMillis(10);
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
  private static final int OPENING = 64;

  private final ServerSource from;
  private final NacosEnsemble servers;
  private final Wire wire;
  private final List<Member> members;

  private Ensemble(ServerSource from, NacosEnsemble servers, Wire wire) {
    this.from = from;
    this.servers = servers;
    this.wire = wire;
    this.members = servers.members().stream().map(Member::new).toList();
  }

  /** What to start. */
  static ServerSpec spec(int members, boolean plugin, int heapMegabytes) {
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0).withMembers(members).withHeap(heapMegabytes);
    return plugin ? spec.withPlugin(Artifacts.locate().pluginJar()) : spec;
  }

  /** Servers of the benchmark's own, which it may kill. */
  static Ensemble start(ServerSource from, ServerSpec spec, Wire wire) {
    return ready(new Ensemble(from, from.start(spec), wire), spec);
  }

  /** Servers that others may have had before, and that it leaves as it got them. */
  static Ensemble borrow(ServerSource from, ServerSpec spec, Wire wire) {
    return ready(new Ensemble(from, from.borrow(spec), wire), spec);
  }

  private static Ensemble ready(Ensemble ensemble, ServerSpec spec) {
    if (spec.plugins().isEmpty()) {
      return ensemble;
    }
    try {
      Eventually.holds(
          LIMIT,
          POLL,
          () -> "the plugin is not active on every member",
          () ->
              ensemble.members.stream()
                  .allMatch(each -> each.status().filter(Member.Status::isActive).isPresent()));
      ensemble.awaitCatalog(0);
      return ensemble;
    } catch (RuntimeException e) {
      ensemble.close();
      throw e;
    }
  }

  NacosEnsemble servers() {
    return servers;
  }

  List<Member> members() {
    return members;
  }

  /** The processor time its servers have taken so far, in seconds. */
  double processorSeconds() {
    return members.stream().mapToDouble(each -> ProcessorTime.seconds(each.server().pid())).sum();
  }

  /**
   * Opens connections, evenly spread over the members. They ask the server after a silence of 15 s,
   * not of 5 s like the official client, which would be more requests than the load; but before the
   * server asks, after 20 s: of the answers to that it loses one now and then (it collects them
   * from several threads in a set made for one), and drops a living client.
   */
  List<WireClient> connect(int count) {
    List<List<ServerEndpoint>> lists = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      List<ServerEndpoint> list =
          new ArrayList<>(
              members.stream()
                  .map(member -> ServerEndpoint.parse(member.server().address()))
                  .toList());
      Collections.rotate(list, -i);
      lists.add(list);
    }
    WireClient[] clients = new WireClient[count];
    Burst.run(
        "opening connections",
        count,
        OPENING,
        LIMIT,
        i -> {
          ClientOptions options =
              ClientOptions.of(lists.get(i % lists.size()))
                  .withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(20))
                  .withKeepAlive(KEEP_ALIVE);
          return WireClient.connect(wire, options).thenAccept(client -> clients[i] = client);
        });
    return List.of(clients);
  }

  /**
   * Ends connections no faster than a fleet does: thousands at once cost the servers each other's
   * heartbeats.
   */
  static void disconnect(List<WireClient> clients) {
    for (int first = 0; first < clients.size(); first += OPENING) {
      clients.subList(first, Math.min(clients.size(), first + OPENING)).forEach(WireClient::close);
      Eventually.pause(POLL);
    }
  }

  /** Registers every interface of a provider, one after the other, as Dubbo does. */
  static CompletableFuture<Void> register(WireClient client, DubboProvider provider) {
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    for (var entry : provider.registrations().entrySet()) {
      all = all.thenCompose(before -> client.register(entry.getKey(), entry.getValue()));
    }
    return all;
  }

  /**
   * Waits until more than half of the members have at least so many instances in their catalog.
   *
   * @return when that was seen, as {@link System#nanoTime}
   */
  long awaitMajority(int instances) {
    return Eventually.holds(
        LIMIT,
        CLOSE_POLL,
        () -> "there are no %d instances in the catalog of a majority".formatted(instances),
        () ->
            members.stream()
                    .filter(
                        each -> each.status().filter(it -> it.instances() >= instances).isPresent())
                    .count()
                > members.size() / 2);
  }

  /**
   * Waits until every member has exactly so many instances in its catalog, and all the same digest.
   */
  void awaitCatalog(int instances) {
    Eventually.holds(
        LIMIT,
        POLL,
        () ->
            "the catalogs do not all have %d instances: %s"
                .formatted(
                    instances,
                    members.stream().map(Member::status).map(Optional::toString).toList()),
        () -> {
          List<Member.Status> all =
              members.stream().map(Member::status).flatMap(Optional::stream).toList();
          return all.size() == members.size()
              && all.stream().allMatch(each -> each.instances() == instances)
              && all.stream().map(Member.Status::digest).distinct().count() == 1;
        });
  }

  /** Switches applications off again, as they were. */
  void switchOff(IntFunction<String> application, int count) {
    IntStream.range(0, count)
        .forEach(i -> members.get(i % members.size()).switchOff(application.apply(i)));
  }

  /** Switches every application on and waits until consumers find it. */
  void translate(Fleet fleet) {
    IntStream.range(0, fleet.applications())
        .forEach(i -> members.get(i % members.size()).translate(fleet.application(i)));
    for (int i = 0; i < fleet.applications(); i++) {
      String application = fleet.application(i);
      Eventually.holds(
          LIMIT,
          POLL,
          () -> application + " is not translated",
          () -> members.get(0).applicationState(application).equals("TRANSLATED"));
    }
  }

  @Override
  public void close() {
    from.end(servers);
  }
}
