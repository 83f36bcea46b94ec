package io.landbridge.migrate.cli;

import io.landbridge.migrate.report.StatusResult;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows how the plugin is. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Show the plugin state of every server given, and the known applications.")
final class StatusCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private final Terminal terminal;

  StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Cluster cluster = new Cluster(server, terminal, output.progress(terminal));
    List<StatusResult.Server> servers = new ArrayList<>();
    boolean active = false;
    boolean missing = false;
    boolean silent = false;
    for (ServerAddress each : cluster.servers()) {
      try {
        PluginStatus status = cluster.plugin().status(each);
        servers.add(StatusResult.Server.of(status));
        active |= status.canSwitch();
        missing |= !status.isActive();
      } catch (RegistryException e) {
        if (e.kind() == Kind.PLUGIN_MISSING) {
          servers.add(StatusResult.Server.silent(each.toString(), "MISSING", e.what()));
          missing = true;
        } else if (e.kind() == Kind.UNREACHABLE || e.kind() == Kind.UNAVAILABLE) {
          servers.add(StatusResult.Server.silent(each.toString(), "UNREACHABLE", e.what()));
          silent = true;
        } else {
          throw e;
        }
      }
    }
    List<StatusResult.Application> applications =
        active
            ? cluster.plugin().applications().stream().map(StatusResult.Application::of).toList()
            : List.of();
    terminal.out().print(output.report(terminal).status(new StatusResult(servers, applications)));
    return silent ? ExitCode.FAILED : missing ? ExitCode.PRECONDITION : ExitCode.OK;
  }
}
