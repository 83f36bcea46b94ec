package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.churn.Churn;
import io.landbridge.compat.churn.ChurnReport;
import io.landbridge.compat.cluster.NacosVersion;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A few hundred random operations on both sides of a bridge. {@code compat-tests/run churn} does
 * ten thousand.
 */
class ChurnE2E {

  private static final long SEED = 20_260_731;

  @Test
  void everyStateIsExplainedAndBothSidesAreEqualInTheEnd() {
    ChurnReport report =
        new Churn(
                new Churn.Settings(
                    NacosVersion.V3_1_0, 1, 300, SEED, 16, 0.15, Duration.ofSeconds(60)),
                System.out::println)
            .run();
    System.out.println(report);
    assertThat(report.operations()).isEqualTo(300);
    assertThat(report.ways()).containsKeys("old_to_new", "new_to_old");
    assertThat(report.unexplained()).isEmpty();
    assertThat(report.wrong()).isEmpty();
    assertThat(report.digests()).isEmpty();
  }
}
