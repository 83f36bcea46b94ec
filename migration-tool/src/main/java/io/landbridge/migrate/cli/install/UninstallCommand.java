package io.landbridge.migrate.cli.install;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.install.Installation;
import io.landbridge.migrate.report.NextSteps;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes the plugin out of a server. */
@Command(
    name = "uninstall",
    mixinStandardHelpOptions = true,
    description =
        "Remove the plugin and everything that 'install' wrote from a Nacos server directory. Does"
            + " not contact or restart a server. Run 'rollback' for all applications first.")
final class UninstallCommand implements Callable<Integer> {

  @Mixin HomeOptions home = new HomeOptions();
  @Mixin OutputOptions output = new OutputOptions();

  private final Terminal terminal;

  UninstallCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    return home.run(
        "uninstall", output, terminal, Installation::uninstall, NextSteps::afterUninstall);
  }
}
