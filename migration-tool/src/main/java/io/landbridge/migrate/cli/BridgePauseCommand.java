package io.landbridge.migrate.cli;

import io.landbridge.migrate.report.BridgeMoveResult;
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
        "Stand still: nothing is carried over in either direction, but what was exported is kept"
            + " alive and what was imported is shown. --end goes on. Shows what it would do unless"
            + " --yes is given.")
final class BridgePauseCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--yes", description = "Do it. Without this option nothing is changed.")
  boolean yes;

  @Option(names = "--end", description = "Go on.")
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
      String why = "the bridge is in " + before.phase() + ": there is nothing to pause";
      result = BridgeMoves.result(!yes, "FAILED", before, before, "", List.of(why));
    } else if (before.paused() == paused) {
      result = BridgeMoves.result(!yes, "UNCHANGED", before, before, "", List.of());
    } else if (yes) {
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
    terminal.out().print(output.report(terminal).bridgeMove("bridge-pause", result));
    return BridgeMoves.exitCode(result);
  }
}
