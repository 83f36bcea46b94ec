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
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Begins or ends a pause. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description =
        "Pause the bridge: exported instances stay alive, nothing new is transferred. Imported"
            + " instances stay visible. --end resumes the bridge. Dry run unless --yes is given.")
final class BridgePauseCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin YesOption yes = new YesOption();

  @Option(names = "--end", description = "Resume a paused bridge.")
  boolean end;

  private final Terminal terminal;

  BridgePauseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    PluginBridge before = BridgeMoves.look(cluster);
    boolean paused = !end;
    BridgeMoveResult result;
    if (paused && (before.phase() == BridgePhase.OFF || before.phase() == BridgePhase.DONE)) {
      String why = "the bridge is in " + before.phase() + ": no bridge is running";
      result = BridgeMoves.result(!yes.isGiven(), "FAILED", before, before, "", List.of(why));
    } else if (before.paused() == paused) {
      result = BridgeMoves.result(!yes.isGiven(), "UNCHANGED", before, before, "", List.of());
    } else if (yes.isGiven()) {
      result =
          BridgeMoves.attempt(
              cluster, before, "", (bridge, seen) -> bridge.pause(seen.asked(), paused));
    } else {
      result =
          new BridgeMoveResult(
              true,
              "WOULD_CHANGE",
              before.phase().name(),
              before.phase().name(),
              paused,
              "",
              List.of());
    }
    yes.pending(result);
    return BridgeMoves.report(
        terminal,
        output,
        "bridge-pause",
        result,
        BridgeNextSteps.afterPause(result, server.invocation()));
  }
}
