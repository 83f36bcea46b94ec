package io.landbridge.plugin;

import io.landbridge.document.DocumentStatistics;
import io.landbridge.document.Reason;
import io.landbridge.observe.LatencySnapshot;
import io.landbridge.observe.ObserverSnapshot;
import io.landbridge.raft.ProposalSnapshot;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.raft.UnreadableEntryCounts;
import io.landbridge.service.Administration;
import io.landbridge.service.ChangeWatch;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.SnapshotStatistics;
import io.landbridge.store.StoreMemory;
import io.landbridge.view.ViewStats;
import io.landbridge.view.derived.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a running plugin counts; {@code docs/metrics.md} says what it is good for. */
final class PluginMetrics {

  private final List<Metric> metrics = new ArrayList<>();

  PluginMetrics catalog(CatalogReader reader) {
    counter(
        "landbridge.catalog.applied",
        "",
        "log entries applied since the catalog was created",
        () -> reader.position().applied());
    gauge(
        "landbridge.catalog.applications",
        "applications with instances or with a translation switch",
        () -> reader.position().applications());
    gauge(
        "landbridge.catalog.instances",
        "application instances",
        () -> reader.position().instances());
    gauge(
        "landbridge.catalog.documents", "metadata documents", () -> reader.position().documents());
    gauge(
        "landbridge.catalog.owners",
        "members that own at least one instance",
        () -> reader.owners().size());
    return this;
  }

  PluginMetrics entries(Supplier<UnreadableEntryCounts> entries) {
    counter(
        "landbridge.entries.damaged",
        "",
        "unreadable log entries skipped since this member started",
        () -> entries.get().damaged());
    counter(
        "landbridge.entries.refused",
        "",
        "log entries refused since this member started, because they are not signed as required",
        () -> entries.get().refused());
    counter(
        "landbridge.entries.skipped",
        "",
        "log entries skipped by agreement of the members",
        () -> entries.get().skipped());
    gauge(
        "landbridge.entries.stopped",
        "number of the log entry at which this member has stopped; 0 while it follows",
        () -> entries.get().stopped().map(it -> it.entry().number()).orElse(0L));
    return this;
  }

  PluginMetrics extension(Extension extension) {
    metrics.addAll(extension.metrics());
    return this;
  }

  PluginMetrics log(ReplicatedLog log) {
    gauge(
        "landbridge.log.behind",
        "committed entries that this member has not applied yet",
        () -> log.committedNotApplied().orElseThrow());
    return this;
  }

  PluginMetrics reads(Administration administration, ChangeWatch watch) {
    gauge(
        "landbridge.untranslatable",
        "losses: registrations of this member's clients that cannot be translated, or only in part",
        () -> administration.status().untranslatableTotal());
    gauge("landbridge.watchers", "requests waiting for changes", watch::watchers);
    return this;
  }

  PluginMetrics view(Supplier<ViewStats> view) {
    gauge(
        "landbridge.view.applications",
        "applications that are switched on and have a published document",
        () -> view.get().shownApplications());
    gauge(
        "landbridge.view.kept",
        "services whose derived instances are cached",
        () -> view.get().keptAnswers());
    metrics.add(
        Metric.gauge(
            "landbridge.view.memory",
            "bytes",
            "approximate heap of the cached services",
            () -> view.get().keptBytes()));
    counter(
        "landbridge.view.computed",
        "",
        "answers read from the catalog because of a cache miss",
        () -> view.get().computedAnswers());
    counter(
        "landbridge.view.pushes", "", "pushes to subscribers requested", () -> view.get().pushes());
    gauge(
        "landbridge.view.held.applications",
        "applications shown with held instances, which the catalog has lost",
        () -> view.get().heldApplications());
    gauge(
        "landbridge.view.held.instances",
        "held instances: lost by the catalog, still shown",
        () -> view.get().heldInstances());
    counter(
        "landbridge.view.losses.followed",
        "",
        "lost instances not held because of the limit",
        () -> view.get().lossesFollowed());
    gauge(
        "landbridge.view.obstructed.services",
        "services of switched-on applications hidden because of foreign instances",
        () -> view.get().obstructedServices());
    return this;
  }

