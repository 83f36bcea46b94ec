package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.MoodyProxy;
import io.landbridge.compat.cluster.MoodyProxy.Mood;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.stall.Deviation;
import io.landbridge.compat.stall.Patience;
import io.landbridge.compat.stall.StallDetector;
import io.landbridge.compat.waiting.Eventually;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of three loses the member that carries over, in every phase in which one does, and the
 * legacy cluster goes mad, freezes, is cut off, dies and comes back empty: nothing that is
 * registered in either is missing in the other meanwhile, nor there twice.
 */
class TakeoverE2E {

  private static final Duration SOON = Steps.SOON;

  /** Servers do not answer while they die. */
  private static final Eventually LISTED =
      Eventually.within(SOON).every(Duration.ofMillis(500)).passing(UncheckedIOException.class);

  /** The legacy server freezes for longer than it bears silence itself. */
  private static final Duration FROZEN = Duration.ofSeconds(40);

  /**
   * With the 5 s between two beats before it, well within the 15 s a server of 1.x bears silence.
   */
  private static final Duration MOOD = Duration.ofSeconds(5);

  /** Long enough for a beat of every client to get through again. */
  private static final Duration BETWEEN_MOODS = Duration.ofSeconds(8);

  /** How often clients of 1.x beat. */
  private static final Duration BEAT = Duration.ofSeconds(5);

  /** For how long the legacy server is gone, if that is longer than it was frozen. */
  private static final Duration OUTAGE =
      Duration.ofMinutes(Long.getLong("landbridge.outage.minutes", 0));

  private static final int SERVICES = 20;
  private static final int INSTANCES = 10;

  /** Of the client of 1.x. */
  private static final int PORTS = 3;

  private static final String NEW = "shop.new";
  private static final String MOVING = "shop.moving";

  private final List<String> legacyServices =
      IntStream.range(0, SERVICES).mapToObj(i -> "shop.old" + i).toList();

