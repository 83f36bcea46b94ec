package io.landbridge.migrate.cli;

import io.landbridge.migrate.campaign.CampaignSettings;
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
          "How long to look for trouble once consumers have waited as long as their rules say, and"
              + " after a wave; 5 if not given.")
  int soakSeconds = 5;

  @Option(
      names = "--throttle",
      paramLabel = "SECONDS",
      description = "How long to wait between two applications; 0 if not given.")
  int throttleSeconds;

  @Option(
      names = "--pause-file",
      paramLabel = "FILE",
      description = "While this file exists nothing more is begun.")
  @Nullable Path pauseFile;

  @Option(
      names = "--before-wave",
      paramLabel = "PROGRAM",
      description =
          "Run this program before each wave; the wave is not begun unless it ends with 0. It gets"
              + " LANDBRIDGE_PHASE, LANDBRIDGE_WAVE and LANDBRIDGE_APPLICATIONS in its"
              + " environment.")
  @Nullable String beforeWave;

  @Option(
      names = "--after-wave",
      paramLabel = "PROGRAM",
      description =
          "Run this program after each wave; no other wave is begun unless it ends with 0.")
  @Nullable String afterWave;

  @Option(
      names = "--hook-argument",
      paramLabel = "ARG",
      description = "An argument for these programs; may be repeated.")
  List<String> hookArguments = new ArrayList<>();

  @Option(
      names = "--hook-timeout",
      paramLabel = "SECONDS",
      description = "How long such a program may take; 300 if not given. Then it is ended.")
  int hookSeconds = 300;

  /**
   * The settings of a run.
   *
   * @param patience how long both models may take to become equal
   * @param forced whether others than Dubbo's may share the service of an application
   * @param moved whether consumers may go to the application level at once
   */
  CampaignSettings settings(Duration patience, boolean forced, boolean moved)
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
        () -> file != null && Files.exists(file));
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
      throw CommandException.usage("bad time " + value, option, "give 0 to " + MAX_SECONDS);
    }
    return Duration.ofSeconds(value);
  }
}
