package io.landbridge.migrate.cli.bridge;

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

/** Goes back a phase. */
@Command(
    name = "back",
    mixinStandardHelpOptions = true,
    description =
        "Go back one phase: CUT_OVER to DUAL_WRITE, DUAL_WRITE to SHADOW, SHADOW to OFF. Does not"
            + " undo 'bridge finish': from DONE the bridge goes to OFF, where a new bridge can"
            + " start. Requires a leader of the catalog. Dry run unless --yes is given.")
final class BridgeBackCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin YesOption yes = new YesOption();

  private final Terminal terminal;

  BridgeBackCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    PluginBridge before = BridgeMoves.look(cluster);
    BridgePhase to =
        switch (before.phase()) {
          case CUT_OVER -> BridgePhase.DUAL_WRITE;
          case DUAL_WRITE -> BridgePhase.SHADOW;
          case SHADOW, DONE, OFF -> BridgePhase.OFF;
        };
    BridgeMoveResult result = BridgeMoves.go(cluster, before, to, yes.isGiven());
    yes.pending(result);
    return BridgeMoves.report(
        terminal,
        output,
        "bridge-back",
        result,
        BridgeNextSteps.afterBack(result, server.invocation()));
  }
}
