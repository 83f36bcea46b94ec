package io.landbridge.compat.churn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What showed and cannot be explained. Safe for use from any thread. */
final class Findings {

  private static final int MOST = 1_000;

  private final long start = System.nanoTime();
  private final Map<String, Finding> found = new ConcurrentHashMap<>();

  /** Something that was seen from a moment to another, so many times. */
  private record Finding(long first, long last, int times, String history) {}

  /**
   * Takes it down once, however often it is seen.
   *
   * @param what says where and what
   * @param history what led to it
   */
  void add(String what, String history) {
    long now = System.nanoTime();
    if (found.size() < MOST || found.containsKey(what)) {
      found.merge(
          what,
          new Finding(now, now, 1, history),
          (one, other) -> new Finding(one.first(), other.last(), one.times() + 1, one.history()));
    }
  }

  /** Seconds since the beginning. */
  String clock() {
    return clock(System.nanoTime());
  }

  private String clock(long at) {
    return "%.1f s".formatted((at - start) / 1e9);
  }

  /** All of them, the first one first. */
  List<String> lines() {
    List<Map.Entry<String, Finding>> all = new ArrayList<>(found.entrySet());
    all.sort((one, other) -> Long.compare(one.getValue().first(), other.getValue().first()));
    return all.stream()
        .map(
            each ->
                "%s to %s, %d times: %s%s"
                    .formatted(
                        clock(each.getValue().first()),
                        clock(each.getValue().last()),
                        each.getValue().times(),
                        each.getKey(),
                        each.getValue().history()))
        .toList();
  }
}