  PluginMetrics proposals(Supplier<ProposalSnapshot> proposals) {
    counter(
        "landbridge.proposal.entries",
        "",
        "log entries proposed by this member",
        () -> proposals.get().entries());
    counter(
        "landbridge.proposal.size",
        "bytes",
        "size of the log entries proposed by this member",
        () -> proposals.get().bytes());
    gaugeIn(
        "bytes",
        "landbridge.proposal.largest",
        "size of the largest proposed log entry",
        () -> proposals.get().largestBytes());
    gauge(
        "landbridge.proposal.pending",
        "proposed entries not answered yet",
        () -> proposals.get().inFlight());
    counter(
        "landbridge.proposal.failures",
        "",
        "proposed entries that failed or have an unknown outcome",
        () -> proposals.get().failures());
    return this;
  }

  PluginMetrics observer(Supplier<ObserverSnapshot> observer) {
    metrics.add(
        Metric.gauge(
            "landbridge.owner.epoch",
            "seconds",
            "start of this member's claims, seconds since 1970",
            () -> observer.get().epoch() / 1000.0));
    counter(
        "landbridge.observer.marks",
        "",
        "registrations marked as changed",
        () -> observer.get().marks());
    gauge(
        "landbridge.observer.pending",
        "changed units not read yet",
        () -> observer.get().pending());
    gauge(
        "landbridge.observer.units",
        "units known to this member, including units of other members",
        () -> observer.get().units());
    gauge(
        "landbridge.observer.instances",
        "application instances owned by this member",
        () -> observer.get().instances());
    counter("landbridge.observer.reads", "", "units read and folded", () -> observer.get().reads());
    counter("landbridge.observer.claims", "", "claims proposed", () -> observer.get().claims());
    counter(
        "landbridge.observer.changes",
        "",
        "instances put and released in all claims",
        () -> observer.get().changes());
    gauge(
        "landbridge.observer.batch",
        "instances put and released in the latest claim",
        () -> observer.get().lastClaimChanges());
    gauge(
        "landbridge.observer.batch.largest",
        "instances put and released in the largest claim",
        () -> observer.get().largestClaimChanges());
    counter(
        "landbridge.observer.failures",
        "",
        "claims refused by the catalog",
        () -> observer.get().failures());
    gauge(
        "landbridge.observer.refused",
        "instances too large for a log entry",
        () -> observer.get().refused());
    gauge(
        "landbridge.observer.settling",
        "1 while releases are delayed because this member was paused",
        () -> observer.get().settling() ? 1 : 0);
    counter(
        "landbridge.observer.passes", "", "full scans completed", () -> observer.get().passes());
    gaugeIn(
        "seconds",
        "landbridge.observer.pass.age",
        "time since the latest full scan",
        () -> Metric.seconds(observer.get().sinceLastPassMillis()));
    delay(() -> observer.get().delay());
    return this;
  }

  PluginMetrics audiences(SubscribersBySide subscribers) {
    for (Side side : Side.values()) {
      metrics.add(
          Metric.gauge(
                  "landbridge.audience.subscribers",
                  "",
                  "subscribers of applications that only some consumers are shown",
                  () -> subscribers.count(side))
              .with("side", side.name().toLowerCase(Locale.ROOT)));
    }
    return this;
  }

  PluginMetrics documents(Supplier<DocumentStatistics> documents) {
    DocumentStatistics first = documents.get();
    for (String place : new TreeSet<>(first.asked().keySet())) {
      metrics.add(
          Metric.counter(
                  "landbridge.document.asked",
                  "",
                  "metadata requests sent to providers",
                  () -> documents.get().asked().getOrDefault(place, 0L))
              .with("from", place));
    }
    counter("landbridge.document.found", "", "documents fetched", () -> documents.get().found());
    for (Reason reason : new TreeSet<>(first.failures().keySet())) {
      metrics.add(
          Metric.counter(
                  "landbridge.document.failures",
                  "",
                  "metadata requests that failed",
                  () -> documents.get().failures().getOrDefault(reason, 0L))
              .with("reason", reason.label()));
    }
    gauge(
        "landbridge.document.pending",
        "documents not fetched yet",
        () -> documents.get().pending());
    gauge(
        "landbridge.document.unavailable",
        "unavailable documents",
        () -> documents.get().unavailable());
    gaugeIn(
        "bytes",
        "landbridge.document.memory",
        "approximate heap of documents not in the catalog yet",
        () -> documents.get().bytes());
    return this;
  }

