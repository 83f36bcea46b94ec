package io.landbridge.dubbo;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts together what one process registered over several connections. Dubbo 2.7.0 to 2.7.8 has one
 * for each service where its Nacos client is of 2.x, and a process with several registries has one
 * for each of these.
 *
 * <p>Parts are of one process if they have application, Nacos group, cluster label, ip, port and
 * process id in common, and were started together. Every service has a time of its own, some
 * milliseconds or seconds after that of the one before. A process that was killed and started again
 * at its address with the same id, as in a container, is told from the one before by a service that
 * both registered at different times: what is earlier is of the former. Where exactly one ends is
 * the longest pause between the two.
 */
final class ProcessParts {

  /** Within this time a process has registered its services, in milliseconds. */
  private static final long LONGEST_PAUSE = 600_000;

  private static final int LONGEST_TIME = 18;

  private ProcessParts() {}

  /**
   * Joins parts.
   *
   * @param parts what came over one connection each, in an order that depends on the registrations
   *     alone
   * @return processes
   */
  static List<List<Offer>> joined(List<List<Offer>> parts) {
    Map<Object, List<Part>> byProcess = new LinkedHashMap<>();
    for (List<Offer> each : parts) {
      Part part = Part.of(each);
      byProcess.computeIfAbsent(part.identity(), none -> new ArrayList<>()).add(part);
    }
    List<List<Offer>> joined = new ArrayList<>();
    for (List<Part> same : byProcess.values()) {
      joined.addAll(same.size() == 1 ? List.of(same.get(0).offers()) : generations(same));
    }
    return joined;
  }

  /**
   * The instances that these parts are, as far as it can be told which other ones are of the same
   * process, and which of two processes at one address is the later one.
   *
   * @param parts what came over one connection each
   */
  static Set<InstanceKey> identified(Collection<List<Offer>> parts) {
    Set<InstanceKey> keys = new HashSet<>();
    for (List<Offer> each : parts) {
      if (Part.of(each).identity() instanceof Identity identity) {
        keys.add(identity.key());
      }
    }
    return Set.copyOf(keys);
  }

  /** One list for each process that was started. */
  private static List<List<Offer>> generations(List<Part> parts) {
    List<Part> sorted = parts.stream().sorted(Comparator.comparingLong(Part::start)).toList();
    List<List<Offer>> processes = new ArrayList<>();
    int from = 0;
    for (int at = 1; at < sorted.size(); at++) {
      int end = end(sorted, from, at);
      if (end > 0) {
        processes.add(together(sorted.subList(from, end)));
        from = end;
      }
    }
    processes.add(together(sorted.subList(from, sorted.size())));
    return processes;
  }

  /**
   * Where the process that begins at an index ends if the part at another one is of a later one.
   *
   * @return 0 if it is not
   */
  private static int end(List<Part> sorted, int from, int at) {
    if (sorted.get(at).start() - sorted.get(at - 1).start() > LONGEST_PAUSE) {
      return at;
    }
    for (int before = at - 1; before >= from; before--) {
      if (sorted.get(at).isAfter(sorted.get(before))) {
        int end = at;
        for (int i = at - 1; i > before; i--) {
          if (pause(sorted, i) > pause(sorted, end)) {
            end = i;
          }
        }
        return end;
      }
    }
    return 0;
  }

  private static long pause(List<Part> sorted, int index) {
    return sorted.get(index).start() - sorted.get(index - 1).start();
  }

  private static List<Offer> together(List<Part> parts) {
    return parts.size() == 1
        ? parts.get(0).offers()
        : parts.stream()
            .flatMap(part -> part.offers().stream())
            .sorted(Comparator.comparing(Offer::registration, InterfaceFold.ORDER))
            .toList();
  }

  /**
   * What came over one connection.
   *
   * @param identity the same for parts that may be of one process
   * @param start of the first service, milliseconds since 1970; 0 if it is not known
   * @param times by the address of each service, when it was registered
   */
  private record Part(Object identity, long start, Map<String, String> times, List<Offer> offers) {

    static Part of(List<Offer> offers) {
      Registration sample = offers.get(0).registration();
      String pid = sample.metadata().getOrDefault(MetadataKeys.PID, "");
      Map<String, String> times = new HashMap<>();
      long start = Long.MAX_VALUE;
      for (Offer each : offers) {
        String time = each.registration().metadata().getOrDefault(MetadataKeys.TIMESTAMP, "");
        times.put(each.registration().service() + " " + each.registration().address(), time);
        start = Math.min(start, millis(time));
      }
      boolean known = !pid.isEmpty() && start > 0;
      return new Part(
          known
              ? new Identity(
                  new InstanceKey(
                      new ApplicationKey(sample.service().namespace(), offers.get(0).application()),
                      sample.service().group(),
                      sample.ip(),
                      InterfaceFold.port(offers)),
                  sample.cluster(),
                  pid)
              : new Object(),
          known ? start : 0,
          times,
          offers);
    }

    /** Whether both have a service, and not of the same time. */
    boolean isAfter(Part earlier) {
      return times.entrySet().stream()
          .anyMatch(
              each -> {
                String before = earlier.times.get(each.getKey());
                return before != null && !before.equals(each.getValue());
              });
    }

    private static long millis(String time) {
      return time.isEmpty()
              || time.length() > LONGEST_TIME
              || !time.chars().allMatch(each -> each >= '0' && each <= '9')
          ? 0
          : Long.parseLong(time);
    }
  }

  private record Identity(InstanceKey key, String cluster, String pid) {}
}
