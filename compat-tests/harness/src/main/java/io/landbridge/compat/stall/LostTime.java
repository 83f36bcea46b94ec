package io.landbridge.compat.stall;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Adds up the time that was lost, and decides from which sum on it is a stall. Knows no clock. Not
 * safe for use by several threads.
 *
 * <p>A beat passes through three processes at most: the client, the server that it beats at, and
 * the server that this one tells. What the three that lost most have lost within the time in which
 * a server takes a client for dead is what a beat may have been late by. When the whole machine
 * stands still, all of them lose the same time, once.
 */
final class LostTime {

  private static final int ON_THE_WAY = 3;
  private static final int MOST_STALLS = 100;
  private static final String MACHINE = "the machine";

  private final Patience patience;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private final Deque<Stall> stalls = new ArrayDeque<>();
  private Duration most = Duration.ZERO;

  /** Time that somebody lost, and when it was noticed. */
  private record Sample(long at, String who, long nanos) {}

  LostTime(Patience patience) {
    this.patience = patience;
  }

  /** All threads of this machine came late. */
  void byTheMachine(long at, long nanos) {
    by(at, MACHINE, nanos);
  }

  /** A process wanted to go on, and did not get a processor or was stopped. */
  void byProcess(long at, String process, long nanos) {
    by(at, process, nanos);
  }

  private void by(long at, String who, long nanos) {
    if (nanos <= 0) {
      return;
    }
    samples.addLast(new Sample(at, who, nanos));
    long window = patience.unhealthy().toNanos();
    while (at - samples.getFirst().at() >= window) {
      samples.removeFirst();
    }
    Map<String, Long> sums = new HashMap<>();
    long from = at;
    for (Sample each : samples) {
      sums.merge(each.who(), each.nanos(), Long::sum);
      from = Math.min(from, each.at() - each.nanos());
    }
    long whole = sums.getOrDefault(MACHINE, 0L);
    sums.remove(MACHINE);
    List<Map.Entry<String, Long>> worst =
        sums.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(ON_THE_WAY)
            .toList();
    long onTheWay = worst.stream().mapToLong(Map.Entry::getValue).sum();
    Duration lost = Duration.ofNanos(Math.max(whole, onTheWay));
    most = lost.compareTo(most) > 0 ? lost : most;
    if (lost.compareTo(patience.limit()) >= 0) {
      add(new Stall(from, at, lost, whole >= onTheWay ? MACHINE : names(worst)));
    }
  }

  private void add(Stall stall) {
    Stall last = stalls.peekLast();
    if (last != null && stall.from() - last.to() <= 0) {
      stalls.removeLast();
      stalls.addLast(last.and(stall));
      return;
    }
    if (stalls.size() == MOST_STALLS) {
      // What it would have explained fails; that is the safe side.
      stalls.removeFirst();
    }
    stalls.addLast(stall);
  }

  private static String names(List<Map.Entry<String, Long>> worst) {
    return worst.stream()
        .map(each -> String.format(Locale.ROOT, "%s %.1f s", each.getKey(), each.getValue() / 1e9))
        .collect(Collectors.joining(", "));
  }

  /** Those that ended after a time. */
  List<Stall> after(long time) {
    return stalls.stream().filter(each -> each.to() - time > 0).toList();
  }

  /** The most that was ever lost on the way of one beat, and begins anew. */
  Duration takeMost() {
    Duration taken = most;
    most = Duration.ZERO;
    return taken;
  }

  /** How much is kept. */
  int size() {
    return samples.size() + stalls.size();
  }
}
