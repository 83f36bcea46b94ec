package io.landbridge.migrate.cli;

import io.landbridge.migrate.bridge.BridgeMove;
import io.landbridge.migrate.report.BridgeMoveResult;
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
        "Cannot be undone. Go on from CUT_OVER to DONE: what was exported to the legacy cluster is taken away there,"
            + " and what was imported is forgotten here. Refused while somebody is alive in the"
            + " legacy cluster alone, as any member of this one knows it. Shows what it would do"
            + " unless --yes is given.")
final class BridgeFinishCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--yes", description = "Do it. Without this option nothing is changed.")
  boolean yes;

  @Option(
      names = "--leave-behind",
      description =
          "Finish although clients are still registered in the legacy cluster, too; refused all the"
              + " same while one is registered there alone.")
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
            yes);
    terminal.out().print(output.report(terminal).bridgeMove("bridge-finish", result));
    return BridgeMoves.exitCode(result);
  }
}
