package io.landbridge.compat.churn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was done and how long it took. Safe for use from any thread. */
final class Results {

  /** An operation that does not count. */
  static final String PREPARATION = "prepare";

  private static final int SLOWEST = 12;

  private final Map<String, List<Long>> ways = new HashMap<>();
  private final SortedMap<String, List<Long>> gaps = new TreeMap<>();
  private final SortedMap<String, Integer> steps = new TreeMap<>();
  private final Queue<Map.Entry<Long, String>> slowest =
      new PriorityQueue<>(Map.Entry.comparingByKey());
  private int overtaken;
  private int lostConnections;
  private int forgotten;
  private int lostHealths;

  synchronized void did(String what) {
    steps.merge(what, 1, Integer::sum);
  }

  /** The way of an operation to the other side. */
  synchronized void way(Step step, String who, long nanos) {
    if (step.what().equals(PREPARATION)) {
      return;
    }
    slow(nanos, "%s at the %s side, %s".formatted(step.what(), step.at(), who));
    ways.computeIfAbsent(direction(step), same -> new ArrayList<>()).add(nanos);
  }

  /** Nothing was shown for so long of what is there all the time. */
  synchronized void gap(Step step, Side side, String who, long nanos) {
    slow(nanos, "%s, not shown on the %s side, %s".formatted(step.what(), side, who));
    gaps.computeIfAbsent(step.what() + ", on the " + side + " side", same -> new ArrayList<>())
        .add(nanos);
  }

  synchronized void overtaken() {
    overtaken++;
  }

  synchronized void lostConnection() {
    lostConnections++;
  }

  synchronized void lostHealth() {
    lostHealths++;
  }

  synchronized void forgotten() {
    forgotten++;
  }

  synchronized int overtakenCount() {
    return overtaken;
  }

  synchronized int lostConnectionCount() {
    return lostConnections;
  }

  synchronized int forgottenCount() {
    return forgotten;
  }

  synchronized int lostHealthCount() {
    return lostHealths;
  }

  synchronized SortedMap<String, Integer> steps() {
    return new TreeMap<>(steps);
  }

  synchronized SortedMap<String, List<Long>> gaps() {
    return new TreeMap<>(gaps);
  }

  private void slow(long nanos, String what) {
    slowest.add(Map.entry(nanos, what));
    if (slowest.size() > SLOWEST) {
      slowest.poll();
    }
  }

  /** What took longest, the slowest first. */
  synchronized List<String> slowest() {
    return slowest.stream()
        .sorted(Map.Entry.<Long, String>comparingByKey().reversed())
        .map(each -> "%d ms: %s".formatted(each.getKey() / 1_000_000, each.getValue()))
        .toList();
  }

  /** The ways, by direction. */
  synchronized SortedMap<String, List<Long>> ways() {
    return new TreeMap<>(ways);
  }

  private static String direction(Step step) {
    return step.at() + "_to_" + step.at().other();
  }
}
