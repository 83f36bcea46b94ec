package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.client.NamingLine;
import io.landbridge.compat.client.NamingProcess;
import io.landbridge.compat.client.ProviderSettings;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.stall.Deviation;
import io.landbridge.compat.stall.Patience;
import io.landbridge.compat.stall.StallDetector;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * During an upgrade in place the clients of 1.x keep their server list, which names servers of both
 * clusters, and send every request, beats included, to any of them. Every server lists the same,
 * and nobody is unhealthy anywhere, until a client dies; then it is gone everywhere.
 *
 * <p>Ten minutes of it with {@code -Dlandbridge.mixed.minutes=10}.
 */
class MixedListsE2E {

  private static final Duration SOON = Steps.SOON;

  /** Five times as long as a 1.x server bears silence. */
  private static final Duration AT_LEAST = Duration.ofSeconds(75);

  /** A 1.x server deletes after 30 s without a beat, if the instance says nothing else. */
  private static final Duration BY_DEFAULT = Duration.ofSeconds(30);

  /** How late it may be gone. */
  private static final Duration GONE_BY_DEFAULT = Duration.ofSeconds(40);

  private static final List<String> SERVICES = List.of("shop.prices", "shop.stock");
  private static final int INSTANCES_OF_A_CLIENT = 8;

  static Stream<Arguments> arrangements() {
    return Stream.of(
        arguments(2, ServerSpec.of(NacosVersion.V2_2_4), BY_DEFAULT, GONE_BY_DEFAULT),
        arguments(
            1,
            ServerSpec.of(NacosVersion.V3_1_0)
                .withMembers(2)
                // The plugin answers 1.x in the server's place.
                .withProperty("nacos.core.api.compatibility.client.enabled", "false")
                .withProperty("landbridge.v1-front.enabled", "true"),
            Patience.OF_1X.unhealthy(),
            Patience.OF_1X.unhealthy().multipliedBy(2)));
  }

  /** An answer to a list: what is said of each address. */
  private static SortedMap<String, String> listed(NacosServer server, String service) {
    SortedMap<String, String> listed = new TreeMap<>();
    hosts(server, service)
        .forEach(
            host ->
                listed.merge(
                    address(host),
                    "%s weight %s of %s"
                        .formatted(
                            host.path("healthy").asBoolean() ? "healthy" : "unhealthy",
                            host.path("weight").asDouble(),
                            host.path("metadata").path("of").asText()),
                    (one, other) -> "twice: " + one + ", " + other));
    return listed;
  }

  private static JsonNode hosts(NacosServer server, String service) {
    return server
        .api()
        .get("/v1/ns/instance/list", Map.of("serviceName", service))
        .json()
        .path("hosts");
  }

  private static String address(JsonNode host) {
    return host.path("ip").asText() + ":" + host.path("port").asInt();
  }

  @ParameterizedTest
  @MethodSource("arrangements")
  void nobodyIsUnhealthyAnywhereAndTheDeadAreGoneEverywhere(
      int oldServers, ServerSpec newServers, Duration deleted, Duration gone, @TempDir Path work) {
    try (NacosEnsemble oldOnes =
            NacosEnsemble.start(ServerSpec.of(NacosVersion.V1_4_1).withMembers(oldServers));
        NacosEnsemble newOnes =
            NacosEnsemble.start(newServers.withPlugin(Artifacts.locate().pluginJar()))) {
      newOnes.members().forEach(Steps::isActive);
      bridge(newOnes.member(0), oldOnes.serverList());
      String list = oldOnes.serverList() + "," + newOnes.serverList();
      List<NacosServer> servers = new ArrayList<>(oldOnes.members());
      servers.addAll(newOnes.members());
      try (StallDetector stalls = StallDetector.start(Patience.OF_1X);
          NamingProcess lasting = NamingProcess.start(NamingLine.NACOS_1_1, list, work)) {
        SortedMap<String, String> stay = register(lasting, "10.1.0.1", BY_DEFAULT);
        SortedMap<String, String> all = new TreeMap<>(stay);
        AtomicReference<NamingProcess> dying = new AtomicReference<>();
        try {
          dying.set(NamingProcess.start(NamingLine.NACOS_1_4, list, work));
          all.putAll(register(dying.get(), "10.2.0.1", deleted));
          listAll(servers, all);
          stalls.holds(
              "nobody is unhealthy anywhere",
              () -> {
                Audit audit = new Audit(servers, all);
                audit.run();
                System.out.println(audit);
                return audit.deviations();
              });
          stalls.holds(
              "the dead are gone everywhere, and nobody else is",
              () -> {
                if (!dying.get().isAlive()) {
                  dying.set(NamingProcess.start(NamingLine.NACOS_1_4, list, work));
                  register(dying.get(), "10.2.0.1", deleted);
                  listAll(servers, all);
                }
                dying.get().kill9();
                return gone(servers, stay, gone);
              });
        } finally {
          dying.get().close();
        }
      }
    }
  }

  private static void listAll(List<NacosServer> servers, SortedMap<String, String> all) {
    for (NacosServer server : servers) {
      for (String service : SERVICES) {
        await()
            .alias(server + " lists all of " + service)
            .atMost(SOON)
            .untilAsserted(() -> assertThat(listed(server, service)).isEqualTo(all));
      }
    }
  }

