package io.landbridge.bridge.exports;

import io.landbridge.bridge.legacy.BridgeFence;
import io.landbridge.bridge.legacy.BridgeFence.SupersededException;
import io.landbridge.bridge.legacy.LegacyConnection;
import io.landbridge.bridge.legacy.RejectedExports;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.ChangedInstances;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.ImportedInstances;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mirrors the instances this member owns into the legacy cluster, tagged with their origin, and
 * renews them while their clients are alive. One round at a time: classify what is registered in
 * this cluster, decide ({@link ExportChanges}), carry out ({@link ExportExecutor}).
 *
 * <p>There is no queue. Each round compares the instances of this cluster with the exports of the
 * rounds before and sends the difference. A slow legacy cluster costs only the time of this thread.
 * Once the legacy cluster is back, it gets the latest state, not every state in between.
 *
 * <p>A client of 1.x may send its registration and each beat to any server of either cluster. The
 * beats of both clusters are joined in the legacy cluster:
 *
 * <ul>
 *   <li>A beat that this cluster receives is passed on at once, also for an instance that its
 *       client registered in the legacy cluster. The imports show what is alive there.
 *   <li>A client that beats only in this cluster has an export with a longer expiry, and few of its
 *       beats are passed on. While there are clients that beat in both clusters, a client must have
 *       beaten only in this cluster for a minute.
 *   <li>Only received beats are passed on, so a client that both clusters have lost expires in
 *       both.
 *   <li>A client that stops beating in this cluster and beats in the legacy cluster belongs to the
 *       legacy cluster from then on. A client that beats only in this cluster belongs to this one.
 * </ul>
 */
