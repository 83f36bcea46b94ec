package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.load.wire.ClientOptions;
import io.landbridge.compat.load.wire.Instance;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import io.landbridge.compat.load.wire.Wire;
import io.landbridge.compat.load.wire.WireClient;
import io.landbridge.compat.waiting.Eventually;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Members of a cluster of three are killed while the bridge is at work: the one that leads, when it
 * has imported a part of what is being registered there, and one that does not lead and exports
 * what its clients have registered. Everything is listed on every server meanwhile.
 */
class MemberKillsE2E {

  private static final Duration SOON = Duration.ofMinutes(2);

  /** Servers do not answer while they die. */
  private static final Eventually LISTED =
      Eventually.within(SOON).every(Duration.ofMillis(500)).passing(UncheckedIOException.class);

  private static final Duration GRACE = Duration.ofSeconds(8);

  /** When a server lets go of the clients of another one that is gone. */
  private static final Duration EXPIRY = Duration.ofSeconds(20);

  private static final int SERVICES = 12;
  private static final int ENOUGH = 480;
  private static final int TOO_MANY = 20_000;
  private static final int CLIENTS = 6;
  private static final ServiceName NEW = ServiceName.of("shop.new");
  private static final String MORTAL = "10.1.1.1";

  @Test
  void nobodyIsLostOrTakenAwayWhoeverIsKilled() {
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .withMembers(3)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("landbridge.bridge.grace", GRACE.toSeconds() + "s")
            .withProperty("nacos.naming.client.expired.time", Long.toString(EXPIRY.toMillis()));
    CompletableFuture<NacosEnsemble> starting =
        CompletableFuture.supplyAsync(
            () -> NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1)));
    try (NacosEnsemble newOnes = NacosEnsemble.start(spec);
        NacosEnsemble oldOnes = starting.join();
        Wire wire = Wire.open(1)) {
      NacosServer legacy = oldOnes.member(0);
      newOnes.members().forEach(Steps::isActive);
      Bridges.go(newOnes.member(0), "SHADOW", legacy.address());
      LISTED.asserts(
          () ->
              assertThat(Bridges.status(newOnes.member(0)).path("firstSync").asLong())
                  .isPositive());
      Bridges.go(newOnes.member(0), "DUAL_WRITE", legacy.address());
      try (Audit audit = new Audit()) {
        audit.join(legacy);
        newOnes.members().forEach(audit::join);

        int registered = theLeaderIsKilledAmidAnImport(legacy, newOnes, audit);
        assertThat(audit.deviations()).isEmpty();
        anExporterIsKilled(legacy, newOnes, wire, audit);

        Stream.concat(Stream.of(legacy), newOnes.members().stream())
            .forEach(each -> LISTED.asserts(() -> showsAll(each, registered)));
        audit.looksOnceMore();
        assertThat(audit.deviations()).isEmpty();
      }
    }
  }

  /** Returns how many are registered in the legacy cluster. */
  private static int theLeaderIsKilledAmidAnImport(
      NacosServer legacy, NacosEnsemble newOnes, Audit audit) {
    NacosServer leader = Bridges.leader(newOnes.members(), SOON);
    List<NacosServer> left = others(newOnes, leader);
    AtomicInteger registered = new AtomicInteger();
    AtomicBoolean killed = new AtomicBoolean();
    CompletableFuture<Void> filling =
        CompletableFuture.runAsync(() -> fill(legacy, registered, killed));
    await()
        .alias("something is imported")
        .atMost(SOON)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> filling.isDone() || Bridges.imported(leader) > 0);
    assertThat(filling).as("everything was registered before anything was imported").isNotDone();
    audit.leave(leader);
    leader.kill9();
    killed.set(true);
    filling.join();

    assertThat(Bridges.leader(left, SOON)).isNotSameAs(leader);
    leader.start();
    left.forEach(each -> LISTED.asserts(() -> showsAll(each, registered.get())));
    showsAll(legacy, registered.get());
    newOnes.startAll();
    Steps.isActive(leader);
    LISTED.asserts(() -> showsAll(leader, registered.get()));
    audit.join(leader);
    LISTED.asserts(() -> isInStep(Bridges.leader(newOnes.members(), SOON)));
    return registered.get();
  }

  /** Registers until somebody is dead and it is enough. */
  private static void fill(NacosServer legacy, AtomicInteger registered, AtomicBoolean killed) {
    RawRegistrations raw = new RawRegistrations(legacy.api(), "public");
    for (int i = 0; i < TOO_MANY && (i < ENOUGH || !killed.get()); i++) {
      raw.register(old(i % SERVICES), "10.9.0.1", 1 + i / SERVICES, Map.of());
      registered.incrementAndGet();
    }
  }

  private static void anExporterIsKilled(
      NacosServer legacy, NacosEnsemble newOnes, Wire wire, Audit audit) {
    NacosServer victim = others(newOnes, Bridges.leader(newOnes.members(), SOON)).get(0);
    List<NacosServer> left = others(newOnes, victim);
    ServerEndpoint lost = ServerEndpoint.parse(victim.address());
    List<ServerEndpoint> servers = new ArrayList<>(List.of(lost));
    left.forEach(each -> servers.add(ServerEndpoint.parse(each.address())));
    ClientOptions options = ClientOptions.of(servers);
    List<WireClient> clients = new ArrayList<>();
    try {
      for (int i = 1; i <= CLIENTS; i++) {
        clients.add(registered(wire, options, "10.1.0." + i));
      }
      // One that dies with the member.
      WireClient mortal = registered(wire, options.withoutReconnect(), MORTAL);
      List<String> living =
          IntStream.rangeClosed(1, CLIENTS).mapToObj(i -> "10.1.0." + i + ":1").toList();
      List<String> all = Stream.concat(living.stream(), Stream.of(MORTAL + ":1")).toList();
      Stream.concat(Stream.of(legacy), newOnes.members().stream())
          .forEach(
              each -> LISTED.asserts(() -> assertThat(listed(each, NEW.name())).isEqualTo(all)));
      LISTED.asserts(() -> assertThat(exported(victim)).isEqualTo(all.size()));
      audit.looksOnceMore();

      audit.excuse(MORTAL + ":1");
      audit.leave(victim);
      victim.kill9();
      mortal.close();
      LISTED.asserts(
          () ->
              assertThat(clients)
                  .allMatch(each -> each.isSettled())
                  .noneMatch(each -> each.server().filter(lost::equals).isPresent()));
      victim.start();
      left.forEach(
          each -> LISTED.asserts(() -> assertThat(listed(each, NEW.name())).isEqualTo(living)));
      LISTED.asserts(() -> assertThat(listed(legacy, NEW.name())).isEqualTo(living));
      LISTED.asserts(
          () ->
              assertThat(left.stream().mapToInt(MemberKillsE2E::exported).sum())
                  .isEqualTo(living.size()));

      newOnes.startAll();
      Steps.isActive(victim);
      LISTED.asserts(() -> assertThat(listed(victim, NEW.name())).isEqualTo(living));
      audit.join(victim);
      LISTED.asserts(() -> isInStep(Bridges.leader(newOnes.members(), SOON)));
      audit.looksOnceMore();
      assertThat(audit.deviations()).isEmpty();
    } finally {
      IntStream.rangeClosed(1, CLIENTS).forEach(i -> audit.excuse("10.1.0." + i + ":1"));
      clients.forEach(WireClient::close);
    }
  }

  private static WireClient registered(Wire wire, ClientOptions options, String ip) {
    WireClient client = WireClient.connect(wire, options).join();
    client.register(NEW, Instance.of(ip, 1, Map.of("of", "grpc"))).join();
    return client;
  }

  private static String old(int service) {
    return "shop.old" + service;
  }

  private static int exported(NacosServer server) {
    return Bridges.status(server).path("export").path("instances").asInt();
  }

  /** As the member that carries over says it. */
  private static void isInStep(NacosServer active) {
    JsonNode status = Bridges.status(active);
    assertThat(status.path("active").asText()).isEqualTo(active.address());
    assertThat(status.path("problems")).isEmpty();
    assertThat(status.path("held").asInt(-1)).isZero();
    assertThat(status.at("/comparison/services").asInt()).isGreaterThanOrEqualTo(SERVICES);
    assertThat(status.at("/comparison/differing").asInt(-1)).isZero();
    assertThat(status.at("/comparison/equalSince").asLong()).isPositive();
  }

  private static List<NacosServer> others(NacosEnsemble ensemble, NacosServer but) {
    return ensemble.members().stream().filter(each -> each != but).toList();
  }

  private static void showsAll(NacosServer server, int registered) {
    for (int service = 0; service < SERVICES; service++) {
      List<String> expected = new ArrayList<>();
      for (int i = service; i < registered; i += SERVICES) {
        expected.add("10.9.0.1:" + (1 + i / SERVICES));
      }
      assertThat(listed(server, old(service)))
          .as(server + ": " + old(service))
          .isEqualTo(expected.stream().sorted().toList());
    }
  }

  /** The addresses of the healthy ones, sorted. */
  private static List<String> listed(NacosServer server, String service) {
    List<String> addresses = new ArrayList<>();
    server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service))
        .json()
        .path("hosts")
        .forEach(
            host -> {
              if (host.path("healthy").asBoolean()) {
                addresses.add(host.path("ip").asText() + ":" + host.path("port").asInt());
              }
            });
    return addresses.stream().sorted().toList();
  }

  /**
   * Lists everything on every server all the time. Whatever a server has once listed it has to list
   * until it leaves, and once.
   */
  private static final class Audit implements AutoCloseable {

    private final Map<NacosServer, Map<String, Set<String>>> seen = new ConcurrentHashMap<>();
    private final Map<NacosServer, AtomicInteger> looks = new ConcurrentHashMap<>();
    private final Set<String> excused = ConcurrentHashMap.newKeySet();
    private final List<String> deviations = new CopyOnWriteArrayList<>();
    private final long start = System.nanoTime();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

    Audit() {
      var unused = thread.scheduleWithFixedDelay(this::lookAround, 0, 250, TimeUnit.MILLISECONDS);
    }

    /** From now on, with nothing listed before. */
    void join(NacosServer server) {
      looks.computeIfAbsent(server, each -> new AtomicInteger());
      seen.put(server, new HashMap<>());
    }

    void leave(NacosServer server) {
      seen.remove(server);
    }

    /** This address may go. */
    void excuse(String address) {
      excused.add(address);
    }

    List<String> deviations() {
      return deviations;
    }

    /** Waits until every server was looked at, from now on. */
    void looksOnceMore() {
      Map<NacosServer, Integer> before = new HashMap<>();
      seen.keySet().forEach(each -> before.put(each, looks.get(each).get()));
      before.forEach(
          (server, count) ->
              await()
                  .alias(server + " is looked at")
                  .atMost(SOON)
                  .until(() -> looks.get(server).get() > count + 1));
    }

    private void lookAround() {
      seen.forEach(
          (server, before) -> {
            try {
              look(server, before);
              looks.get(server).incrementAndGet();
            } catch (UncheckedIOException e) {
              // It was killed, or is too busy to answer; nobody is told anything.
            } catch (RuntimeException e) {
              deviations.add(server + " cannot be looked at: " + e);
            }
          });
    }

    private void look(NacosServer server, Map<String, Set<String>> before) {
      Stream.concat(
              IntStream.range(0, SERVICES).mapToObj(MemberKillsE2E::old), Stream.of(NEW.name()))
          .forEach(
              service -> {
                List<String> listed = listed(server, service);
                SortedSet<String> missing = new TreeSet<>(before.getOrDefault(service, Set.of()));
                Set<String> now = Set.copyOf(new TreeSet<>(listed));
                missing.removeAll(now);
                missing.removeAll(excused);
                if (seen.get(server) != before) {
                  return;
                }
                missing.forEach(each -> tell(server, service, each + " is missing"));
                if (listed.size() > now.size()) {
                  tell(server, service, "somebody is listed twice: " + listed);
                }
                before.put(service, now);
              });
    }

    private void tell(NacosServer server, String service, String what) {
      deviations.add(
          "%6.1f s: %s: %s: %s"
              .formatted((System.nanoTime() - start) / 1e9, server, service, what));
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }
}
