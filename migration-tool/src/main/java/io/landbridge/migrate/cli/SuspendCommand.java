package io.landbridge.migrate.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes the plugin do nothing anybody can see. */
@Command(
    name = "suspend",
    mixinStandardHelpOptions = true,
    description =
        "Take everything derived out of the answers and pushes of all members at once, as if the"
            + " plugin were not there, until resume. Needs no leader; the switches of the"
            + " applications stay as they are. Asks every member; one server that answers is"
            + " enough: it names the others. Shows what it would do unless --yes is given.")
final class SuspendCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--yes", description = "Do it. Without this option nothing is changed.")
  boolean yes;

  private final Terminal terminal;

  SuspendCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    return Suspensions.run("suspend", true, yes, server, output, terminal);
  }
}
