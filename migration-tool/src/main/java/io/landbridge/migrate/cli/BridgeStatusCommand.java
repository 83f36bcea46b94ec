package io.landbridge.migrate.cli;

import io.landbridge.migrate.report.BridgeStatusResult;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
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
        "Show the bridge's phase, lag and differences. Also shows the amounts on each side, held"
            + " instances, and the state of each server given.")
final class BridgeStatusCommand implements Callable<Integer> {

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
    BridgeStatusResult result = BridgeStatusResult.of(active, members);
    terminal.out().print(output.report(terminal).bridgeStatus(result));
    return result.isTroubled() ? ExitCode.FAILED : ExitCode.OK;
  }
}
