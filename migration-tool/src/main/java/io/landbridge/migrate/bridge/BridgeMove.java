package io.landbridge.migrate.bridge;

import io.landbridge.bridge.phase.Condition;
import io.landbridge.bridge.phase.Transition;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.plugin.PluginBridge;
import java.util.ArrayList;
import java.util.Arrays;
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
   * @param leaving whether it is all right to leave behind who is in the legacy cluster alone
   */
  public static BridgeMove of(
      PluginBridge bridge, BridgePhase to, boolean legacyGiven, boolean leaving) {
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
              "the bridge is in %s; from there it can go to %s"
                  .formatted(bridge.phase(), String.join(" or ", ways))));
    }
    Set<Condition> met = EnumSet.noneOf(Condition.class);
    Arrays.stream(Condition.values())
        .filter(each -> isMet(each, bridge, legacyGiven))
        .forEach(met::add);
    List<String> unmet =
        new ArrayList<>(
            transition.get().unmet(met).stream().map(each -> reason(each, bridge)).toList());
    if (to == BridgePhase.DONE && bridge.importedInstances() > 0 && !leaving) {
      unmet.add(
          "%d instances are registered in the legacy cluster by its own clients and would be lost"
              .formatted(bridge.importedInstances()));
    }
    return new BridgeMove(bridge.phase(), to, transition.get().effect(), unmet);
  }

  private static boolean isMet(Condition condition, PluginBridge bridge, boolean legacyGiven) {
    return switch (condition) {
      case LEGACY_KNOWN -> legacyGiven || !bridge.servers().isEmpty();
      case FIRST_SYNC -> bridge.firstSync() > 0;
      case RUNNING -> !bridge.paused() && bridge.problems().isEmpty();
      case NOTHING_HELD -> bridge.held() == 0;
      case EQUAL -> bridge.differences() == 0;
    };
  }

  private static String reason(Condition condition, PluginBridge bridge) {
    return switch (condition) {
      case LEGACY_KNOWN, FIRST_SYNC -> condition.unmet();
      case RUNNING ->
          bridge.problems().isEmpty()
              ? condition.unmet()
              : condition.unmet() + ": " + String.join("; ", bridge.problems());
      case NOTHING_HELD -> condition.unmet() + ": " + bridge.held();
      case EQUAL -> condition.unmet() + ": %d differences".formatted(bridge.differences());
    };
  }

  /** Whether it can be done, as far as can be seen from here. */
  public boolean isPossible() {
    return unmet.isEmpty();
  }

  /** Whether there is anything to do. */
  public boolean isNothing() {
    return from == to;
  }
}
