package io.landbridge.compat.load.migration;

import io.landbridge.compat.RunCommand;
import io.landbridge.compat.load.migration.FleetMigration.Settings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Kills migrations of a fleet: {@code compat-tests/run fleet}. */
@Command(
    name = "fleet",
    description =
        "Migrates a generated fleet with real Dubbo programs among it on servers of 3.1.0: once"
            + " undisturbed, and once with landbridge killed (-9) at random points and begun again."
            + " Both must end alike, and no call may fail. The last line is 'N passed, N failed,"
            + " N skipped'.",
    mixinStandardHelpOptions = true)
public final class FleetCommand implements Callable<Integer> {

  @Option(
      names = "--applications",
      paramLabel = "N",
      defaultValue = "200",
      description = "generated applications (default: ${DEFAULT-VALUE})")
  private int applications;

  @Option(
      names = "--interfaces",
      paramLabel = "N",
      defaultValue = "2000",
      description = "interfaces of all of them (default: ${DEFAULT-VALUE})")
  private int interfaces;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "5000",
      description = "provider processes of all of them (default: ${DEFAULT-VALUE})")
  private int processes;

  @Option(
      names = "--members",
      paramLabel = "N",
      defaultValue = "3",
      description = "servers, 1 or 3 (default: ${DEFAULT-VALUE})")
  private int members;

  @Option(
      names = "--per-wave",
      paramLabel = "N",
      defaultValue = "25",
      description = "applications of a wave at most (default: ${DEFAULT-VALUE})")
  private int perWave;

  @Option(
      names = "--soak",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description =
          "how long landbridge looks for trouble after each change (default: ${DEFAULT-VALUE})")
  private int soak;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "20",
      description = "how often it is killed (default: ${DEFAULT-VALUE})")
  private int kills;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "of the points at which it is killed (default: another one each time)")
  private @Nullable Long seed;

  private FleetCommand() {}

  /**
   * Runs and exits: 0 passed, 1 failed, 2 wrong usage.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    RunCommand.runAndExit(new FleetCommand(), args);
  }

  @Override
  public Integer call() {
    long seeded = seed == null ? System.nanoTime() & 0xffff_ffffL : seed;
    if ((members != 1 && members != 3) || kills < 0 || kills > 1_000 || perWave < 1 || soak < 0) {
      throw new IllegalArgumentException(
          "1 or 3 members, 0 to 1000 kills, at least one application in a wave, no time below 0");
    }
    GeneratedFleet fleet = new GeneratedFleet(applications, interfaces, processes);
    Path work = RunCommand.logs("fleet").resolve("fleet-" + System.currentTimeMillis());
    RunCommand.say(
        "%s in %d services, %d kills, seed %d".formatted(fleet, fleet.services(), kills, seeded));
    boolean good = false;
    try {
      FleetMigrationReport report =
          new FleetMigration(
                  new Settings(fleet, members, perWave, soak, kills, seeded), work, RunCommand::say)
              .run();
      RunCommand.say(report.toString());
      good = report.isGood();
    } catch (MigrationException e) {
      RunCommand.say(String.valueOf(e.getMessage()));
    }
    RunCommand.say("logs: " + work + ", seed " + seeded);
    System.out.printf("%d passed, %d failed, 0 skipped%n", good ? 1 : 0, good ? 0 : 1);
    return good ? 0 : 1;
  }
}
