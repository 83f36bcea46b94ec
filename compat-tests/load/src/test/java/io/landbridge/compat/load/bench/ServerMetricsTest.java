package io.landbridge.compat.load.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {

  private static final String BEFORE =
      """
      # HELP landbridge_commit_delay_within_total changes committed
      # TYPE landbridge_commit_delay_within_total counter
      landbridge_commit_delay_within_total{millis="100",} 10.0
      landbridge_commit_delay_within_total{millis="500",} 10.0
      landbridge_commit_delay_within_total{millis="1000",} 10.0
      landbridge_commit_delay_within_total{millis="+Inf",} 10.0
      landbridge_log_behind NaN
      grpc_server_requests_seconds_count{errorCode="0",requestClass="InstanceRequest",success="true",} 4.0
      """;

  private static final String AFTER =
      """
      landbridge_commit_delay_within_total{millis="100"} 10.0
      landbridge_commit_delay_within_total{millis="500"} 90.0
      landbridge_commit_delay_within_total{millis="1000"} 109.0
      landbridge_commit_delay_within_total{millis="+Inf"} 110.0
      grpc_server_requests_seconds_count{errorCode="0",requestClass="InstanceRequest",success="true"} 7.0
      grpc_server_requests_seconds_count{errorCode="500",requestClass="InstanceRequest",success="false"} 2.0
      nacos_monitor{module="naming",name="a \\"quoted\\" name"} 1.5E-4
      """;

  private static ServerMetrics metrics(String text) {
    return new ServerMetrics(ServerMetrics.parse(text));
  }

  @Test
  void countsTheGrowthOfThoseWithTheLabels() {
    assertThat(
            metrics(AFTER)
                .since(
                    metrics(BEFORE),
                    "grpc_server_requests_seconds_count",
                    Map.of("requestClass", "InstanceRequest")))
        .isEqualTo(5);
    assertThat(
            metrics(AFTER)
                .since(
                    metrics(BEFORE),
                    "grpc_server_requests_seconds_count",
                    Map.of("success", "false")))
        .isEqualTo(2);
    assertThat(metrics(BEFORE).sum("landbridge_log_behind")).isZero();
    assertThat(metrics(AFTER).sum("nacos_monitor")).isEqualTo(0.00015);
  }

  @Test
  void refusesWhatIsNotTheFormat() {
    assertThatThrownBy(() -> ServerMetrics.parse("<html>"))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("<html>");
  }

  @Test
  void quantilesAreThoseOfTheTimeBetween() {
    CommitDelays delays = CommitDelays.between(metrics(BEFORE), metrics(AFTER));

    assertThat(delays.count()).isEqualTo(100);
    // 80 of 100 between 100 and 500 ms, 19 up to 1,000 ms, 1 beyond.
    assertThat(delays.millis(0.40)).isEqualTo(300);
    assertThat(delays.millis(0.99)).isEqualTo(1_000);
    assertThat(delays.millis(1)).isEqualTo(1_000);
  }

  @Test
  void noCommitHasNoDelay() {
    CommitDelays delays = CommitDelays.between(metrics(BEFORE), metrics(BEFORE));

    assertThat(delays.count()).isZero();
  }
}
