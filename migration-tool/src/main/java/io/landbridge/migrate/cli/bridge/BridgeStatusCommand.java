package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.terminal.ExitCode;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.BridgeNextSteps;
import io.landbridge.migrate.report.result.BridgeStatusResult;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows how the bridge stands. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description =
        "Show the bridge's phase, lag and differences. Also shows the numbers of imported, exported"
            + " and held instances, and the state of each server given.")
final class BridgeStatusCommand implements Callable<Integer> {

  private static final int MAX_DIFFERENCES = 1_000;

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private final Terminal terminal;

  BridgeStatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    List<PluginBridge> members = new ArrayList<>();
    for (ServerAddress each : cluster.servers()) {
      members.add(cluster.bridge().status(each));
    }
    PluginBridge active = cluster.bridge().activeStatus(cluster.servers().get(0));
    BridgeStatusResult result =
        BridgeStatusResult.of(active, members, differences(cluster, active));
    terminal
        .out()
        .print(
            output
                .report(terminal)
                .bridgeStatus(result, BridgeNextSteps.afterStatus(result, server.invocation())));
    return result.isTroubled() ? ExitCode.FAILED : ExitCode.OK;
  }

  /** Only the active member has a list; nothing else of the status depends on it. */
  private static List<PluginBridgeDifference> differences(Cluster cluster, PluginBridge active)
      throws RegistryException {
    if (active.differences() == 0) {
      return List.of();
    }
    try {
      return cluster.bridge().differences(active.asked(), MAX_DIFFERENCES);
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return List.of();
    }
  }
}
