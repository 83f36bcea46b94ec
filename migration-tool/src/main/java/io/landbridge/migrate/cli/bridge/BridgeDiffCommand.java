package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.bridge.ContentComparison;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.BridgeNextSteps;
import io.landbridge.migrate.report.result.BridgeDiffResult;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerInfo;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what differs. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description =
        "List the differences between this cluster and the legacy cluster. Each line has the"
            + " instance, the field, both values and the reason. The exit code is 3 unless all"
            + " differences are permanent. The active member reports the differences; with"
            + " --legacy, the command reads both clusters and compares every field.")
final class BridgeDiffCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin LegacyOptions legacy = new LegacyOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private static final int MOST = 100_000;

  /** Long enough for a change on one side to be seen on the other. */
  private static final long SETTLE_MILLIS = 5_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "List at most N differences (default: 1000).")
  int limit = 1_000;

  private final Terminal terminal;

  BridgeDiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (limit < 1 || limit > MOST) {
      throw CommandException.usage("invalid limit " + limit, "--limit", "give 1 to " + MOST);
    }
    List<PluginBridgeDifference> found = legacy.isGiven() ? compared() : told();
    BridgeDiffResult result = BridgeDiffResult.of(found, limit);
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .bridgeDiff(result, BridgeNextSteps.afterDiff(result, server.invocation())));
    return exitCode(found);
  }

  /** What stays different and keeps nobody from cutting over is told, and is no failure. */
  static int exitCode(List<PluginBridgeDifference> found) {
    return found.stream().allMatch(PluginBridgeDifference::lasting) ? ExitCode.OK : ExitCode.DRIFT;
  }

  /** As the bridge itself sees it. */
  private List<PluginBridgeDifference> told() throws RegistryException, CommandException {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    PluginBridge bridge = BridgeMoves.look(cluster);
    if (!bridge.phase().imports()) {
      throw CommandException.precondition(
          "the bridge is in " + bridge.phase() + ", where nothing is compared",
          bridge.asked().toString(),
          "start the bridge with 'landbridge bridge start'");
    }
    return cluster.bridge().differences(bridge.asked(), limit + 1);
  }

  /** As both clusters show it to anybody. What differs is looked at again after a while. */
  private List<PluginBridgeDifference> compared()
      throws RegistryException, CommandException, InterruptedException {
    try (BridgedClusters clusters = BridgedClusters.open(server, legacy, terminal)) {
      ServerInfo here = clusters.registry().server();
      if (here.version().startsWith("1.")) {
        throw CommandException.precondition(
            "the server is Nacos " + here.version(),
            here.address().toString(),
            "pass the servers of the new cluster with --server and the 1.x servers with --legacy");
      }
      try {
        clusters.legacy().server();
        return compared(clusters);
      } catch (RegistryException e) {
        throw legacy.explained(e);
      }
    }
  }

  private List<PluginBridgeDifference> compared(BridgedClusters clusters)
      throws RegistryException, InterruptedException {
    ContentComparison comparison =
        new ContentComparison(
            clusters.registry(),
            clusters.legacy(),
            clusters.knownOrigin(),
            output.progress(terminal));
    SortedSet<ServiceKey> differing = comparison.differing(comparison.services());
    if (differing.isEmpty()) {
      return comparison.unread();
    }
    TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
    return comparison.differences(differing, limit + 1);
  }
}
