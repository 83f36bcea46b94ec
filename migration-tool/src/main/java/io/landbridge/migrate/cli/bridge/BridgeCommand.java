package io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.cli.terminal.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The verbs of the bridge. */
@Command(
    name = "bridge",
    mixinStandardHelpOptions = true,
    description = "Keep a Nacos 1.x cluster and this cluster in sync while you migrate.")
public final class BridgeCommand implements Runnable {

  @Spec CommandSpec spec;

  private BridgeCommand() {}

  /** The verb with its own verbs. */
  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new BridgeCommand())
        .addSubcommand(new BridgeCheckCommand(terminal))
        .addSubcommand(new BridgeStartCommand(terminal))
        .addSubcommand(new BridgeStatusCommand(terminal))
        .addSubcommand(new BridgeDiffCommand(terminal))
        .addSubcommand(new BridgePauseCommand(terminal))
        .addSubcommand(new BridgeCutOverCommand(terminal))
        .addSubcommand(new BridgeBackCommand(terminal))
        .addSubcommand(new BridgeFinishCommand(terminal));
  }

  @Override
  public void run() {
    throw UsageException.noVerb(spec);
  }
}