public final class LegacyExport implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LegacyExport.class);

  private static final String SUSPENDED =
      "this member is suspended: existing exports stay alive, new exports wait; resume with"
          + " 'landbridge resume'";

  /** A task that does not ask for another round has one every second. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  private final ImportedInstances catalog;
  private final NativeServices natives;
  private final LocalInstances local;
  private final BooleanSupplier suspended;
  private final LegacyConnection connection;
  private final BridgeFence fence;
  private final ExportCalls calls;
  private final LongSupplier nanos;

  private final ExportLedger ledger;

  /** The records of the ledger. */
  private final Map<ImportedInstance.Key, ExportRecord> records;

  private final ClientLiveness heard;

  private final ExportSelection classifier;
  private final ExportBeats beats;
  private final ExportChanges decision;
  private final ExportExecutor executor;

  /** Written by the round's threads. */
  private final RejectedExports rejected;

  private final ExportedHealth health;

  private final MovedClients moved;

  /** Imports a service anew; from any thread. */
  private final Consumer<ServiceKey> importing;

  private volatile ExportProgress progress = ExportProgress.NONE;

  /** When the legacy cluster last failed. Confined to the task thread. */
  private Optional<Long> failedAt = Optional.empty();

  private final RoundPace pace;

  public LegacyExport(
      ImportedInstances catalog,
      NativeServices natives,
      LocalInstances local,
      BooleanSupplier suspended,
      Consumer<ServiceKey> importing,
      LegacyConnection.Opener opener,
      BridgeFence fence) {
    this(
        catalog,
        natives,
        local,
        suspended,
        importing,
        opener,
        fence,
        ExportCalls.threads(),
        System::nanoTime,
        System::currentTimeMillis);
  }

  public LegacyExport(
      ImportedInstances catalog,
      NativeServices natives,
      LocalInstances local,
      BooleanSupplier suspended,
      Consumer<ServiceKey> importing,
      LegacyConnection.Opener opener,
      BridgeFence fence,
      ExecutorService threads,
      LongSupplier nanos,
      LongSupplier millis) {
    this.catalog = catalog;
    this.natives = natives;
    this.local = local;
    this.suspended = suspended;
    this.importing = importing;
    this.connection = new LegacyConnection(opener, LegacyListener.NONE);
    this.fence = fence;
    this.nanos = nanos;
    this.pace = new RoundPace(nanos);
    this.rejected = new RejectedExports(nanos);
    this.health = new ExportedHealth(nanos);
    this.moved = new MovedClients(nanos);
    this.ledger = new ExportLedger(importing, nanos, millis);
    this.records = ledger.records();
    this.heard = ledger.heard();
    this.classifier = new ExportSelection(catalog, local, ledger, moved);
    this.beats = new ExportBeats(ledger);
    this.decision = new ExportChanges(ledger);
    this.executor = new ExportExecutor(ledger, natives, health, moved, importing);
    this.calls = new ExportCalls(threads, executor, rejected, nanos);
  }

  /** Returns how many instances are exported, and what is pending. */
  public ExportProgress progress() {
    return progress;
  }

  /** Runs one round. Confined to the task thread. */
  public Outcome round() throws InterruptedException {
    RoundPace.Round due = pace.due();
    if (due == RoundPace.Round.NONE) {
      return Outcome.SOON;
    }
    BridgeRecord bridge = catalog.bridge();
    ledger.markWith(ExportMark.of(bridge.origin()));
    boolean wanted = bridge.terms().phase().exports();
    if (bridge.epoch() == 0 || (!wanted && records.isEmpty())) {
      connection.close();
      heard.clear();
      progress = ExportProgress.NONE;
      return Outcome.DONE;
    }
    if (!local.isReady() || bridge.terms().servers().isEmpty()) {
      return Outcome.DONE;
    }
    if (failedAt.isPresent() && nanos.getAsLong() - failedAt.get() < PAUSE_NANOS) {
      return Outcome.DONE;
    }
    failedAt = Optional.empty();
    boolean stopped = suspended.getAsBoolean();
    // Whatever changes meanwhile, the rest of the round was decided for what was before.
    BooleanSupplier holds =
        () -> suspended.getAsBoolean() == stopped && catalog.bridge().epoch() == bridge.epoch();
    calls.begin(holds);
    try {
      LegacyCluster cluster = fence.guard(connection.get(bridge.terms()), holds);
      return due == RoundPace.Round.WHOLE
          ? whole(cluster, bridge, wanted, stopped)
          : changes(cluster, bridge, wanted, stopped);
    } catch (SupersededException e) {
      LOG.debug("A round of the export ended early", e);
      return Outcome.SOON;
    } catch (RegistryException e) {
      connection.failed(e);
      if (!String.valueOf(e.getMessage()).equals(progress.problem())) {
        LOG.warn("Export stalled: {}", e.getMessage());
      }
      progress = progress.failed(records.size(), String.valueOf(e.getMessage()));
      // Not AGAIN, whose pauses grow: beats would be missed after the shortest outage.
      failedAt = Optional.of(nanos.getAsLong());
      return Outcome.DONE;
    } catch (RuntimeException e) {
      progress = progress.failed(records.size(), "internal error (details in the log): " + e);
      throw e;
    }
  }

  /** Compares everything. */
  private Outcome whole(LegacyCluster cluster, BridgeRecord bridge, boolean wanted, boolean stopped)
      throws InterruptedException, RegistryException {
    long began = nanos.getAsLong();
    long longest = RoundPace.LONGEST_OF_BOTH_NANOS;
    try {
      boolean holding = stopped || (wanted && bridge.terms().paused());
      Classification here =
          wanted
              ? sorted(() -> classifier.sorted(holding))
              : Classification.nothing(0, records.size());
      if (heard.areHereAlone() && here.heldBack().isEmpty()) {
        longest = RoundPace.LONGEST_NANOS;
      }
      if (!wanted && LegacyConnection.isReplaced(cluster)) {
        // The servers that had the exports are gone.
        records.clear();
        progress = ExportProgress.NONE;
        return Outcome.DONE;
      }
      return holding ? hold(cluster, here, wanted, stopped) : carry(cluster, here, wanted);
    } finally {
      pace.wholeEnded(nanos.getAsLong() - began - calls.waited(), longest);
    }
  }

  private Classification sorted(Supplier<Classification> sort) {
    Classification here = sort.get();
    return decision.comeBack(here.ours()) ? sort.get() : here;
  }

  /** Exports what is new or has changed. Everything else waits for the next whole round. */
  private Outcome changes(
      LegacyCluster cluster, BridgeRecord bridge, boolean wanted, boolean stopped)
      throws InterruptedException, RegistryException {
    try {
      if (!wanted || bridge.terms().paused() || stopped) {
        return Outcome.SOON;
      }
      Optional<ChangedInstances> changed = local.readChanged();
      if (changed.isEmpty() || changed.get().isEmpty()) {
        return Outcome.SOON;
      }
      Classification here = sorted(() -> classifier.sorted(changed.get().there()));
      if (!here.heldBack().isEmpty() || !here.theirs().isEmpty() || !here.doubtful().isEmpty()) {
        pace.hurry();
      }
      decision.gone(changed.get().gone());
      ReadBatch readings = readings(cluster);
      int left = calls.perform(cluster, decision.puts(here), readings);
      progress = progress.changed(records.size(), left);
      return Outcome.SOON;
    } finally {
      pace.changesEnded();
    }
  }

  private Outcome carry(LegacyCluster cluster, Classification here, boolean wanted)
      throws InterruptedException, RegistryException {
    executor.recognized().clear();
    AtomicInteger lost = new AtomicInteger();
    ReadBatch readings = readings(cluster);
    // Before anything else, because it is worth less the later it is.
    List<Callable<Boolean>> due = beats.due(cluster, readings, here, true, lost);
    decision.ownership(here).forEach(each -> due.add(looking(cluster, each, lost)));
    health.retain(records.keySet());
    health
        .due()
        .forEach(
            (part, keys) -> due.add(looking(cluster, new ExportCheck.Health(part, keys), lost)));
    Map<ServiceKey, List<ImportedInstance.Key>> moving = wanted ? moved.due() : Map.of();
    moving.forEach(
        (service, keys) ->
            due.add(looking(cluster, new ExportCheck.Departure(service, keys), lost)));
    int left = calls.run(cluster, due);
    List<ServiceKey> leftBehind =
        moving.entrySet().stream()
            .filter(each -> each.getValue().stream().anyMatch(moved::hasLeft))
            .map(Map.Entry::getKey)
            .toList();
    // Their imports would be shown again if they left this cluster as well.
    leftBehind.forEach(importing);
    Classification now = leftBehind.isEmpty() ? here : classifier.sorted(false);
    List<ExportAction> actions = new ArrayList<>(decision.puts(now));
    actions.addAll(decision.removals(now, wanted));
    rejected.retain(key -> now.ours().contains(key) || records.containsKey(key));
    left += calls.perform(cluster, actions, readings);
    progress = progress.done(records.size(), left + lost.get(), rejected);
    // Not AGAIN: nothing has failed, and beats are due all the time.
    return left > 0 || !moving.isEmpty() ? Outcome.SOON : Outcome.DONE;
  }

  /** Changes nothing in the legacy cluster, and renews the exports whose clients are alive. */
  private Outcome hold(LegacyCluster cluster, Classification here, boolean wanted, boolean stopped)
      throws InterruptedException, RegistryException {
    executor.recognized().removeIf(key -> !here.ours().contains(key));
    List<ExportAction> unknown = decision.unknown(here.ours(), executor.recognized());
    ReadBatch readings = readings(cluster);
    int left = calls.perform(cluster, unknown, readings);
    Classification now = unknown.isEmpty() ? here : classifier.sorted(true);
    AtomicInteger lost = new AtomicInteger();
    left += calls.run(cluster, beats.due(cluster, readings, now, !stopped, lost));
    int later = decision.puts(now).size() + decision.removals(now, wanted).size();
    progress =
        new ExportProgress(records.size(), left + lost.get() + later, stopped ? SUSPENDED : "");
    return left > 0 ? Outcome.SOON : Outcome.DONE;
  }

  private Callable<Boolean> looking(LegacyCluster cluster, ExportCheck check, AtomicInteger lost) {
    return ExportCalls.once(() -> executor.look(cluster, check), lost);
  }

  private ReadBatch readings(LegacyCluster cluster) {
    return new ReadBatch(parts -> ledger.readAll(cluster, parts), natives::clients, nanos);
  }

  @Override
  public void close() {
    calls.close();
    connection.close();
  }
}
