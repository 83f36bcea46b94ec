package io.landbridge.bridge.imports;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredService;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.LegacyCluster;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Hears of new instances in the legacy cluster between two readings of everything, also where
 * nothing is subscribed to: the list of all services says how many instances each of them has, and
 * costs one request for thousands of services. One that has more than is known of is to be read.
 *
 * <p>A list is a hint to read a service, and nothing else is concluded from it. How often it is
 * asked for depends on how much of this thread's time and how many requests it takes, compared to
 * what the clients of so many instances send. Of one thread.
 */
final class InstanceCounts {

  /** So many services are read after one look. */
  static final int AT_ONCE = 50;

  private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int LOOKS_APART = 4;

  private static final long FEW_REQUESTS_A_SECOND = 2;

  /** An instance beats every five seconds: a fiftieth of that. */
  private static final int INSTANCES_PER_REQUEST_A_SECOND = 250;

  private final LongSupplier nanos;
  private final Map<ServiceKey, Doubt> doubts = new HashMap<>();
  private List<NamespaceId> namespaces = List.of();
  private long next;
  private int fuller;

  /** Says how many instances of a service are known. */
  interface Known {

    /**
     * How many there should be.
     *
     * @param service which one
     * @param there how many there are; what is not less is as good as that
     */
    int of(ServiceKey service, int there);
  }

  /**
   * A service with more instances than are known.
   *
   * @param surplus how many
   * @param next when it is read again if that does not change
   * @param pause how long after that
   */
  private record Doubt(int surplus, long next, long pause) {

    Doubt readAt(long now) {
      return new Doubt(surplus, now + pause, Math.min(2 * pause, LONGEST_PAUSE_NANOS));
    }
  }

  InstanceCounts(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Everything was read now, and these are all the namespaces. */
  void readAll(List<NamespaceId> all) {
    namespaces = List.copyOf(all);
    long now = nanos.getAsLong();
    next = now + SHORTEST_NANOS;
    doubts.replaceAll((service, doubt) -> doubt.readAt(now));
  }

  /** Forgets everything. */
  void clear() {
    namespaces = List.of();
    doubts.clear();
    fuller = 0;
  }

  /** Whether to look again. */
  boolean isDue() {
    return nanos.getAsLong() - next >= 0;
  }

  /** How many services were to be read after the last look. */
  int fuller() {
    return fuller;
  }

  /**
   * Looks once.
   *
   * @return the services to be read: some of those that have more instances than are known. One
   *     whose surplus remains although it was read is read again less and less often.
   * @throws RegistryException if the list cannot be had; the next look is due later all the same
   */
  List<ServiceKey> look(LegacyCluster cluster, Known known) throws RegistryException {
    long start = nanos.getAsLong();
    Map<ServiceKey, Doubt> found = new HashMap<>();
    long requests = 0;
    long instances = 0;
    try {
      for (NamespaceId namespace : namespaces) {
        List<RegisteredService> services = cluster.services(namespace);
        // A list of several pages is read twice.
        int page = LegacyCluster.SERVICES_PER_REQUEST;
        requests += services.size() <= page ? 1 : 2L * ((services.size() + page - 1) / page);
        for (RegisteredService each : services) {
          instances += each.instances();
          if (each.refusal().isPresent()) {
            continue;
          }
          int surplus = each.instances() - known.of(each.key(), each.instances());
          if (surplus > 0) {
            found.put(each.key(), doubt(each.key(), surplus, start));
          }
        }
      }
    } finally {
      long now = nanos.getAsLong();
      long rate = Math.max(FEW_REQUESTS_A_SECOND, instances / INSTANCES_PER_REQUEST_A_SECOND);
      next =
          now
              + Math.max(
                  Math.max(SHORTEST_NANOS, (now - start) * LOOKS_APART),
                  TimeUnit.SECONDS.toNanos(requests) / rate);
    }
    List<ServiceKey> due =
        found.entrySet().stream()
            .filter(each -> start - each.getValue().next() >= 0)
            // Those that were never read come first.
            .sorted(
                Comparator.comparingLong((Map.Entry<ServiceKey, Doubt> it) -> it.getValue().pause())
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .toList();
    fuller = due.size();
    List<ServiceKey> chosen = due.subList(0, Math.min(due.size(), AT_ONCE));
    chosen.forEach(each -> found.computeIfPresent(each, (key, doubt) -> doubt.readAt(start)));
    doubts.clear();
    doubts.putAll(found);
    return List.copyOf(chosen);
  }

  private Doubt doubt(ServiceKey service, int surplus, long now) {
    Doubt before = doubts.get(service);
    return before != null && before.surplus() == surplus
        ? before
        : new Doubt(surplus, now, SHORTEST_NANOS);
  }
}
