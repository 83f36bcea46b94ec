package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.bridge.BridgeMove;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.NextStep;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.UnusableMember;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeClient;
import io.landbridge.registry.plugin.PluginGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the verbs that change the bridge have in common: look, say, and change when told to. */
final class BridgeMoves {

  private BridgeMoves() {}

  /** Makes the change; asks the member that was looked at. */
  interface Change {
    PluginBridge make(PluginBridgeClient bridge, PluginBridge before) throws RegistryException;
  }

  static PluginBridge look(Cluster cluster) throws RegistryException, CommandException {
    cluster.require().runningPlugin();
    return cluster.bridge().activeStatus(cluster.servers().get(0));
  }

  /** A step that needs nothing from the other members. */
  static BridgeMoveResult go(Cluster cluster, PluginBridge before, BridgePhase to, boolean yes)
      throws RegistryException {
    return go(cluster, before, BridgeMove.of(before, to, false, List.of(), false), yes);
  }

  static BridgeMoveResult go(Cluster cluster, PluginBridge before, BridgeMove move, boolean yes)
      throws RegistryException {
    return make(cluster, before, move, yes, (bridge, seen) -> bridge.go(seen.asked(), move.to()));
  }

  /** What each member knows alone, and which of those that are up do not say it. */
  static List<String> ofEach(
      Cluster cluster, Function<Collection<PluginBridge>, List<String>> lines)
      throws RegistryException {
    ServerAddress asked = cluster.servers().get(0);
    List<PluginBridge> members = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    for (PluginGroup.ListedMember each : cluster.plugin().group(asked).members()) {
      if (each.up()) {
        Optional<ServerAddress> address = asked.findSibling(each.member());
        if (address.isEmpty()) {
          String unusable = new UnusableMember(each.member()).shown();
          silent.add("the number on %s is unknown (%s)".formatted(unusable, UnusableMember.REASON));
          continue;
        }
        try {
          members.add(cluster.bridge().status(address.get()));
        } catch (RegistryException e) {
          if (e.kind() == Kind.INTERRUPTED) {
            throw e;
          }
          silent.add("the number on %s is unknown (%s)".formatted(each.member(), e.what()));
        }
      }
    }
    silent.addAll(0, lines.apply(members));
    return silent;
  }

  static BridgeMoveResult make(
      Cluster cluster, PluginBridge before, BridgeMove move, boolean yes, Change change)
      throws RegistryException {
    if (!move.isPossible()) {
      return result(!yes, "FAILED", before, before, move.effect(), move.unmet());
    }
    if (move.isNothing()) {
      return result(!yes, "UNCHANGED", before, before, "", List.of());
    }
    if (!yes) {
      return new BridgeMoveResult(
          true,
          "WOULD_CHANGE",
          before.phase().name(),
          move.to().name(),
          before.paused(),
          move.effect(),
          List.of());
    }
    return attempt(cluster, before, move.effect(), change);
  }

  /** Makes a change that is possible as far as is known. */
  static BridgeMoveResult attempt(
      Cluster cluster, PluginBridge before, String effect, Change change) throws RegistryException {
    try {
      PluginBridge after = change.make(cluster.bridge(), before);
      return result(false, "CHANGED", before, after, effect, List.of());
    } catch (RegistryException e) {
      if (e.kind() != Kind.CONFLICT && e.kind() != Kind.REFUSED) {
        throw e;
      }
      // It changed since it was looked at, or the server knows better.
      return result(false, "FAILED", before, before, effect, List.of(e.what()));
    }
  }

  static BridgeMoveResult result(
      boolean dryRun,
      String result,
      PluginBridge before,
      PluginBridge after,
      String effect,
      List<String> problems) {
    return new BridgeMoveResult(
        dryRun,
        result,
        before.phase().name(),
        after.phase().name(),
        after.paused(),
        effect,
        problems);
  }

  /**
   * Prints the result of a verb.
   *
   * @return the exit code of the verb
   */
  static int report(
      Terminal terminal,
      OutputOptions output,
      String verb,
      BridgeMoveResult result,
      NextStep next) {
    terminal.out().print(output.report(terminal).bridgeMove(verb, result, next));
    return result.result().equals("FAILED") ? ExitCode.PRECONDITION : ExitCode.OK;
  }
}
