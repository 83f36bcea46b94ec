package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.run.CampaignSettings;
import io.landbridge.migrate.run.Guard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How carefully a plan is carried out. */
@Command
final class CampaignOptions {

  private static final int MAX_SECONDS = 24 * 60 * 60;
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration FRESHNESS = Duration.ofSeconds(30);

  @Option(
      names = "--soak",
      paramLabel = "SECONDS",
      description =
          "Watch for problems for SECONDS after each wave (default: 5). The time starts after the"
              + " delay of the consumers' rules.")
  int soakSeconds = 5;

  @Option(
      names = "--throttle",
      paramLabel = "SECONDS",
      description = "Wait SECONDS between two applications (default: 0).")
  int throttleSeconds;

  @Option(
      names = "--pause-file",
      paramLabel = "FILE",
      description = "Start no further step while FILE exists.")
  @Nullable Path pauseFile;

  @Option(
      names = "--before-wave",
      paramLabel = "PROGRAM",
      description =
          "Run this program before each wave. The wave starts only if the program exits with 0. Its"
              + " environment has LANDBRIDGE_PHASE, LANDBRIDGE_WAVE and LANDBRIDGE_APPLICATIONS.")
  @Nullable String beforeWave;

  @Option(
      names = "--after-wave",
      paramLabel = "PROGRAM",
      description =
          "Run this program after each wave. The next wave starts only if the program exits"
              + " with 0.")
  @Nullable String afterWave;

  @Option(
      names = "--hook-argument",
      paramLabel = "ARG",
      description = "Pass this argument to the hook programs (repeatable).")
  List<String> hookArguments = new ArrayList<>();

  @Option(
      names = "--hook-timeout",
      paramLabel = "SECONDS",
      description = "Stop a hook program after SECONDS (default: 300).")
  int hookSeconds = 300;

  /**
   * The settings of a run.
   *
   * @param patience how long both models may take to become equal
   * @param forced whether others than Dubbo's may share the service of an application
   * @param moved whether consumers may go to the application level at once
   * @param guard a measurement that must be in bounds before each step
   */
  CampaignSettings settings(Duration patience, boolean forced, boolean moved, Guard.Limited guard)
      throws CommandException {
    Path file = pauseFile;
    return new CampaignSettings(
        patience,
        seconds("--soak", soakSeconds),
        seconds("--throttle", throttleSeconds),
        POLL,
        FRESHNESS,
        forced,
        moved,
        () -> file != null && Files.exists(file),
        guard);
  }

  ProgramHook hook(Terminal terminal) throws CommandException {
    return new ProgramHook(
        beforeWave == null ? "" : beforeWave,
        afterWave == null ? "" : afterWave,
        hookArguments,
        seconds("--hook-timeout", Math.max(1, hookSeconds)),
        terminal);
  }

  /** How long a program may take, if there is any. */
  Duration hookLimit(ProgramHook hook) {
    return beforeWave == null && afterWave == null ? Duration.ZERO : hook.limit();
  }

  private static Duration seconds(String option, int value) throws CommandException {
    if (value < 0 || value > MAX_SECONDS) {
      throw CommandException.usage("invalid time " + value, option, "give 0 to " + MAX_SECONDS);
    }
    return Duration.ofSeconds(value);
  }
}
