package io.landbridge.migrate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verbs of the bridge. */
@Command(
    name = "bridge",
    mixinStandardHelpOptions = true,
    description =
        "Join a Nacos 1.x cluster and this one, so that clients and servers can move from one to"
            + " the other step by step.")
final class BridgeCommand implements Runnable {

  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb is given");
  }
}
