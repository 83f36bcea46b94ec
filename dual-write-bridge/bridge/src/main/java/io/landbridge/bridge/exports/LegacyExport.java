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
 * Registers in the legacy cluster what this member answers for here, marked, and keeps it alive
 * there for as long as its client is heard of here.
 *
 * <p>There is no queue: each round compares what is registered here now with what was last said
 * there, and says the difference. A legacy cluster that is slow or gone costs this thread its time
 * and nobody else anything; when it is back it is told the newest state, not the way there.
 *
 * <p>A client that sends beats may send each of them, and its registration, to any server of either
 * cluster. The legacy cluster is where both sides' beats come together: whatever is heard here is
 * passed on at once, also to an instance that is registered there by its client itself, and what is
 * alive there is shown here (by the imports). A client that is heard here alone has an export that
 * waits longer for its beats, and few of them are passed on; while there are clients that are heard
 * in both clusters, it must have been heard here alone for a minute. Nothing is ever passed on but
 * what was heard here, so what both have lost expires on both. Who is not heard here any more, and
 * beats there, is that cluster's own from then on; who is heard here alone, and all the time, is
 * this one's.
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

  /** Those of the ledger. */
  private final Map<ImportedInstance.Key, ExportRecord> said;

  private final ClientLiveness heard;

  private final OwnershipClassifier sorter;
  private final ExportBeats beats;
  private final ExportDecision decision;
  private final ExportExecutor executor;

  /** Written by the round's threads. */
  private final RejectedExports refusals;

  private final ExportedHealth health;

  private final MovedClients departures;

  /** Told which services to import anew; from any thread. */
  private final Consumer<ServiceKey> importing;

  private volatile ExportProgress progress = ExportProgress.NONE;

  /** When the legacy cluster answered nothing at all; of the task's thread alone. */
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
    this.refusals = new RejectedExports(nanos);
    this.health = new ExportedHealth(nanos);
    this.departures = new MovedClients(nanos);
    this.ledger = new ExportLedger(importing, nanos, millis);
    this.said = ledger.said();
    this.heard = ledger.heard();
    this.sorter = new OwnershipClassifier(catalog, local, ledger, departures);
    this.beats = new ExportBeats(ledger);
    this.decision = new ExportDecision(ledger);
    this.executor = new ExportExecutor(ledger, natives, health, departures, importing);
    this.calls = new ExportCalls(threads, executor, refusals, nanos);
  }

  /** How far it is. */
  public ExportProgress progress() {
    return progress;
  }

  /** One round; for one thread. */
  public Outcome round() throws InterruptedException {
    RoundPace.Round due = pace.due();
    if (due == RoundPace.Round.NONE) {
      return Outcome.SOON;
    }
    BridgeRecord bridge = catalog.bridge();
    ledger.markWith(ExportMark.of(bridge.origin()));
    boolean wanted = bridge.terms().phase().exports();
    if (bridge.epoch() == 0 || (!wanted && said.isEmpty())) {
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
      progress = progress.failed(said.size(), String.valueOf(e.getMessage()));
      // Not AGAIN, whose pauses grow: beats would be missed after the shortest outage.
      failedAt = Optional.of(nanos.getAsLong());
      return Outcome.DONE;
    } catch (RuntimeException e) {
      progress = progress.failed(said.size(), "internal error (details in the log): " + e);
      throw e;
    }
  }

  /** Looks at everything. */
  private Outcome whole(LegacyCluster cluster, BridgeRecord bridge, boolean wanted, boolean stopped)
      throws InterruptedException, RegistryException {
    long began = nanos.getAsLong();
    long longest = RoundPace.LONGEST_OF_BOTH_NANOS;
    try {
      boolean holding = stopped || (wanted && bridge.terms().paused());
      Classification here =
          wanted ? sorted(() -> sorter.sorted(holding)) : Classification.nothing(0, said.size());
      if (heard.areHereAlone() && here.heldBack().isEmpty()) {
        longest = RoundPace.LONGEST_NANOS;
      }
      if (!wanted && LegacyConnection.isReplaced(cluster)) {
        // Nothing of ours is left there.
        said.clear();
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

  /**
   * Says what has come or changed; everything else is for the next whole round, which follows soon.
   */
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
      Classification here = sorted(() -> sorter.sorted(changed.get().there()));
      if (!here.heldBack().isEmpty() || !here.theirs().isEmpty() || !here.doubtful().isEmpty()) {
        pace.hurry();
      }
      decision.gone(changed.get().gone());
      ReadBatch readings = readings(cluster);
      int left = calls.perform(cluster, decision.puts(here), readings);
      progress = progress.changed(said.size(), left);
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
    health.retain(said.keySet());
    health
        .due()
        .forEach(
            (part, keys) -> due.add(looking(cluster, new ExportCheck.Health(part, keys), lost)));
    Map<ServiceKey, List<ImportedInstance.Key>> moving = wanted ? departures.due() : Map.of();
    moving.forEach(
        (service, keys) ->
            due.add(looking(cluster, new ExportCheck.Departure(service, keys), lost)));
    int left = calls.run(cluster, due);
    List<ServiceKey> leftBehind =
        moving.entrySet().stream()
            .filter(each -> each.getValue().stream().anyMatch(departures::hasLeft))
            .map(Map.Entry::getKey)
            .toList();
    // What is imported of them would come to light again if they left here, too.
    leftBehind.forEach(importing);
    Classification now = leftBehind.isEmpty() ? here : sorter.sorted(false);
    List<ExportAction> actions = new ArrayList<>(decision.puts(now));
    actions.addAll(decision.removals(now, wanted));
    refusals.retain(key -> now.ours().contains(key) || said.containsKey(key));
    left += calls.perform(cluster, actions, readings);
    progress = progress.done(said.size(), left + lost.get(), refusals);
    // Not AGAIN: nothing has failed, and beats are due all the time.
    return left > 0 || !moving.isEmpty() ? Outcome.SOON : Outcome.DONE;
  }

  /** Nothing changes there, and nothing expires whose client is heard of here. */
  private Outcome hold(LegacyCluster cluster, Classification here, boolean wanted, boolean stopped)
      throws InterruptedException, RegistryException {
    executor.recognized().removeIf(key -> !here.ours().contains(key));
    List<ExportAction> unknown = decision.unknown(here.ours(), executor.recognized());
    ReadBatch readings = readings(cluster);
    int left = calls.perform(cluster, unknown, readings);
    Classification now = unknown.isEmpty() ? here : sorter.sorted(true);
    AtomicInteger lost = new AtomicInteger();
    left += calls.run(cluster, beats.due(cluster, readings, now, !stopped, lost));
    int later = decision.puts(now).size() + decision.removals(now, wanted).size();
    progress = new ExportProgress(said.size(), left + lost.get() + later, stopped ? SUSPENDED : "");
    return left > 0 ? Outcome.SOON : Outcome.DONE;
  }

  private Callable<Boolean> looking(
      LegacyCluster cluster, ExportCheck inquiry, AtomicInteger lost) {
    return ExportCalls.once(() -> executor.look(cluster, inquiry), lost);
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
