package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.upgrade.Upgrade;
import io.landbridge.compat.upgrade.UpgradeReport;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The runbook of docs/in-place-upgrade.md, as it stands there, against three servers of 1.4.1.
 * {@code compat-tests/run upgrade} does the same for both lines, and goes back from half way.
 */
@Tag("alone")
class RollingUpgradeE2E {

  @TempDir Path work;

  @Test
  void nobodyNoticesThatThreeServersAreReplacedInPlace() {
    UpgradeReport report = new Upgrade(NacosVersion.V3_1_0, 0, work, System.out::println).run();
    System.out.println(report);
    assertThat(report.calls()).isGreaterThan(1_000);
    assertThat(report.lists()).isGreaterThan(500);
    assertThat(report.failures()).isEmpty();
    assertThat(report.missing()).isEmpty();
    assertThat(report.left()).isEmpty();
  }
}
