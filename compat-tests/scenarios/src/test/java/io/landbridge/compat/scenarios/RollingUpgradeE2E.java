package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.stall.Patience;
import io.landbridge.compat.stall.StallDetector;
import io.landbridge.compat.upgrade.Upgrade;
import io.landbridge.compat.upgrade.UpgradeReport;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The runbook of docs/in-place-upgrade.md, as it stands there, against three servers of 1.4.1.
 * {@code compat-tests/run upgrade} does the same for both lines, and goes back from half way.
 */
class RollingUpgradeE2E {

  @TempDir Path work;

  @Test
  void nobodyNoticesThatThreeServersAreReplacedInPlace() {
    // A beat that a server was taken away under goes to the next one in its turn.
    Patience patience = Patience.OF_1X.withSilence(Patience.OF_1X.beat());
    AtomicInteger run = new AtomicInteger();
    try (StallDetector stalls = StallDetector.start(patience)) {
      stalls.holds(
          "nobody notices",
          () -> {
            UpgradeReport report =
                new Upgrade(
                        NacosVersion.V3_1_0,
                        0,
                        work.resolve("run-" + run.incrementAndGet()),
                        System.out::println)
                    .run();
            System.out.println(report);
            assertThat(report.calls()).isGreaterThan(1_000);
            assertThat(report.lists()).isGreaterThan(500);
            assertThat(report.left()).isEmpty();
            return report.deviations();
          });
    }
  }
}
