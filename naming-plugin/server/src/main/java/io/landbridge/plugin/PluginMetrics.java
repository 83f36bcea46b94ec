package io.landbridge.plugin;

import io.landbridge.document.DocumentStatistics;
import io.landbridge.document.Reason;
import io.landbridge.observe.LatencySnapshot;
import io.landbridge.observe.ObserverSnapshot;
import io.landbridge.raft.EntryStatistics;
import io.landbridge.raft.ProposalSnapshot;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.service.Administration;
import io.landbridge.service.ChangeWatch;
import io.landbridge.state.CatalogReader;
import io.landbridge.store.SnapshotStatistics;
import io.landbridge.store.StoreMemory;
import io.landbridge.view.ViewStats;
import java.util.ArrayList;
import java.util.List;
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

  PluginMetrics entries(Supplier<EntryStatistics> entries) {
    counter(
        "landbridge.entries.damaged",
        "",
        "entries of the log that no member can read, passed over since this member was started",
        () -> entries.get().damaged());
    counter(
        "landbridge.entries.skipped",
        "",
        "entries of the log that the members have agreed to leave out, left out since then",
        () -> entries.get().skipped());
    gauge(
        "landbridge.entries.stopped",
        "number of the entry of the log at which this member has stopped; 0 while it follows",
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
        "entries that are committed and not applied here yet",
        () -> log.committedNotApplied().orElseThrow());
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
    gauge(
        "landbridge.view.held.applications",
        "applications that are shown with instances the catalog has lost",
        () -> view.get().heldApplications());
    gauge(
        "landbridge.view.held.instances",
        "lost instances that are still shown",
        () -> view.get().heldInstances());
    counter(
        "landbridge.view.losses.followed",
        "",
        "lost instances that were not remembered because too many were",
        () -> view.get().lossesFollowed());
    gauge(
        "landbridge.view.obstructed.services",
        "services of switched-on applications that are not shown because of foreign instances",
        () -> view.get().obstructedServices());
    return this;
  }

  PluginMetrics proposals(Supplier<ProposalSnapshot> proposals) {
    counter(
        "landbridge.proposal.entries",
        "",
        "entries this member handed to the log",
        () -> proposals.get().entries());
    counter("landbridge.proposal.size", "bytes", "their size", () -> proposals.get().bytes());
    gaugeIn(
        "bytes",
        "landbridge.proposal.largest",
        "size of the largest of them",
        () -> proposals.get().largestBytes());
    gauge(
        "landbridge.proposal.pending",
        "entries not answered yet",
        () -> proposals.get().inFlight());
    counter(
        "landbridge.proposal.failures",
        "",
        "entries that failed, or of which that is not known",
        () -> proposals.get().failures());
    return this;
  }

  PluginMetrics observer(Supplier<ObserverSnapshot> observer) {
    metrics.add(
        Metric.gauge(
            "landbridge.owner.epoch",
            "seconds",
            "when this member's claims began, seconds since 1970",
            () -> observer.get().epoch() / 1000.0));
    counter(
        "landbridge.observer.marks",
        "",
        "how often a registration was marked as changed",
        () -> observer.get().marks());
    gauge(
        "landbridge.observer.pending",
        "units marked as changed and not read yet",
        () -> observer.get().pending());
    gauge(
        "landbridge.observer.units",
        "units this member knows of, those of other members included",
        () -> observer.get().units());
    gauge(
        "landbridge.observer.instances",
        "application instances this member answers for",
        () -> observer.get().instances());
    counter(
        "landbridge.observer.reads",
        "",
        "how often a unit was read and folded",
        () -> observer.get().reads());
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
        "claims the catalog did not take",
        () -> observer.get().failures());
    gauge(
        "landbridge.observer.refused",
        "instances that fit into no entry",
        () -> observer.get().refused());
    gauge(
        "landbridge.observer.settling",
        "1 while releases wait because this member was paused",
        () -> observer.get().settling() ? 1 : 0);
    counter(
        "landbridge.observer.passes", "", "full passes that ended", () -> observer.get().passes());
    gaugeIn(
        "seconds",
        "landbridge.observer.pass.age",
        "since the latest full pass ended",
        () -> seconds(observer.get().sinceLastPassMillis()));
    delay(() -> observer.get().delay());
    return this;
  }

  PluginMetrics documents(Supplier<DocumentStatistics> documents) {
    DocumentStatistics first = documents.get();
    for (String place : new TreeSet<>(first.asked().keySet())) {
      metrics.add(
          Metric.counter(
                  "landbridge.document.asked",
                  "",
                  "how often somebody was asked for the document of a provider",
                  () -> documents.get().asked().getOrDefault(place, 0L))
              .with("from", place));
    }
    counter(
        "landbridge.document.found", "", "documents that were had", () -> documents.get().found());
    for (Reason reason : new TreeSet<>(first.failures().keySet())) {
      metrics.add(
          Metric.counter(
                  "landbridge.document.failures",
                  "",
                  "how often somebody was asked in vain",
                  () -> documents.get().failures().getOrDefault(reason, 0L))
              .with("reason", reason.label()));
    }
    gauge(
        "landbridge.document.pending",
        "documents of which nothing is known yet",
        () -> documents.get().pending());
    gauge(
        "landbridge.document.unavailable",
        "documents that could not be had so far",
        () -> documents.get().unavailable());
    gaugeIn(
        "bytes",
        "landbridge.document.memory",
        "heap that documents take until the catalog has them, about",
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
                  "changes committed at most so many milliseconds after they were seen",
                  () -> delay.get().counts().stream().limit(bound + 1L).mapToLong(n -> n).sum())
              .with(
                  "millis", last ? "+Inf" : String.valueOf(LatencySnapshot.BOUNDS_MILLIS.get(i))));
    }
    counter(
        "landbridge.commit.delay",
        "seconds",
        "sum of the times from seeing a change to its commit",
        () -> delay.get().sumMillis() / 1000.0);
    gaugeIn(
        "seconds",
        "landbridge.commit.delay.longest",
        "the longest of them",
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
        "written and not in a file yet",
        () -> memory.get().memtables());
    gaugeIn(
        "bytes",
        "landbridge.store.readers",
        "taken by open files outside the cache",
        () -> memory.get().tableReaders());
    gaugeIn(
        "bytes",
        "landbridge.store.files",
        "files of the database on disk",
        () -> memory.get().tableFiles());
    gauge("landbridge.store.rows", "rows, about", () -> memory.get().keys());
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
        "since the latest snapshot was written",
        () -> {
          long at = snapshots.get().lastSavedAt();
          return at == 0 ? Double.NaN : (clock.getAsLong() - at) / 1000.0;
        });
    gaugeIn(
        "seconds",
        "landbridge.snapshot.save",
        "how long the latest took to write",
        () -> snapshots.get().lastSaveMillis() / 1000.0);
    gaugeIn(
        "seconds",
        "landbridge.snapshot.load",
        "how long the latest took to load",
        () -> snapshots.get().lastLoadMillis() / 1000.0);
    gaugeIn(
        "bytes",
        "landbridge.snapshot.size",
        "size of the latest",
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

  private static double seconds(long millis) {
    return millis < 0 ? Double.NaN : millis / 1000.0;
  }

  private void counter(String name, String unit, String description, DoubleSupplier value) {
    metrics.add(Metric.counter(name, unit, description, value));
  }
}
