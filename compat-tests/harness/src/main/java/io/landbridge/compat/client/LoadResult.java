package io.landbridge.compat.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of calls that were made one after the other.
 *
 * @param calls how many were made
 * @param nanos how long that took
 * @param failed how many were not answered as they should be
 * @param failures the first of those, for people
 * @param micros how many took so many microseconds, which are rounded down to two digits
 */
public record LoadResult(
    long calls, long nanos, long failed, List<String> failures, SortedMap<Long, Long> micros) {

  /** Nothing. */
  public static final LoadResult NONE = new LoadResult(0, 0, 0, List.of(), new TreeMap<>());

  /** Copies the collections. */
  public LoadResult {
    failures = List.copyOf(failures);
    micros = Collections.unmodifiableSortedMap(new TreeMap<>((Map<Long, Long>) micros));
  }

  static LoadResult of(JsonNode json) {
    List<String> failures = new ArrayList<>();
    json.path("failures").forEach(each -> failures.add(each.asText()));
    SortedMap<Long, Long> micros = new TreeMap<>();
    json.path("micros")
        .fields()
        .forEachRemaining(
            each -> micros.put(Long.valueOf(each.getKey()), each.getValue().asLong()));
    return new LoadResult(
        json.path("calls").asLong(),
        json.path("nanos").asLong(),
        json.path("failed").asLong(),
        failures,
        micros);
  }

  /** Both, one after the other. */
  public LoadResult then(LoadResult next) {
    List<String> all = new ArrayList<>(failures);
    all.addAll(next.failures);
    SortedMap<Long, Long> both = new TreeMap<>(micros);
    next.micros.forEach((each, count) -> both.merge(each, count, Long::sum));
    return new LoadResult(calls + next.calls, nanos + next.nanos, failed + next.failed, all, both);
  }

  /** Calls per second. */
  public double perSecond() {
    return nanos == 0 ? 0 : calls * 1e9 / nanos;
  }

  /** The time that this share of all calls did not exceed, in milliseconds. */
  public double millis(double share) {
    long left = (long) Math.ceil(calls * share);
    for (Map.Entry<Long, Long> each : micros.entrySet()) {
      left -= each.getValue();
      if (left <= 0) {
        return each.getKey() / 1e3;
      }
    }
    return 0;
  }
}
