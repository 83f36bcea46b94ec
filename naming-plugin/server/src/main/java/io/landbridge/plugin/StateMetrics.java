package io.landbridge.plugin;

import io.landbridge.service.Administration;
import io.landbridge.service.answer.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** What can be said of a plugin in every state, also of one that is off. */
public final class StateMetrics {

  private StateMetrics() {}

  /**
   * The metrics.
   *
   * @param current the administration that is in charge now
   */
  public static List<Metric> of(Supplier<Administration> current) {
    List<Metric> metrics = new ArrayList<>();
    Arrays.stream(Status.State.values())
        .map(
            state ->
                Metric.gauge(
                        "landbridge.state",
                        "",
                        "1 for the current state of the plugin, 0 for all others",
                        () -> flag(current.get().status().state() == state))
                    .with("state", state.name()))
        .forEach(metrics::add);
    metrics.add(
        Metric.gauge(
            "landbridge.leader",
            "",
            "1 if this member leads the catalog's group",
            () -> flag(current.get().status().leader())));
    metrics.add(
        Metric.gauge(
            "landbridge.ready",
            "",
            "1 if this member knows a leader of the catalog's group",
            () -> flag(current.get().status().ready())));
    metrics.add(
        Metric.gauge(
            "landbridge.suspended",
            "",
            "1 if an operator has suspended this member: all derived instances are hidden",
            () -> flag(current.get().status().suspension().suspended())));
    return List.copyOf(metrics);
  }

  private static double flag(boolean value) {
    return value ? 1 : 0;
  }
}
