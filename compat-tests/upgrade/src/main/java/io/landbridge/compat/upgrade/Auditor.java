package io.landbridge.compat.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.Machines;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.stall.Deviation;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Asks every server that answers clients of 1.x, each second, for every service, and compares with
 * what is known to be registered. A server that refuses or is down is left out, as a client leaves
 * it out; what it answers must be right.
 */
final class Auditor implements AutoCloseable {

  private static final Duration APART = Duration.ofSeconds(1);
  private static final int MOST_FINDINGS = 500;
  private static final int MOST_KEPT = 10_000;

  private final Machines machines;
  private final Thread thread;
  private volatile boolean ended;

  /** Addresses that must be listed, and be healthy, by service. */
  private final Map<String, Set<String>> expected = new ConcurrentSkipListMap<>();

  // Guarded by this.
  private final SortedMap<String, Range> ranges = new TreeMap<>();
  private final List<Deviation> findings = new ArrayList<>();
  private int samples;

  /** How many healthy instances of a service were listed. */
  private record Range(int min, int max) {

    Range with(int count) {
      return new Range(Math.min(min, count), Math.max(max, count));
    }

    @Override
    public String toString() {
      return min + ".." + max;
    }
  }

  private Auditor(Machines machines) {
    this.machines = machines;
    this.thread = new Thread(this::run, "auditor");
    thread.setDaemon(true);
  }

  static Auditor of(Machines machines) {
    Auditor auditor = new Auditor(machines);
    auditor.thread.start();
    return auditor;
  }

  /** From now on this instance must be listed wherever its service is asked for. */
  void expect(String service, String address) {
    expected.computeIfAbsent(service, key -> new ConcurrentSkipListSet<>()).add(address);
  }

  /** Everything a server lists now, by service; only what is healthy. */
  static SortedMap<String, SortedSet<String>> listed(NacosApi api) {
    SortedMap<String, SortedSet<String>> listed = new TreeMap<>();
    for (JsonNode name :
        api.get("/v1/ns/service/list", Map.of("pageNo", "1", "pageSize", "200"))
            .json()
            .path("doms")) {
      list(api, name.asText()).ifPresent(found -> listed.put(name.asText(), found));
    }
    return listed;
  }

  /** Empty if the server refuses. */
  private static Optional<SortedSet<String>> list(NacosApi api, String service) {
    NacosApi.Answer answer = api.get("/v1/ns/instance/list", Map.of("serviceName", service));
    if (!answer.ok()) {
      return Optional.empty();
    }
    SortedSet<String> healthy = new TreeSet<>();
    for (JsonNode host : answer.json().path("hosts")) {
      if (host.path("healthy").asBoolean()) {
        healthy.add(host.path("ip").asText() + ":" + host.path("port").asInt());
      }
    }
    return Optional.of(healthy);
  }

  private void run() {
    while (!ended) {
      for (String address : machines.addresses()) {
        machines.running(address).ifPresent(this::look);
      }
      try {
        Thread.sleep(APART.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(NacosServer server) {
    NacosApi api = server.api();
    expected.forEach(
        (service, addresses) -> {
          Set<String> wanted = new TreeSet<>(addresses);
          try {
            list(api, service).ifPresent(found -> compare(server, service, wanted, found));
          } catch (RuntimeException goneMeanwhile) {
            // It is not one that answers.
          }
        });
  }

  private synchronized void compare(
      NacosServer server, String service, Set<String> wanted, Set<String> found) {
    samples++;
    Range one = new Range(found.size(), found.size());
    ranges.merge(
        "%s on %s".formatted(service, server.version()), one, (all, last) -> all.with(last.min()));
    Set<String> missing = new TreeSet<>(wanted);
    missing.removeAll(found);
    if (!missing.isEmpty()) {
      if (findings.size() == MOST_KEPT) {
        findings.remove(MOST_KEPT - 1);
      }
      findings.add(
          Deviation.now(
              "%tT %s lists %s of %s without %s"
                  .formatted(LocalTime.now(), server, found, service, missing)));
    }
  }

  /** How many lists were looked at. */
  synchronized int samples() {
    return samples;
  }

  /** The lists in which something was missing, with the time of day. */
  synchronized List<String> findings() {
    return findings.stream().limit(MOST_FINDINGS).map(Deviation::text).toList();
  }

  /** All of those; of more than many the first and the last one. */
  synchronized List<Deviation> deviations() {
    return List.copyOf(findings);
  }

  /** The least and the most that was listed, by service and version of the server. */
  synchronized SortedMap<String, String> ranges() {
    SortedMap<String, String> text = new TreeMap<>();
    ranges.forEach((key, range) -> text.put(key, range.toString()));
    return text;
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join(Duration.ofSeconds(60).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
