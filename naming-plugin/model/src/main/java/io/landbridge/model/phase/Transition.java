package io.landbridge.model.phase;

import io.landbridge.model.BridgePhase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A way from one phase to another. There is no other way than these.
 *
 * @param from where it leads from
 * @param to where it leads
 * @param back whether it undoes one
 * @param conditions what must be so before
 * @param effect what becomes of both clusters and their clients, without a full stop
 */
public record Transition(
    BridgePhase from, BridgePhase to, boolean back, Set<Condition> conditions, String effect) {

  private static final List<Transition> TABLE =
      List.of(
          forth(
              BridgePhase.OFF,
              BridgePhase.SHADOW,
              "the legacy cluster is read and compared; clients are unaffected",
              Condition.LEGACY_KNOWN),
          forth(
              BridgePhase.SHADOW,
              BridgePhase.DUAL_WRITE,
              "each cluster also shows the instances of the other cluster",
              Condition.LEGACY_KNOWN,
              Condition.FIRST_SYNC),
          forth(
              BridgePhase.DUAL_WRITE,
              BridgePhase.CUT_OVER,
              "this cluster becomes the primary cluster; no client is contacted, and each cluster"
                  + " still shows the instances of both",
              Condition.LEGACY_KNOWN,
              Condition.FIRST_SYNC,
              Condition.RUNNING,
              Condition.NOTHING_HELD,
              Condition.EXPORTED,
              Condition.EQUAL),
          forth(
              BridgePhase.CUT_OVER,
              BridgePhase.DONE,
              "exported instances are removed from the legacy cluster, and imported instances from"
                  + " this cluster: instances registered in the legacy cluster only are lost",
              Condition.ARRIVED),
          forth(
              BridgePhase.DONE,
              BridgePhase.SHADOW,
              "a new migration can start; clients are unaffected",
              Condition.LEGACY_KNOWN),
          back(
              BridgePhase.SHADOW,
              BridgePhase.OFF,
              "the data read from the legacy cluster is dropped; clients are unaffected"),
          back(
              BridgePhase.DUAL_WRITE,
              BridgePhase.SHADOW,
              "each cluster shows only its own registrations: clients no longer find instances"
                  + " registered in the other cluster only"),
          back(
              BridgePhase.CUT_OVER,
              BridgePhase.DUAL_WRITE,
              "the legacy cluster becomes the primary cluster again; clients are unaffected"),
          back(
              BridgePhase.DONE,
              BridgePhase.OFF,
              "the state of the bridge is dropped; clients are unaffected"));

  /** Copies. */
  public Transition {
    conditions = Set.copyOf(conditions);
  }

  private static Transition forth(
      BridgePhase from, BridgePhase to, String effect, Condition... conditions) {
    return new Transition(from, to, false, Set.copyOf(Arrays.asList(conditions)), effect);
  }

  private static Transition back(BridgePhase from, BridgePhase to, String effect) {
    return new Transition(from, to, true, Set.of(), effect);
  }

  /** All of them, those forth first. */
  public static List<Transition> all() {
    return TABLE;
  }

  /** The way between two phases, if there is one. */
  public static Optional<Transition> between(BridgePhase from, BridgePhase to) {
    return TABLE.stream().filter(each -> each.from == from && each.to == to).findFirst();
  }

  /** The conditions that are not among those that are met, in the order of their declaration. */
  public List<Condition> unmet(Set<Condition> met) {
    return conditions.stream().filter(each -> !met.contains(each)).sorted().toList();
  }
}
