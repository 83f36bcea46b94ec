package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.load.migration.FleetMigration;
import io.landbridge.compat.load.migration.FleetMigration.Settings;
import io.landbridge.compat.load.migration.FleetMigrationReport;
import io.landbridge.compat.load.migration.GeneratedFleet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small fleet is migrated undisturbed, and once more with the command killed at random points.
 * {@code compat-tests/run fleet} does the same with a large one.
 */
class FleetMigrationE2E {

  private static final int KILLS = 2;

  @TempDir Path work;

  @Test
  void endsAlikeWhetherKilledOrNot() {
    long seed = System.nanoTime() & 0xffff_ffffL;
    System.out.println("seed " + seed);
    FleetMigrationReport report =
        new FleetMigration(
                new Settings(new GeneratedFleet(4, 8, 8), 1, 2, 0, KILLS, seed),
                work,
                System.out::println)
            .run();
    System.out.println(report);
    assertThat(report.differences()).as("seed %d", seed).isEmpty();
    assertThat(report.failures()).isEmpty();
    assertThat(report.killed()).isEqualTo(KILLS);
    assertThat(report.waves()).isGreaterThan(1);
    assertThat(report.calls()).isPositive();
    // Switches, instances at both levels, documents, mappings, rules, and what the command said.
    assertThat(report.compared()).isGreaterThan(100);
  }
}