  private static SortedMap<String, String> register(
      NamingProcess client, String ip, Duration deleted) {
    String times =
        deleted.equals(BY_DEFAULT)
            ? ""
            : " %s=%d".formatted(ProviderSettings.DELETE_TIMEOUT, deleted.toMillis());
    SortedMap<String, String> expected = new TreeMap<>();
    for (int port = 1; port <= INSTANCES_OF_A_CLIENT; port++) {
      for (String service : SERVICES) {
        client.ask(
            "register %s %s %d DEFAULT of=%s%s".formatted(service, ip, port, client.line(), times));
      }
      expected.put(ip + ":" + port, "healthy weight 1.0 of " + client.line());
    }
    return expected;
  }

  private static void bridge(NacosServer server, String legacy) {
    Bridges.go(server, "SHADOW", legacy);
    await().atMost(SOON).until(() -> Bridges.status(server).path("firstSync").asLong() > 0);
    Bridges.go(server, "DUAL_WRITE", legacy);
  }

  /** Until each server lists exactly those that stay, healthy; they stay throughout. */
  private static List<Deviation> gone(
      List<NacosServer> servers, Map<String, String> stay, Duration within) {
    long died = System.nanoTime();
    Map<String, Double> gone = new TreeMap<>();
    List<Deviation> deviations = new ArrayList<>();
    await()
        .alias("the dead are gone everywhere, or it is too late")
        .atMost(within.plusSeconds(60))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              boolean late = System.nanoTime() - died > within.toNanos();
              for (NacosServer server : servers) {
                if (!left(server, stay, deviations)) {
                  gone.putIfAbsent(server.toString(), (System.nanoTime() - died) / 1e9);
                } else if (late && !gone.containsKey(server.toString())) {
                  deviations.add(Deviation.now(server + " still lists the dead"));
                }
              }
              return late || gone.size() == servers.size();
            });
    System.out.println("gone after seconds: " + gone);
    return deviations;
  }

  /** Whether others are listed than those that stay, every one of whom is. */
  private static boolean left(
      NacosServer server, Map<String, String> stay, List<Deviation> deviations) {
    boolean left = false;
    for (String service : SERVICES) {
      try {
        SortedMap<String, String> shown = listed(server, service);
        stay.forEach(
            (address, is) -> {
              if (!is.equals(shown.get(address))) {
                deviations.add(
                    Deviation.now(
                        "%s, %s: %s is %s"
                            .formatted(server, service, address, shown.get(address))));
              }
            });
        left |= !stay.keySet().containsAll(shown.keySet());
      } catch (UncheckedIOException e) {
        deviations.add(Deviation.now("%s, %s: no answer: %s".formatted(server, service, e)));
        left = true;
      }
    }
    return left;
  }

  /** Asks every server for every service once a second. */
  private static final class Audit {

    private final List<NacosServer> servers;
    private final SortedMap<String, String> expected;
    private final List<Deviation> deviations = new ArrayList<>();
    private final Map<String, int[]> counts = new TreeMap<>();
    private int answers;

    Audit(List<NacosServer> servers, SortedMap<String, String> expected) {
      this.servers = servers;
      this.expected = expected;
    }

    void run() {
      Duration minutes = Duration.ofMinutes(Long.getLong("landbridge.mixed.minutes", 0));
      Duration length = minutes.compareTo(AT_LEAST) > 0 ? minutes : AT_LEAST;
      long start = System.nanoTime();
      await()
          .atMost(length.plusSeconds(60))
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                servers.forEach(server -> SERVICES.forEach(it -> answers(server, it)));
                return System.nanoTime() - start >= length.toNanos();
              });
    }

    private void answers(NacosServer server, String service) {
      try {
        ask(server, service);
      } catch (UncheckedIOException e) {
        deviations.add(Deviation.now("%s, %s: no answer: %s".formatted(server, service, e)));
      }
    }

    private void ask(NacosServer server, String service) {
      SortedMap<String, String> shown = listed(server, service);
      answers++;
      int healthy = (int) shown.values().stream().filter(it -> it.startsWith("healthy")).count();
      int[] range =
          counts.computeIfAbsent(
              server + " " + service,
              key -> new int[] {shown.size(), shown.size(), healthy, healthy});
      range[0] = Math.min(range[0], shown.size());
      range[1] = Math.max(range[1], shown.size());
      range[2] = Math.min(range[2], healthy);
      range[3] = Math.max(range[3], healthy);
      SortedSet<String> addresses = new TreeSet<>(shown.keySet());
      addresses.addAll(expected.keySet());
      for (String address : addresses) {
        String is = shown.getOrDefault(address, "absent");
        if (!is.equals(expected.get(address))) {
          deviations.add(
              Deviation.now(
                  "%s, %s: %s is %s; there is %s"
                      .formatted(server, service, address, is, everywhere(service, address))));
        }
      }
    }

    /** What every server says of an address, in full: who is to blame shows in the metadata. */
    private List<String> everywhere(String service, String address) {
      List<String> said = new ArrayList<>();
      for (NacosServer each : servers) {
        for (JsonNode host : hosts(each, service)) {
          if (address.equals(address(host))) {
            said.add(each + " " + host);
          }
        }
      }
      return said;
    }

    List<Deviation> deviations() {
      return deviations;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(answers + " answers");
      counts.forEach(
          (where, range) ->
              text.append(
                  "%n%s: %d to %d listed, %d to %d healthy"
                      .formatted(where, range[0], range[1], range[2], range[3])));
      return text.toString();
    }
  }
}
