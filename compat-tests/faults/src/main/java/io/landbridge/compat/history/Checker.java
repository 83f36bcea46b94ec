package io.landbridge.compat.history;

import io.landbridge.compat.history.Operation.Kind;
import io.landbridge.compat.history.Operation.Outcome;
import io.landbridge.compat.history.Violation.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The verdict on a history and on what the members show after it. A function of its arguments.
 *
 * <p>Who is alive is what the clients know of themselves; whether a registration was acknowledged
 * again after a break of the connection, too. Only switches are judged by their outcomes.
 */
public final class Checker {

  private final Duration inFlight;

  /**
   * Makes a checker.
   *
   * @param inFlight how long after its end an operation of unknown outcome may still take effect
   */
  public Checker(Duration inFlight) {
    this.inFlight = inFlight;
  }

  /**
   * What holds at every moment, also in the middle of a fault.
   *
   * @return what is broken, empty if nothing
   */
  public List<Violation> always(History history) {
    List<Violation> found = new ArrayList<>();
    Map<Long, Sample> first = new HashMap<>();
    Map<String, Sample> last = new HashMap<>();
    Set<Long> differing = new HashSet<>();
    for (Sample sample : history.samples()) {
      Sample same = first.putIfAbsent(sample.applied(), sample);
      if (same != null
          && !same.digest().equals(sample.digest())
          && differing.add(sample.applied())) {
        found.add(new Violation(Rule.SAME_COUNT_SAME_DIGEST, same + " and " + sample));
      }
      String run = sample.member() + " in its run " + sample.run();
      Sample before = last.put(run, sample);
      if (before != null && before.applied() > sample.applied()) {
        found.add(
            new Violation(
                Rule.COUNT_NEVER_FALLS,
                "%s went from %d to %d".formatted(run, before.applied(), sample.applied())));
      }
    }
    return found;
  }

  /**
   * What must hold once it is quiet.
   *
   * @param history of everything since the ensemble was started
   * @param live the addresses of the providers that are alive and whose registrations the server
   *     they are connected to has acknowledged, by application; every application is named
   * @param states of every member
   * @return what is broken, empty if nothing
   */
  public List<Violation> atRest(
      History history, Map<String, SortedSet<String>> live, Collection<MemberState> states) {
    List<Violation> found = new ArrayList<>();
    agree(states, found);
    for (Map.Entry<String, SortedSet<String>> application : new TreeMap<>(live).entrySet()) {
      String name = application.getKey();
      Set<Boolean> allowed = allowed(history.switchesOf(name));
      for (MemberState state : states) {
        judge(name, application.getValue(), allowed, state, found);
      }
    }
    return found;
  }

  private static void agree(Collection<MemberState> states, List<Violation> found) {
    List<String> positions =
        states.stream().map(state -> state.applied() + " " + state.digest()).distinct().toList();
    if (positions.size() > 1) {
      found.add(
          new Violation(
              Rule.MEMBERS_AGREE,
              String.join("; ", states.stream().map(MemberState::position).toList())));
    }
  }

  private static void judge(
      String name,
      SortedSet<String> live,
      Set<Boolean> allowed,
      MemberState state,
      List<Violation> found) {
    MemberState.Application shown = state.application(name);
    String where = name + " on " + state.member() + ": ";
    report(Rule.LIVE_IS_KNOWN, where, without(live, shown.catalog()), found);
    report(Rule.DEAD_IS_GONE, where, without(shown.catalog(), live), found);
    if (!allowed.contains(shown.enabled())) {
      found.add(
          new Violation(
              Rule.SWITCH_HOLDS,
              where + "is switched " + (shown.enabled() ? "on" : "off") + " by nobody"));
    }
    SortedSet<String> expected = shown.enabled() ? live : new TreeSet<>();
    report(Rule.VIEW_IS_TRUE, where + "not shown ", without(expected, shown.shown()), found);
    report(Rule.VIEW_IS_TRUE, where + "shown ", without(shown.shown(), expected), found);
    if (shown.enabled() && !live.isEmpty()) {
      report(Rule.DOCUMENTS_ARE_THERE, where, shown.missing(), found);
      if (!shown.translated()) {
        found.add(new Violation(Rule.DOCUMENTS_ARE_THERE, where + "not yet, it says itself"));
      }
    }
  }

  /**
   * The states an application may be in: that of the last acknowledged switch, and that of every
   * switch of unknown outcome that can have come after it.
   */
  private Set<Boolean> allowed(List<Operation> switches) {
    Set<Boolean> allowed = new HashSet<>();
    boolean on = false;
    long acknowledged = Long.MIN_VALUE;
    for (Operation each : switches) {
      if (each.outcome() == Outcome.OK) {
        on = each.kind() == Kind.SWITCH_ON;
        acknowledged = each.endMillis();
      }
    }
    allowed.add(on);
    for (Operation each : switches) {
      if (each.outcome() == Outcome.UNKNOWN
          && (acknowledged == Long.MIN_VALUE
              || each.endMillis() + inFlight.toMillis() >= acknowledged)) {
        allowed.add(each.kind() == Kind.SWITCH_ON);
      }
    }
    return allowed;
  }

  private static SortedSet<String> without(Collection<String> all, Collection<String> excluded) {
    SortedSet<String> rest = new TreeSet<>(all);
    rest.removeAll(excluded);
    return rest;
  }

  private static void report(
      Rule rule, String where, Collection<String> what, List<Violation> found) {
    if (!what.isEmpty()) {
      found.add(new Violation(rule, where + String.join(", ", what)));
    }
  }
}
