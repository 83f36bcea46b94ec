package io.landbridge.migrate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verbs of the bridge. */
@Command(
    name = "bridge",
    mixinStandardHelpOptions = true,
    description = "Keep a Nacos 1.x cluster and this cluster in sync while you migrate.")
final class BridgeCommand implements Runnable {

  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no subcommand given");
  }
}
