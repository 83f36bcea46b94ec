package io.landbridge.compat.churn;

import io.landbridge.compat.load.wire.ServiceName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One address in one service: what was done with it, what each side may show of it now and why, and
 * what was seen. Safe for use from any thread.
 */
final class Subject {

  private static final int REMEMBERED = 12;

  private final ServiceName service;
  private final String address;
  private final Map<Side, Integer> servers;
  private final Duration bound;
  private final Findings findings;
  private final Results results;

  // Guarded by this.
  private final Map<Side, List<Stage>> stages = new EnumMap<>(Side.class);
  private final Map<String, Integer> reached = new HashMap<>();
  private final Deque<String> history = new ArrayDeque<>();
  private int count;

  /** From one operation to the next, on one side. */
  private static final class Stage {
    private final int number;
    private final Step step;
    private final Expected expected;
    private final long from;
    private final boolean changes;
    private final boolean stays;
    private final Set<String> met = new HashSet<>();
    private long acknowledged;
    private long until = Long.MAX_VALUE;
    private long patience;

    Stage(int number, Step step, Expected expected, Optional<State> before, long from) {
      this.number = number;
      this.step = step;
      this.expected = expected;
      this.from = from;
      this.changes = !before.equals(expected.shown());
      this.stays = before.isPresent() && expected.shown().isPresent();
      this.patience = expected.patience().toNanos();
    }

    boolean explains(long begun, long ended) {
      return from <= ended && (until == Long.MAX_VALUE || begun - until <= patience);
    }

    boolean isShown(List<State> seen) {
      return expected.shown().map(List::of).orElse(List.of()).equals(seen);
    }

    boolean isLate(long begun) {
      return acknowledged != 0 && begun - acknowledged > patience;
    }
  }

  /**
   * An address nothing is registered at.
   *
   * @param servers how many are asked, by side
   * @param bound how long what was replaced may show
   */
  Subject(
      ServiceName service,
      String address,
      Map<Side, Integer> servers,
      Duration bound,
      Findings findings,
      Results results) {
    this.service = service;
    this.address = address;
    this.servers = Map.copyOf(servers);
    this.bound = bound;
    this.findings = findings;
    this.results = results;
    Step none = new Step("nothing", Side.OLD, false);
    // Also before the lists that are looked at just now.
    long longAgo = System.nanoTime() - Duration.ofHours(1).toNanos();
    for (Side side : Side.values()) {
      Stage first = new Stage(0, none, Expected.nothing(bound), Optional.empty(), longAgo);
      List<Stage> all = new ArrayList<>();
      all.add(first);
      stages.put(side, all);
    }
  }

  ServiceName service() {
    return service;
  }

  String address() {
    return address;
  }

  /** An operation begins that both sides will show alike. */
  Step begin(String what, Side at, boolean relative, Expected both) {
    return begin(what, at, relative, both, both);
  }

  /** An operation begins; from now on its outcome may show. */
  synchronized Step begin(String what, Side at, boolean relative, Expected onOld, Expected onNew) {
    Step step = new Step(what, at, relative);
    count++;
    long now = System.nanoTime();
    begin(Side.OLD, step, onOld, now);
    begin(Side.NEW, step, onNew, now);
    history.add(
        "%n      %s %s %s at %s: %s"
            .formatted(
                findings.clock(),
                what,
                count,
                at,
                onOld.equals(onNew) ? said(onOld) : "old " + said(onOld) + ", new " + said(onNew)));
    if (history.size() > REMEMBERED) {
      history.removeFirst();
    }
    return step;
  }

  private static String said(Expected expected) {
    return expected.target().map(State::toString).orElse("nothing");
  }

  private void begin(Side side, Step step, Expected expected, long now) {
    Stage last = last(side);
    Stage next = new Stage(count, step, expected, last.expected.shown(), now);
    if (last.number > 0 && last.met.size() < servers(side)) {
      // What was not through yet may take the rest of its time.
      next.patience = Math.max(next.patience, last.patience);
    }
    all(side).add(next);
  }

  /** The server has answered: what was before may show for the time of the bound. */
  synchronized void acknowledge(Step step) {
    long now = System.nanoTime();
    step.acknowledged(now);
    for (Side side : Side.values()) {
      List<Stage> all = all(side);
      Stage last = last(side);
      last.acknowledged = now;
      for (Stage before : all.subList(0, all.size() - 1)) {
        if (before.until == Long.MAX_VALUE) {
          before.until = now;
          before.patience = Math.max(bound.toNanos(), before.patience);
        }
      }
    }
  }

