package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes the plugin do nothing anybody can see. */
@Command(
    name = "suspend",
    mixinStandardHelpOptions = true,
    description =
        "Hide all derived instances on every member immediately, until resume. Works without a"
            + " leader. Translation switches stay unchanged. One reachable server is enough to"
            + " find the others. Dry run unless --yes is given.")
final class SuspendCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin YesOption yes = new YesOption();

  private final Terminal terminal;

  SuspendCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    return Suspensions.run("suspend", true, yes, server, output, terminal);
  }
}
