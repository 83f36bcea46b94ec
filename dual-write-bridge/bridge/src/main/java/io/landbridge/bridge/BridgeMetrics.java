package io.landbridge.bridge;

import io.landbridge.model.BridgePhase;
import io.landbridge.plugin.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/** The metrics of the bridge; {@code docs/metrics.md} explains what each is for. */
final class BridgeMetrics {

  private BridgeMetrics() {}

  static List<Metric> of(BridgeService bridge) {
    List<Metric> metrics = new ArrayList<>();
    for (BridgePhase phase : BridgePhase.values()) {
      metrics.add(
          Metric.gauge(
                  "landbridge.bridge.phase",
                  "",
                  "1 for the current phase of the bridge to a legacy cluster, 0 for all others",
                  () -> bridge.status().phase() == phase ? 1 : 0)
              .with("phase", phase.name()));
    }
    metrics.add(
        gauge(
            "landbridge.bridge.imported.services",
            "services with instances of the legacy cluster",
            () -> bridge.status().imported().services()));
    metrics.add(
        gauge(
            "landbridge.bridge.imported.instances",
            "instances of the legacy cluster in the catalog",
            () -> bridge.status().imported().instances()));
    metrics.add(
        gauge(
            "landbridge.bridge.exported.instances",
            "instances that this member exports to the legacy cluster",
            () -> bridge.status().export().instances()));
    metrics.add(
        gauge(
            "landbridge.bridge.export.waiting",
            "exports pending: changes that this member has not sent to the legacy cluster yet",
            () -> bridge.status().export().waiting()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.lag",
            "milliseconds",
            "milliseconds since this member last read the whole legacy cluster; -1 if this member"
                + " does not import",
            () -> bridge.status().legacy().lagMillis()));
    metrics.add(
        gauge(
            "landbridge.bridge.held",
            "held instances: removed from the legacy cluster, kept in this cluster",
            () -> bridge.status().held()));
    metrics.add(
        gauge(
            "landbridge.bridge.compared.services",
            "services compared at the last read of the legacy cluster",
            () -> bridge.status().comparison().services()));
    metrics.add(
        gauge(
            "landbridge.bridge.differing.services",
            "compared services that differ between the two clusters",
            () -> bridge.status().comparison().differing()));
    metrics.add(
        Metric.gauge(
            "landbridge.bridge.equal.since",
            "seconds",
            "time since which no service differs, seconds since 1970; 0 while a service differs",
            () -> Metric.seconds(bridge.status().comparison().equalSince())));
    metrics.add(
        gauge(
            "landbridge.bridge.lasting",
            "permanent differences: the legacy cluster refuses the name, or does not report it",
            () -> bridge.status().lasting()));
    metrics.add(
        gauge(
            "landbridge.bridge.problems",
            "problems that stall this member's part of the bridge",
            () -> bridge.status().problems().size()));
    return List.copyOf(metrics);
  }

  private static Metric gauge(String name, String description, DoubleSupplier value) {
    return Metric.gauge(name, "", description, value);
  }
}