  /** Something happened meanwhile because of which it may be absent for a while. */
  synchronized void excuse(String why) {
    history.add("%n      %s %s".formatted(findings.clock(), why));
    for (Side side : Side.values()) {
      Stage last = last(side);
      Stage next =
          new Stage(
              ++count, last.step, last.expected.orNothing(), Optional.empty(), System.nanoTime());
      next.acknowledged = System.nanoTime();
      last.until = next.acknowledged;
      last.patience = Math.max(bound.toNanos(), last.patience);
      all(side).add(next);
    }
  }

  /** A server was asked, and has shown this. */
  synchronized void observe(Side side, String server, List<State> seen, long begun, long ended) {
    Stage last = last(side);
    if (seen.isEmpty() && last.stays) {
      last.step.missing(side, begun);
    }
    if (last.isShown(seen)) {
      met(side, server, last, begun, ended);
    } else if (last.isLate(begun)) {
      find(server, seen, "which is late: expected is %s".formatted(said(last.expected)));
      return;
    }
    int before = reached.getOrDefault(server, 0);
    int stage = explanation(side, seen, begun, ended, before);
    if (seen.stream().map(State::label).distinct().count() < seen.size()) {
      find(server, seen, "which is the same one twice");
    } else if (stage >= 0) {
      reached.put(server, stage);
    } else if (explanation(side, seen, begun, ended, 0) >= 0) {
      find(server, seen, "after it has shown something later");
    } else {
      find(server, seen, "which nothing explains: expected is %s".formatted(said(last.expected)));
    }
    all(side).removeIf(each -> each != last && !each.explains(begun, ended));
  }

  /**
   * What was seen before it was answered may have been what was there before: that is looked at
   * again.
   */
  private void met(Side side, String server, Stage stage, long begun, long now) {
    if (stage.number > 0 && (stage.acknowledged == 0 || begun < stage.acknowledged)) {
      return;
    }
    if (stage.met.add(server) && stage.met.size() == servers(side)) {
      Step step = stage.step;
      step.met(side, now);
      if (stage.changes) {
        step.gap(side).ifPresent(nanos -> results.gap(step, side, who(), nanos));
      }
      if (all(step.at().other()).stream().anyMatch(it -> it.step == step && it.changes)) {
        step.way().ifPresent(nanos -> results.way(step, who(), nanos));
      }
      notifyAll();
    }
  }

  private String who() {
    return service.name() + " " + address;
  }

  /** Which stage allows it, the first that does of those from this one on; negative for none. */
  private int explanation(Side side, List<State> seen, long begun, long ended, int from) {
    List<Stage> possible =
        all(side).stream()
            .filter(each -> each.number >= from && each.explains(begun, ended))
            .toList();
    if (seen.isEmpty()) {
      return first(possible, each -> each.expected.allowsNothing());
    }
    // Of two that show while one goes, the one that goes tells how far it is.
    int stage = Integer.MAX_VALUE;
    for (State state : seen) {
      stage = Math.min(stage, first(possible, each -> each.expected.allows(state)));
    }
    return stage;
  }

  private static int first(List<Stage> stages, Predicate<Stage> which) {
    return stages.stream().filter(which).mapToInt(each -> each.number).findFirst().orElse(-1);
  }

  private void find(String server, List<State> seen, String why) {
    findings.add(
        "%s %s on %s: %s, %s"
            .formatted(
                service,
                address,
                server,
                seen.isEmpty()
                    ? "nothing"
                    : seen.stream().map(State::toString).collect(Collectors.joining(" and ")),
                why),
        String.join("", history));
  }

  /** Whether every server shows what it is to show in the end. */
  synchronized boolean isMet() {
    for (Side side : Side.values()) {
      if (last(side).number > 0 && last(side).met.size() < servers(side)) {
        return false;
      }
    }
    return true;
  }

  /** Waits until it is met, or for as long as that may take. */
  synchronized void awaitMet() {
    long patience = 0;
    for (Side side : Side.values()) {
      patience = Math.max(patience, last(side).patience);
    }
    awaitMet(Duration.ofNanos(patience).plusSeconds(1));
  }

  /** Waits until it is met, for so long at the most. */
  synchronized boolean awaitMet(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (!isMet()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ChurnException("interrupted");
      }
    }
    return true;
  }

  /** What is to be registered in the end. */
  synchronized Optional<State> target(Side side) {
    return last(side).expected.target();
  }

  /** Whether there is nothing to be seen of it any more. */
  synchronized boolean isGone() {
    return last(Side.OLD).expected.target().isEmpty()
        && last(Side.NEW).expected.target().isEmpty()
        && isMet();
  }

  private Stage last(Side side) {
    List<Stage> all = all(side);
    return all.get(all.size() - 1);
  }

  private List<Stage> all(Side side) {
    return stages.computeIfAbsent(side, same -> new ArrayList<>());
  }

  private int servers(Side side) {
    return servers.getOrDefault(side, 1);
  }
}
