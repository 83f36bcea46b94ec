package io.landbridge.migrate.cli;

import io.landbridge.migrate.bridge.BridgeMove;
import io.landbridge.migrate.report.BridgeMoveResult;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says that this cluster is the one to use. */
@Command(
    name = "cut-over",
    mixinStandardHelpOptions = true,
    description =
        "Go on from DUAL_WRITE to CUT_OVER: clients are expected to leave the legacy cluster."
            + " Refused while anything differs between the two clusters or exports wait on a member."
            + " Shows what it would do"
            + " unless --yes is given.")
final class BridgeCutOverCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--yes", description = "Do it. Without this option nothing is changed.")
  boolean yes;

  private final Terminal terminal;

  BridgeCutOverCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    PluginBridge before = BridgeMoves.look(cluster);
    BridgeMoveResult result =
        BridgeMoves.make(
            cluster,
            before,
            BridgeMove.of(before, BridgePhase.CUT_OVER, false, waiting(cluster), false),
            yes,
            (bridge, seen) -> bridge.go(seen.asked(), BridgePhase.CUT_OVER));
    terminal.out().print(output.report(terminal).bridgeMove("bridge-cut-over", result));
    return BridgeMoves.exitCode(result);
  }

  /** Each member knows alone what it has yet to export. */
  private static List<String> waiting(Cluster cluster) throws RegistryException {
    ServerAddress asked = cluster.servers().get(0);
    List<PluginBridge> members = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    for (PluginGroup.ListedMember each : cluster.plugin().group(asked).members()) {
      if (each.up()) {
        try {
          members.add(cluster.bridge().status(asked.sibling(each.member())));
        } catch (RegistryException e) {
          if (e.kind() == Kind.INTERRUPTED) {
            throw e;
          }
          silent.add("it is not known how many on %s (%s)".formatted(each.member(), e.what()));
        }
      }
    }
    silent.addAll(0, BridgeMove.waiting(members));
    return silent;
  }
}
