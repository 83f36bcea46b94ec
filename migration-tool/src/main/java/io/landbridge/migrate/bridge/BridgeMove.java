package io.landbridge.migrate.bridge;

import io.landbridge.model.BridgePhase;
import io.landbridge.model.Counted;
import io.landbridge.model.phase.Condition;
import io.landbridge.model.phase.Transition;
import io.landbridge.registry.plugin.PluginBridge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A step of the bridge as it looks now.
 *
 * @param from where the bridge is
 * @param to where it shall go
 * @param effect what that does; empty when nothing changes or there is no such step
 * @param unmet why it cannot be done now
 */
public record BridgeMove(BridgePhase from, BridgePhase to, String effect, List<String> unmet) {

  /** Copies. */
  public BridgeMove {
    unmet = List.copyOf(unmet);
  }

  /**
   * Looks.
   *
   * @param bridge how it stands, as the active member knows it
   * @param to where to go
   * @param legacyGiven whether the addresses of the legacy cluster come with the step
   * @param open what members wait for before that step, a line for each that does
   * @param leaving whether it is all right to leave behind who is in the legacy cluster alone
   */
  public static BridgeMove of(
      PluginBridge bridge,
      BridgePhase to,
      boolean legacyGiven,
      List<String> open,
      boolean leaving) {
    if (bridge.phase() == to) {
      return new BridgeMove(to, to, "", List.of());
    }
    Optional<Transition> transition = Transition.between(bridge.phase(), to);
    if (transition.isEmpty()) {
      List<String> ways =
          Transition.all().stream()
              .filter(each -> each.from() == bridge.phase())
              .map(each -> each.to().name())
              .sorted()
              .toList();
      return new BridgeMove(
          bridge.phase(),
          to,
          "",
          List.of(
              "the bridge is in %s; the next phase can be %s"
                  .formatted(bridge.phase(), String.join(" or ", ways))));
    }
    Set<Condition> met = EnumSet.noneOf(Condition.class);
    Arrays.stream(Condition.values())
        .filter(each -> isMet(each, bridge, legacyGiven, open))
        .forEach(met::add);
    List<String> unmet =
        new ArrayList<>(
            transition.get().unmet(met).stream().map(each -> reason(each, bridge, open)).toList());
    if (to == BridgePhase.DONE && bridge.importedInstances() > 0 && !leaving) {
      unmet.add(
          Counted.format(
              "%d instances have clients in the legacy cluster only and would be lost",
              bridge.importedInstances()));
    }
    return new BridgeMove(bridge.phase(), to, effect(transition.get()), unmet);
  }

  /**
   * Looks at what beginning does: whoever repeats it goes no step back, since clients would lose
   * what they found.
   *
   * @param bridge how it stands, as the active member knows it
   * @param legacyGiven whether the addresses of the legacy cluster come with the step
   * @param another whether these, or the user, are not those that it has
   */
  public static BridgeMove start(PluginBridge bridge, boolean legacyGiven, boolean another) {
    BridgePhase from = bridge.phase();
    if (from.exports()) {
      return new BridgeMove(
          from,
          from,
          "",
          another
              ? List.of(
                  ("the bridge is in %s, where its legacy servers and user cannot be changed; 'bridge"
                          + " back' leads to SHADOW, where they can")
                      .formatted(from))
              : List.of());
    }
    if (from == BridgePhase.SHADOW && legacyGiven) {
      return new BridgeMove(
          from,
          from,
          another ? "other legacy servers, or another user, are used; clients are unaffected" : "",
          List.of());
    }
    return of(
        bridge,
        legacyGiven ? BridgePhase.SHADOW : BridgePhase.DUAL_WRITE,
        legacyGiven,
        List.of(),
        false);
  }

  /** The only step without a way back says so, with and without {@code --yes}. */
  private static String effect(Transition transition) {
    return transition.to() == BridgePhase.DONE
        ? "Cannot be undone: " + transition.effect()
        : transition.effect();
  }

  /**
   * What keeps members from having exported all they answer for, a line for each of those.
   *
   * @param members how the bridge stands as each of them knows it
   */
  public static List<String> waiting(Collection<PluginBridge> members) {
    List<String> lines = new ArrayList<>();
    for (PluginBridge each : members) {
      if (each.waiting() > 0 || !each.problems().isEmpty()) {
        lines.add(
            "%d on %s%s"
                .formatted(
                    each.waiting(),
                    each.asked().hostAndPort(),
                    each.problems().isEmpty()
                        ? ""
                        : " (" + String.join("; ", each.problems()) + ")"));
      }
    }
    return lines;
  }

  /**
   * On which members clients of the legacy cluster are not alive yet, a line for each of those.
   * Each hears of a client of its own, and a moment later of those of the others.
   *
   * @param members how the bridge stands as each of them knows it
   */
  public static List<String> absent(Collection<PluginBridge> members) {
    return members.stream()
        .filter(each -> each.absent() > 0)
        .map(each -> "%d on %s".formatted(each.absent(), each.asked().hostAndPort()))
        .toList();
  }

  private static boolean isMet(
      Condition condition, PluginBridge bridge, boolean legacyGiven, List<String> open) {
    return switch (condition) {
      case LEGACY_KNOWN -> legacyGiven || !bridge.servers().isEmpty();
      case FIRST_SYNC -> bridge.firstSync() > 0;
      case RUNNING -> !bridge.paused() && bridge.problems().isEmpty();
      case NOTHING_HELD -> bridge.held() == 0;
      case EXPORTED, ARRIVED -> open.isEmpty();
      case EQUAL -> bridge.differing() == 0;
    };
  }

  private static String reason(Condition condition, PluginBridge bridge, List<String> open) {
    return switch (condition) {
      case LEGACY_KNOWN, FIRST_SYNC -> condition.unmet();
      case RUNNING ->
          bridge.problems().isEmpty()
              ? condition.unmet()
              : condition.unmet() + ": " + String.join("; ", bridge.problems());
      case NOTHING_HELD -> condition.unmet() + ": " + bridge.held();
      case EXPORTED, ARRIVED -> condition.unmet() + ": " + String.join(", ", open);
      case EQUAL ->
          condition.unmet()
              + Counted.format(": %d of %d services", bridge.differing(), bridge.compared());
    };
  }

  /** Whether it can be done, as far as can be seen from here. */
  public boolean isPossible() {
    return unmet.isEmpty();
  }

  /** Whether there is anything to do. */
  public boolean isNothing() {
    return from == to && effect.isEmpty();
  }
}
