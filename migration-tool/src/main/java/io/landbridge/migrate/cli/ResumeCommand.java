package io.landbridge.migrate.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends what suspend did. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description =
        "Show again what suspend has taken out of the answers and pushes of all members. Needs no"
            + " leader. Asks every member; one server that answers is enough: it names the others."
            + " Shows what it would do unless --yes is given.")
final class ResumeCommand implements Callable<Integer> {

  @Mixin ServerOptions server = new ServerOptions();
  @Mixin OutputOptions output = new OutputOptions();

  @Option(names = "--yes", description = "Do it. Without this option nothing is changed.")
  boolean yes;

  private final Terminal terminal;

  ResumeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    return Suspensions.run("resume", false, yes, server, output, terminal);
  }
}
