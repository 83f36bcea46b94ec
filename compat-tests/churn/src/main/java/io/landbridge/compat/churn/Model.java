package io.landbridge.compat.churn;

import io.landbridge.compat.load.wire.ServiceName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Who is registered where, and what has to show. Safe for use from any thread. */
final class Model {

  /** A service without anybody is looked at for so long. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(20);

  private final Map<Side, Integer> servers;
  private final Duration bound;
  private final Findings findings;
  private final Results results;
  private final Map<ServiceName, Map<String, Subject>> services = new ConcurrentHashMap<>();
  private final Map<ServiceName, Long> empty = new ConcurrentHashMap<>();
  private final AtomicInteger addresses = new AtomicInteger();

  Model(Map<Side, Integer> servers, Duration bound, Findings findings, Results results) {
    this.servers = Map.copyOf(servers);
    this.bound = bound;
    this.findings = findings;
    this.results = results;
  }

  /** A new address in a service. */
  Subject add(ServiceName service) {
    int number = addresses.getAndIncrement();
    String address =
        "10.%d.%d.%d:%d"
            .formatted(
                40 + number / 62_500, number / 250 % 250, number % 250 + 1, 8000 + number % 7);
    Subject subject = new Subject(service, address, servers, bound, findings, results);
    services.computeIfAbsent(service, same -> new ConcurrentHashMap<>()).put(address, subject);
    empty.remove(service);
    return subject;
  }

  /** The services worth looking at. */
  List<ServiceName> watched() {
    List<ServiceName> watched = new ArrayList<>();
    long now = System.nanoTime();
    services.forEach(
        (service, subjects) -> {
          if (!subjects.values().stream().allMatch(Subject::isGone)) {
            empty.remove(service);
            watched.add(service);
          } else if (now - empty.computeIfAbsent(service, same -> now) < AFTERWARDS.toNanos()) {
            watched.add(service);
          }
        });
    return watched;
  }

  /** What a server was seen to list. */
  void observe(
      Side side,
      String server,
      ServiceName service,
      Map<String, List<State>> seen,
      long begun,
      long ended) {
    Map<String, Subject> subjects = services.getOrDefault(service, Map.of());
    subjects.forEach(
        (address, subject) ->
            subject.observe(side, server, seen.getOrDefault(address, List.of()), begun, ended));
    seen.forEach(
        (address, states) -> {
          if (!subjects.containsKey(address)) {
            findings.add(
                "%s %s on %s: %s, which nobody registered"
                    .formatted(service, address, server, states),
                "");
          }
        });
  }

  /** Who does not show yet what it is to show in the end. */
  List<Subject> unmet() {
    return subjects().stream().filter(each -> !each.isMet()).toList();
  }

  /** Everybody there ever was. */
  List<Subject> subjects() {
    return services.values().stream().flatMap(each -> each.values().stream()).toList();
  }

  Set<ServiceName> services() {
    return Set.copyOf(services.keySet());
  }

  /** What is to be there of a service in the end, by address. */
  SortedMap<String, List<State>> target(Side side, ServiceName service) {
    SortedMap<String, List<State>> target = new TreeMap<>();
    services
        .getOrDefault(service, Map.of())
        .forEach(
            (address, subject) ->
                subject.target(side).ifPresent(state -> target.put(address, List.of(state))));
    return target;
  }
}
