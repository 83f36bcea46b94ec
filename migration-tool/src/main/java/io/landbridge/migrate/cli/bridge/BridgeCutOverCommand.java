package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.bridge.BridgeMove;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.BridgeNextSteps;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.plugin.PluginBridge;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says that this cluster is the one to use. */
@Command(
    name = "cut-over",
    mixinStandardHelpOptions = true,
    description =
        "Go from DUAL_WRITE to CUT_OVER: record this cluster as the primary cluster. No client is"
            + " contacted or moved: both clusters show the same instances until 'bridge finish'."
            + " Refused while the two clusters differ or exports are pending on a member. Dry run"
            + " unless --yes is given.")
final class BridgeCutOverCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin YesOption yes = new YesOption();

  private final Terminal terminal;

  BridgeCutOverCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    PluginBridge before = BridgeMoves.look(cluster);
    BridgeMoveResult result =
        BridgeMoves.go(
            cluster,
            before,
            BridgeMove.of(
                before,
                BridgePhase.CUT_OVER,
                false,
                BridgeMoves.ofEach(cluster, BridgeMove::waiting),
                false),
            yes.isGiven());
    yes.pending(result);
    return BridgeMoves.report(
        terminal,
        output,
        "bridge-cut-over",
        result,
        BridgeNextSteps.afterCutOver(result, server.invocation()));
  }
}
