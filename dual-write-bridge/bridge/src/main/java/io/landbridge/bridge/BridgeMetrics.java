package io.landbridge.bridge;

import io.landbridge.model.BridgePhase;
import io.landbridge.plugin.Metric;
import java.util.ArrayList;
import java.util.List;

/** What the bridge counts; {@code docs/metrics.md} says what each number is good for. */
final class BridgeMetrics {

  private BridgeMetrics() {}

  static List<Metric> of(CatalogBridge bridge) {
    List<Metric> metrics = new ArrayList<>();
    for (BridgePhase phase : BridgePhase.values()) {
      metrics.add(
          Metric.gauge(
                  "landbridge.bridge.phase",
                  "",
                  "1 for the phase the bridge to a legacy cluster is in, 0 for the others",
                  () -> bridge.status().phase() == phase ? 1 : 0)
              .with("phase", phase.name()));
    }
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.imported.services",
            "",
            "services with instances of the legacy cluster",
            () -> bridge.status().imported().services()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.imported.instances",
            "",
            "instances of the legacy cluster in the catalog",
            () -> bridge.status().imported().instances()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.exported.instances",
            "",
            "instances that are registered in the legacy cluster for this member",
            () -> bridge.status().export().instances()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.export.waiting",
            "",
            "exports pending: changes this member has still to send to the legacy cluster",
            () -> bridge.status().export().waiting()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.lag",
            "milliseconds",
            "how long ago this member has read the whole legacy cluster; -1 if it does not read it",
            () -> bridge.status().legacy().lagMillis()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.held",
            "",
            "instances that are gone from the legacy cluster and kept in this one",
            () -> bridge.status().held()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.compared.services",
            "",
            "services whose content was compared when the legacy cluster was read last",
            () -> bridge.status().comparison().services()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.differing.services",
            "",
            "services of those that are not the same in both clusters",
            () -> bridge.status().comparison().differing()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.equal.since",
            "seconds",
            "since when no service differs, seconds since 1970; 0 while one does",
            () -> seconds(bridge.status().comparison().equalSince())));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.lasting",
            "",
            "differences that stay: the legacy cluster refuses the name, or does not report it",
            () -> bridge.status().lasting()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.problems",
            "",
            "problems that stall this member's part of the bridge",
            () -> bridge.status().problems().size()));
    return List.copyOf(metrics);
  }

  private static double seconds(long millis) {
    return millis < 0 ? Double.NaN : millis / 1000.0;
  }
}
