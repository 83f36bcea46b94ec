package io.landbridge.plugin;

import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.Administration;
import io.landbridge.service.ChangeWatch;
import io.landbridge.state.CatalogReader;
import io.landbridge.view.ViewStats;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** What a running plugin counts; {@code docs/metrics.md} says what it is good for. */
final class PluginMetrics {

  private final List<Metric> metrics = new ArrayList<>();

  PluginMetrics catalog(CatalogReader reader) {
    counter(
        "landbridge.catalog.applied",
        "",
        "entries of the log that this member has applied since the catalog began",
        () -> reader.position().applied());
    gauge(
        "landbridge.catalog.applications",
        "applications with instances, or ever switched",
        () -> reader.position().applications());
    gauge(
        "landbridge.catalog.instances",
        "application instances",
        () -> reader.position().instances());
    gauge(
        "landbridge.catalog.documents", "metadata documents", () -> reader.position().documents());
    gauge(
        "landbridge.catalog.owners",
        "members that answer for at least one instance",
        () -> reader.owners().size());
    return this;
  }

  PluginMetrics log(ReplicatedLog log, long epoch) {
    gauge(
        "landbridge.log.behind",
        "entries that are committed and not applied here yet",
        () -> log.committedNotApplied().orElseThrow());
    metrics.add(
        Metric.gauge(
            "landbridge.owner.epoch",
            "seconds",
            "when this member's claims began, seconds since 1970",
            () -> epoch / 1000.0));
    return this;
  }

  PluginMetrics reads(Administration administration, ChangeWatch watch) {
    gauge(
        "landbridge.untranslatable",
        "registrations of this member's clients that cannot be translated, or not fully",
        () -> administration.status().untranslatableTotal());
    gauge("landbridge.watchers", "requests that wait for changes", watch::watchers);
    return this;
  }

  PluginMetrics view(Supplier<ViewStats> view) {
    gauge(
        "landbridge.view.applications",
        "applications that are switched on and have a published document",
        () -> view.get().shownApplications());
    gauge(
        "landbridge.view.kept",
        "services whose derived instances are kept ready",
        () -> view.get().keptAnswers());
    metrics.add(
        Metric.gauge(
            "landbridge.view.memory",
            "bytes",
            "heap the kept services take, about",
            () -> view.get().keptBytes()));
    counter(
        "landbridge.view.computed",
        "",
        "answers read from the catalog because they were not kept",
        () -> view.get().computedAnswers());
    counter(
        "landbridge.view.pushes", "", "pushes to subscribers asked for", () -> view.get().pushes());
    return this;
  }

  List<Metric> all() {
    return List.copyOf(metrics);
  }

  private void gauge(String name, String description, DoubleSupplier value) {
    metrics.add(Metric.gauge(name, "", description, value));
  }

  private void counter(String name, String unit, String description, DoubleSupplier value) {
    metrics.add(Metric.counter(name, unit, description, value));
  }
}
