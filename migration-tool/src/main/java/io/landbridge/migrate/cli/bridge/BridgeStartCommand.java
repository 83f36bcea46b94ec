package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.bridge.BridgeMove;
import io.landbridge.migrate.cli.connect.Cluster;
import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.BridgeNextSteps;
import io.landbridge.migrate.report.result.BridgeMoveResult;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Begins. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description =
        "Start the bridge, or go from SHADOW to DUAL_WRITE. With --legacy: read and compare a 1.x"
            + " cluster (SHADOW); clients notice nothing. Then, without --legacy: each cluster"
            + " shows the instances of the other (DUAL_WRITE). Never goes back a phase. Every member"
            + " reads the password for the legacy cluster from the file in"
            + " landbridge.bridge.password-file. Dry run unless --yes is given.")
final class BridgeStartCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--legacy",
      paramLabel = "URL[,URL...]",
      description = "Servers of the 1.x cluster, all of them: [http[s]://]host[:8848][/nacos].")
  @Nullable String legacy;

  @Option(
      names = "--legacy-username",
      paramLabel = "USER",
      description = "User name that the members use for the legacy cluster (default: no login).")
  String username = "";

  @Mixin YesOption yes = new YesOption();

  private final Terminal terminal;

  BridgeStartCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    List<ServerAddress> ours = server.connection(terminal).servers();
    List<String> servers =
        legacy == null
            ? List.of()
            : LegacyOptions.servers(legacy, ours).stream().map(ServerAddress::toString).toList();
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    PluginBridge before = BridgeMoves.look(cluster);
    if (servers.isEmpty()
        && (before.phase() == BridgePhase.OFF || before.phase() == BridgePhase.DONE)) {
      throw CommandException.usage(
          "the bridge is in " + before.phase(), "--legacy", "name the 1.x cluster with --legacy");
    }
    BridgeMove move = BridgeMove.start(before, !servers.isEmpty(), isAnother(before, servers));
    BridgeMoveResult result =
        BridgeMoves.make(
            cluster,
            before,
            move,
            yes.isGiven(),
            (bridge, seen) ->
                servers.isEmpty()
                    ? bridge.go(seen.asked(), move.to())
                    : bridge.begin(seen.asked(), servers, username));
    yes.pending(result);
    return BridgeMoves.report(
        terminal,
        output,
        "bridge-start",
        result,
        BridgeNextSteps.afterStart(result, server.invocation()));
  }

  /** Whether these are not the servers and the user that the bridge has. */
  private boolean isAnother(PluginBridge bridge, List<String> servers) {
    return !servers.isEmpty()
        && !(Set.copyOf(servers).equals(spelled(bridge.servers()))
            && username.equals(bridge.username()));
  }

  /** As this command spells addresses; whoever began may have left the port out. */
  private static Set<String> spelled(List<String> servers) {
    Set<String> all = new HashSet<>();
    for (String each : servers) {
      try {
        all.add(ServerAddress.parse(each).toString());
      } catch (IllegalArgumentException e) {
        all.add(each);
      }
    }
    return all;
  }
}
