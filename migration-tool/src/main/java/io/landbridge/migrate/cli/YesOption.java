package io.landbridge.migrate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether a change is made, and not only shown. */
@Command
final class YesOption {

  @Option(
      names = "--yes",
      description = "Apply the change. Without this option the command is a dry run.")
  boolean given;
}
