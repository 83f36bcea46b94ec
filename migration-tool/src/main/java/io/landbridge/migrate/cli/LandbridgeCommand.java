package io.landbridge.migrate.cli;

import io.landbridge.migrate.cli.terminal.ToolVersion;
import io.landbridge.migrate.cli.terminal.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a verb. */
@Command(
    name = "landbridge",
    mixinStandardHelpOptions = true,
    versionProvider = ToolVersion.class,
    description =
        "Migrate a Dubbo fleet on Nacos from interface-level to application-level registration.",
    footer = {
      "",
      "Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 drift, 4 partly done, 5 precondition not met,"
          + " 6 ended by the guard, 130 interrupted."
    })
final class LandbridgeCommand implements Runnable {

  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw UsageException.noVerb(spec);
  }
}