  @Test
  void nothingIsMissingWhoeverIsLost(@TempDir Path work) {
    ServerSpec spec =
        ServerSpec.of(NacosVersion.V3_1_0)
            .withMembers(3)
            .withPlugin(Artifacts.locate().pluginJar())
            .withProperty("landbridge.bridge.grace", "10s")
            // As docs/bridge.md advises: beats fail for as long as 1.x bears silence without it.
            .withProperty("nacos.core.member.fail-access-cnt", "1");
    try (NacosEnsemble oldOnes = NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1));
        NacosEnsemble newOnes = NacosEnsemble.start(spec);
        MoodyProxy proxy = MoodyProxy.before(oldOnes.member(0))) {
      NacosServer legacy = oldOnes.member(0);
      newOnes.members().forEach(Steps::isActive);
      RawRegistrations raw = new RawRegistrations(legacy.api(), "public");
      register(raw);

      Bridges.go(newOnes.member(0), "SHADOW", proxy.address());
      NacosServer first = Bridges.leader(newOnes.members(), SOON);
      first.kill9();
      List<NacosServer> left = others(newOnes.members(), first);
      LISTED.asserts(
          () -> assertThat(Bridges.status(left.get(0)).path("firstSync").asLong()).isPositive());
      left.forEach(
          each ->
              LISTED.asserts(
                  () -> assertThat(Bridges.imported(each)).isEqualTo(SERVICES * INSTANCES)));
      newOnes.startAll();
      newOnes.members().forEach(Steps::isActive);
      LISTED.asserts(() -> assertThat(Bridges.imported(first)).isEqualTo(SERVICES * INSTANCES));

      String list = newOnes.serverList();
      try (StallDetector stalls = StallDetector.start(Patience.OF_1X.withSilence(MOOD));
          NamingProcess http = NamingProcess.start(NamingLine.NACOS_1_4, list, work);
          NamingProcess grpc = NamingProcess.start(NamingLine.NACOS_3_1, list, work)) {
        for (int port = 1; port <= PORTS; port++) {
          http.ask("register %s 10.1.0.1 %d DEFAULT of=http".formatted(NEW, port));
        }
        // A gRPC client has one instance in a service.
        grpc.ask("register %s 10.2.0.1 1 DEFAULT of=grpc".formatted(NEW));
        Bridges.go(newOnes.member(0), "DUAL_WRITE", proxy.address());
        List<NacosServer> all = new ArrayList<>(newOnes.members());
        all.add(legacy);
        LISTED.asserts(() -> all.forEach(this::showsEverything));

        NacosServer[] lost = new NacosServer[1];
        stalls.holds(
            "nothing is missing when the member is lost that carries over",
            () -> {
              allBack(newOnes, all, lost[0]);
              lost[0] = Bridges.leader(newOnes.members(), SOON);
              knowOfBeats(newOnes.members());
              lost[0].kill9();
              all.remove(lost[0]);
              Watch watch = new Watch(all);
              isTakenOver(watch, lost[0], all.get(0));
              // Until what the lost member had exported would have expired, were it nobody's.
              watch.look(FROZEN);
              for (Mood mood : List.of(Mood.FAILS, Mood.TALKS_NONSENSE, Mood.KNOWS_NOTHING)) {
                proxy.be(mood);
                watch.look(MOOD);
                proxy.be(Mood.PASSES_ON);
                watch.look(BETWEEN_MOODS);
              }
              LISTED.asserts(() -> all.forEach(this::showsEverything));
              return watch.deviations();
            });

        stalls.holds(
            "nothing is missing while the legacy server is frozen",
            () -> {
              all.remove(legacy);
              Watch frozen = new Watch(all);
              stalls.pausing(
                  legacy.pid(),
                  () -> {
                    legacy.pause();
                    frozen.look(FROZEN);
                    legacy.resume();
                  });
              all.add(legacy);
              LISTED.asserts(() -> all.forEach(this::showsEverything));
              return frozen.deviations();
            });

        stalls.holds(
            "nothing is missing while the clusters are parted",
            () -> {
              raw.register(MOVING, "10.9.0.2", 1, Map.of());
              http.ask("register %s 10.1.0.2 1 DEFAULT of=http".formatted(MOVING));
              all.forEach(each -> shows(each, MOVING, "10.9.0.2:1", "10.1.0.2:1"));
              proxy.be(Mood.SAYS_NOTHING);
              Watch parted = new Watch(all);
              raw.deregister(MOVING, "10.9.0.2", 1);
              raw.register(MOVING, "10.9.0.2", 2, Map.of());
              http.ask("deregister %s 10.1.0.2 1 DEFAULT".formatted(MOVING));
              http.ask("register %s 10.1.0.2 2 DEFAULT of=http".formatted(MOVING));
              // Neither side hears of it, and neither loses anything of what the other had.
              parted.look(FROZEN);
              shows(legacy, MOVING, "10.9.0.2:2", "10.1.0.2:1");
              shows(all.get(0), MOVING, "10.9.0.2:1", "10.1.0.2:2");
              proxy.be(Mood.PASSES_ON);
              all.forEach(each -> shows(each, MOVING, "10.9.0.2:2", "10.1.0.2:2"));
              parted.look();
              raw.deregister(MOVING, "10.9.0.2", 2);
              http.ask("deregister %s 10.1.0.2 2 DEFAULT".formatted(MOVING));
              all.forEach(each -> shows(each, MOVING));
              return parted.deviations();
            });

        stalls.holds(
            "nothing is missing when the member is lost that has cut over",
            () -> {
              allBack(newOnes, all, lost[0]);
              lost[0] = Bridges.leader(newOnes.members(), SOON);
              if (Bridges.status(lost[0]).path("phase").asText().equals("CUT_OVER")) {
                Bridges.go(lost[0], "DUAL_WRITE", proxy.address());
              }
              // Only the member that imports knows that nothing is different.
              Bridges.go(lost[0], "CUT_OVER", proxy.address());
              knowOfBeats(newOnes.members());
              lost[0].kill9();
              all.remove(lost[0]);
              Watch cutOver = new Watch(all);
              isTakenOver(cutOver, lost[0], all.get(0));
              return cutOver.deviations();
            });

        stalls.holds(
            "nothing is missing while the legacy server is dead",
            () -> {
              legacy.kill9();
              all.remove(legacy);
              Watch gone = new Watch(all);
              gone.look(OUTAGE.compareTo(FROZEN) > 0 ? OUTAGE : FROZEN);
              legacy.start();
              gone.lookUntil("the legacy server is back, without anything", SOON, legacy::isReady);
              // A client of 1.x registers again when its next beat is not known.
              gone.look(BEAT);
              register(raw);
              all.add(legacy);
              LISTED.asserts(() -> all.forEach(this::showsEverything));
              gone.look(BETWEEN_MOODS);
              return gone.deviations();
            });
      }
    }
  }

  /** The member that was lost before, if one was. */
  private void allBack(NacosEnsemble newOnes, List<NacosServer> all, @Nullable NacosServer lost) {
    if (lost == null) {
      return;
    }
    newOnes.startAll();
    newOnes.members().forEach(Steps::isActive);
    all.add(lost);
    LISTED.asserts(() -> all.forEach(this::showsEverything));
  }

  /**
   * One member counts the beats of a client and tells the others every 5 s that it lives. Which
   * member does changes when one starts and when one is lost; when both happen within seconds, the
   * one that counts next has heard of nothing since before the first, and shows a live client as
   * unhealthy until its next beat. That is so on a server without the plugin as well.
   */
  private static void knowOfBeats(List<NacosServer> members) {
    long since = System.currentTimeMillis();
    LISTED.asserts(
        () -> {
          for (NacosServer each : members) {
            for (int port = 1; port <= PORTS; port++) {
              JsonNode client =
                  each.api()
                      .get("/v3/admin/ns/client", Map.of("clientId", "10.1.0.1:" + port + "#true"))
                      .json();
              assertThat(client.path("data").path("lastUpdatedTime").asLong())
                  .as("10.1.0.1:%d on %s: %s", port, each, client)
                  .isGreaterThan(since);
            }
          }
        });
  }

  private void register(RawRegistrations raw) {
    for (String service : legacyServices) {
      IntStream.rangeClosed(1, INSTANCES)
          .forEach(port -> raw.register(service, "10.9.0.1", port, Map.of()));
    }
  }

  private static void isTakenOver(Watch watch, NacosServer lost, NacosServer asked) {
    watch.lookUntil(
        "another member has taken over",
        SOON,
        () -> {
          JsonNode status = Bridges.status(asked);
          return !status.path("active").asText().equals(lost.address())
              && status.path("problems").isEmpty();
        });
  }

  private static List<NacosServer> others(List<NacosServer> members, NacosServer but) {
    return members.stream().filter(each -> each != but).toList();
  }

  /** Within a moment, all of these, well, and nothing else. */
  private static void shows(NacosServer server, String service, String... addresses) {
    LISTED.asserts(
        () -> {
          SortedSet<String> wrong = new TreeSet<>();
          compare(server, service, new TreeSet<>(List.of(addresses)), wrong);
          assertThat(wrong).as(server.toString()).isEmpty();
        });
  }

  private void showsEverything(NacosServer server) {
    assertThat(wrong(server)).as(server.toString()).isEmpty();
  }

  /** What of it is missing, twice, unhealthy or too much. */
  private SortedSet<String> wrong(NacosServer server) {
    SortedSet<String> wrong = new TreeSet<>();
    for (String service : legacyServices) {
      SortedSet<String> expected = new TreeSet<>();
      IntStream.rangeClosed(1, INSTANCES).forEach(port -> expected.add("10.9.0.1:" + port));
      compare(server, service, expected, wrong);
    }
    compare(
        server,
        NEW,
        new TreeSet<>(List.of("10.1.0.1:1", "10.1.0.1:2", "10.1.0.1:3", "10.2.0.1:1")),
        wrong);
    return wrong;
  }

  private static void compare(
      NacosServer server, String service, SortedSet<String> expected, SortedSet<String> wrong) {
    List<String> shown = new ArrayList<>();
    server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service))
        .json()
        .path("hosts")
        .forEach(
            host -> {
              String address = host.path("ip").asText() + ":" + host.path("port").asInt();
              shown.add(address);
              if (!host.path("healthy").asBoolean()) {
                wrong.add(service + ": " + address + " is unhealthy");
              }
            });
    expected.stream()
        .filter(each -> !shown.contains(each))
        .forEach(each -> wrong.add(service + ": " + each + " is missing"));
    expected.forEach(shown::remove);
    shown.forEach(each -> wrong.add(service + ": " + each + " is too much"));
  }

  /** Looks at everything that servers list, and keeps what is wrong. */
  private final class Watch {

    private final List<NacosServer> servers;
    private final List<Deviation> deviations = new ArrayList<>();

    Watch(List<NacosServer> servers) {
      this.servers = List.copyOf(servers);
    }

    void look() {
      for (NacosServer each : servers) {
        try {
          wrong(each).forEach(it -> deviations.add(Deviation.now(each + ": " + it)));
        } catch (UncheckedIOException e) {
          deviations.add(Deviation.now(each + " does not answer: " + e));
        }
      }
    }

    void look(Duration length) {
      long end = System.nanoTime() + length.toNanos();
      lookUntil("it is over", length.plusSeconds(60), () -> System.nanoTime() - end >= 0);
    }

    void lookUntil(String what, Duration within, Callable<Boolean> condition) {
      await()
          .alias(what)
          .atMost(within)
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                look();
                return condition.call();
              });
    }

    List<Deviation> deviations() {
      return deviations;
    }
  }
}
