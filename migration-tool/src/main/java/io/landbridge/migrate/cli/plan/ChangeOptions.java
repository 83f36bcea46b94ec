package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.option.YesOption;
import io.landbridge.migrate.cli.terminal.CommandException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether and how a change is made. */
@Command
final class ChangeOptions {

  private static final int MAX_SECONDS = 24 * 60 * 60;

  @Mixin YesOption yes = new YesOption();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Time limit per application (default: 60).")
  int timeoutSeconds = 60;

  Duration timeout() throws CommandException {
    if (timeoutSeconds < 1 || timeoutSeconds > MAX_SECONDS) {
      throw CommandException.usage(
          "invalid time limit " + timeoutSeconds, "--timeout", "give 1 to " + MAX_SECONDS);
    }
    return Duration.ofSeconds(timeoutSeconds);
  }
}
