package io.landbridge.compat.load.bench;

import io.landbridge.compat.cluster.NacosApi;
import java.time.Duration;
import java.util.Map;

/** Has a cluster with the plugin work side by side with a legacy one, as an operator does it. */
final class SideBySide {

  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(100);

  private SideBySide() {}

  /**
   * Returns when everything is imported once, and both are written to.
   *
   * @param here a member of the cluster with the plugin
   * @param legacy {@code host:port} of the other one
   */
  static void begin(NacosApi here, String legacy) {
    put(here, Map.of("phase", "SHADOW", "servers", legacy));
    Eventually.holds(
        LIMIT,
        POLL,
        () -> "not everything is imported",
        () -> here.get("/landbridge/v1/bridge").json().at("/data/firstSync").asLong() > 0);
    put(here, Map.of("phase", "DUAL_WRITE"));
  }

  private static void put(NacosApi api, Map<String, String> terms) {
    NacosApi.Answer answer = api.put("/landbridge/v1/bridge", terms);
    if (!answer.ok()) {
      throw new BenchException("the bridge refuses " + terms + ": " + answer.body());
    }
  }
}
