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
import picocli.CommandLine.Option;

/** Ends the migration. */
@Command(
    name = "finish",
    mixinStandardHelpOptions = true,
    description =
        "Cannot be undone: end the bridge, from CUT_OVER to DONE. Exported instances are removed"
            + " from the legacy cluster, imported instances from this cluster. Refused while a"
            + " client is registered in the legacy cluster only. Dry run unless --yes is given.")
final class BridgeFinishCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin YesOption yes = new YesOption();

  @Option(
      names = "--leave-behind",
      description =
          "Finish although clients are still registered in both clusters. A client that is"
              + " registered in the legacy cluster only still blocks the command.")
  boolean leaveBehind;

  private final Terminal terminal;

  BridgeFinishCommand(Terminal terminal) {
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
                BridgePhase.DONE,
                false,
                BridgeMoves.ofEach(cluster, BridgeMove::absent),
                leaveBehind),
            yes.isGiven());
    yes.pending(result);
    return BridgeMoves.report(
        terminal,
        output,
        "bridge-finish",
        result,
        BridgeNextSteps.afterFinish(result, server.invocation()));
  }
}