  /** A histogram in the only kinds every version of the meter registry reads from outside. */
  private void delay(Supplier<LatencySnapshot> delay) {
    for (int i = 0; i <= LatencySnapshot.BOUNDS_MILLIS.size(); i++) {
      int bound = i;
      boolean last = i == LatencySnapshot.BOUNDS_MILLIS.size();
      metrics.add(
          Metric.counter(
                  "landbridge.commit.delay.within",
                  "",
                  "changes committed within this many milliseconds after they were observed",
                  () -> delay.get().counts().stream().limit(bound + 1L).mapToLong(n -> n).sum())
              .with(
                  "millis", last ? "+Inf" : String.valueOf(LatencySnapshot.BOUNDS_MILLIS.get(i))));
    }
    counter(
        "landbridge.commit.delay",
        "seconds",
        "sum of the delays from observation to commit",
        () -> delay.get().sumMillis() / 1000.0);
    gaugeIn(
        "seconds",
        "landbridge.commit.delay.longest",
        "longest delay from observation to commit",
        () -> delay.get().maxMillis() / 1000.0);
  }

  PluginMetrics store(
      Supplier<StoreMemory> memory, Supplier<SnapshotStatistics> snapshots, LongSupplier clock) {
    gaugeIn(
        "bytes",
        "landbridge.store.budget",
        "limit of what the database keeps in memory",
        () -> memory.get().budget());
    gaugeIn(
        "bytes",
        "landbridge.store.cache",
        "blocks, indexes and memtables in memory",
        () -> memory.get().blockCache());
    gaugeIn(
        "bytes",
        "landbridge.store.memtables",
        "data not yet written to a file",
        () -> memory.get().memtables());
    gaugeIn(
        "bytes",
        "landbridge.store.readers",
        "memory of open files outside the cache",
        () -> memory.get().tableReaders());
    gaugeIn(
        "bytes",
        "landbridge.store.files",
        "files of the database on disk",
        () -> memory.get().tableFiles());
    gauge(
        "landbridge.store.rows",
        "approximate number of rows in the database",
        () -> memory.get().keys());
    counter("landbridge.snapshot.saved", "", "snapshots written", () -> snapshots.get().saved());
    counter("landbridge.snapshot.loaded", "", "snapshots loaded", () -> snapshots.get().loaded());
    counter(
        "landbridge.snapshot.failures",
        "",
        "snapshots that could not be written or loaded",
        () -> snapshots.get().notSaved() + snapshots.get().notLoaded());
    gaugeIn(
        "seconds",
        "landbridge.snapshot.age",
        "time since the latest snapshot was written",
        () -> {
          long at = snapshots.get().lastSavedAt();
          return at == 0 ? Double.NaN : (clock.getAsLong() - at) / 1000.0;
        });
    gaugeIn(
        "seconds",
        "landbridge.snapshot.save",
        "time that the latest snapshot took to write",
        () -> snapshots.get().lastSaveMillis() / 1000.0);
    gaugeIn(
        "seconds",
        "landbridge.snapshot.load",
        "time that the latest snapshot took to load",
        () -> snapshots.get().lastLoadMillis() / 1000.0);
    gaugeIn(
        "bytes",
        "landbridge.snapshot.size",
        "size of the latest snapshot",
        () -> snapshots.get().lastSaveBytes());
    return this;
  }

  List<Metric> all() {
    return List.copyOf(metrics);
  }

  private void gauge(String name, String description, DoubleSupplier value) {
    metrics.add(Metric.gauge(name, "", description, value));
  }

  private void gaugeIn(String unit, String name, String description, DoubleSupplier value) {
    metrics.add(Metric.gauge(name, unit, description, value));
  }

  private void counter(String name, String unit, String description, DoubleSupplier value) {
    metrics.add(Metric.counter(name, unit, description, value));
  }
}
