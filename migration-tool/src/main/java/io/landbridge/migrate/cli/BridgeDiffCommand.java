package io.landbridge.migrate.cli;

import io.landbridge.migrate.report.BridgeDiffResult;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what differs. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description =
        "List what is not the same in this cluster and the legacy one: instance, field, both values"
            + " and why. Asks the active member.")
final class BridgeDiffCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private static final int MOST = 100_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many differences to list; 1000 if not given.")
  int limit = 1_000;

  private final Terminal terminal;

  BridgeDiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server.connection(terminal), output.progress(terminal));
    if (limit < 1 || limit > MOST) {
      throw CommandException.usage("bad limit " + limit, "--limit", "give 1 to " + MOST);
    }
    PluginBridge bridge = BridgeMoves.look(cluster);
    if (!bridge.phase().imports()) {
      throw CommandException.precondition(
          "the bridge is in " + bridge.phase() + ", so nothing is compared",
          bridge.asked().toString(),
          "begin with 'landbridge bridge start'");
    }
    List<PluginBridgeDifference> found = cluster.bridge().differences(bridge.asked(), limit + 1);
    List<PluginBridgeDifference> shown = found.subList(0, Math.min(limit, found.size()));
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .bridgeDiff(new BridgeDiffResult(found.isEmpty(), found.size() <= limit, shown)));
    return found.isEmpty() ? ExitCode.OK : ExitCode.DRIFT;
  }
}
