package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.option.OutputOptions;
import io.landbridge.migrate.cli.option.ServerOptions;
import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends what suspend did. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description =
        "Show derived instances again on every member, after suspend. Works without a leader. One"
            + " reachable server is enough to find the others. Dry run unless --yes is given.")
final class ResumeCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Mixin YesOption yes = new YesOption();

  private final Terminal terminal;

  ResumeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    return Suspensions.run("resume", false, yes, server, output, terminal);
  }
}
