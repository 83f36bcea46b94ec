package io.landbridge.legacy;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstance;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacyService;
import io.landbridge.service.NativeServices;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.CatalogReader;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
 * <p>A beat is passed on only when it was heard here. A 1.x client that is silent here is looked
 * for there: if it beats there, it is that cluster's own from then on.
 */
final class LegacyExport implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LegacyExport.class);

  private static final int THREADS = 8;
  private static final int AT_ONCE = 2_000;
  private static final long HANDED_OVER_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long CLOCKS_APART_MILLIS = 2_000;

  private final CatalogReader reader;
  private final NativeServices natives;
  private final LocalInstances local;
  private final ExportMark mark;
  private final LegacyConnection connection;
  private final ExecutorService threads;

  /** What was said there, as it was taken. Written by the round and its threads. */
  private final Map<ImportedInstance.Key, Said> said = new ConcurrentHashMap<>();

  /** What was given to the legacy cluster a moment ago, and is not imported yet. */
  private final Map<ImportedInstance.Key, Long> handedOver = new ConcurrentHashMap<>();

  // Touched by the task's thread alone.
  private final Set<ImportedInstance.Key> missing = new HashSet<>();

  private volatile ExportProgress progress = ExportProgress.NONE;

  /**
   * An export.
   *
   * @param instance as it was registered there, with the mark
   * @param beats whether its client sends beats here
   * @param at when it was last said to be alive, by this machine's nanoseconds
   * @param atMillis the same in milliseconds since 1970
   */
  private record Said(RegisteredInstance instance, boolean beats, long at, long atMillis) {

    static Said now(RegisteredInstance instance, boolean beats) {
      return new Said(instance, beats, System.nanoTime(), System.currentTimeMillis());
    }
  }

  LegacyExport(
      CatalogReader reader,
      NativeServices natives,
      LocalInstances local,
      String origin,
      LegacyConnection.Opener opener) {
    this.reader = reader;
    this.natives = natives;
    this.local = local;
    this.mark = ExportMark.of(origin);
    this.connection = new LegacyConnection(opener, LegacyListener.NONE);
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "landbridge-export-request");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** How far it is. */
  ExportProgress progress() {
    return progress;
  }

  /** One round; for one thread. */
  Outcome round() throws InterruptedException {
    BridgeRecord bridge = reader.bridge();
    boolean wanted = bridge.terms().phase().exports();
    if (bridge.epoch() == 0 || (!wanted && said.isEmpty())) {
      connection.close();
      progress = ExportProgress.NONE;
      return Outcome.DONE;
    }
    if (!local.isReady() || bridge.terms().servers().isEmpty()) {
      return Outcome.DONE;
    }
    try {
      LegacyCluster cluster = connection.get(bridge.terms());
      List<Callable<Boolean>> work = new ArrayList<>();
      if (wanted && bridge.terms().paused()) {
        // Nothing changes there, and nothing expires.
        beats(cluster, known(), work);
      } else {
        Map<ImportedInstance.Key, LocalInstance> wantedThere = wanted ? wantedThere() : Map.of();
        puts(cluster, wantedThere, work);
        beats(cluster, wantedThere.keySet(), work);
        removals(cluster, wantedThere, wanted, work);
      }
      int left = Math.max(0, work.size() - AT_ONCE);
      run(work.subList(0, work.size() - left));
      progress = progress.done(said.size(), left);
      return left > 0 ? Outcome.AGAIN : Outcome.DONE;
    } catch (RegistryException e) {
      if (!String.valueOf(e.getMessage()).equals(progress.problem())) {
        LOG.warn("Nothing is exported now: {}", e.getMessage());
      }
      progress = progress.failed(said.size(), String.valueOf(e.getMessage()));
      return Outcome.AGAIN;
    }
  }

  private Set<ImportedInstance.Key> known() {
    Set<ImportedInstance.Key> alive = new HashSet<>();
    local.read().stream()
        .filter(LocalInstance::lives)
        .forEach(each -> alive.add(each.registered().key()));
    return alive;
  }

  /** What is registered here and not, by its own client, there as well. */
  private Map<ImportedInstance.Key, LocalInstance> wantedThere() {
    long now = System.nanoTime();
    handedOver.values().removeIf(at -> now - at > HANDED_OVER_NANOS);
    Set<ServiceKey> populated = reader.importedServices().keySet();
    Map<ServiceKey, Map<String, Boolean>> imported = new HashMap<>();
    Map<ImportedInstance.Key, LocalInstance> wanted = new HashMap<>();
    for (LocalInstance each : local.read()) {
      ImportedInstance.Key key = each.registered().key();
      Map<String, Boolean> there =
          !populated.contains(key.service())
              ? Map.of()
              : imported.computeIfAbsent(key.service(), this::livesThere);
      Boolean lives = there.get(key.ip() + ":" + key.port());
      // One that is silent there has left, if it is heard of here.
      if (lives != null && (lives || !each.lives())) {
        // Its client is registered there itself; what was exported was replaced by that.
        said.remove(key);
      } else if (!handedOver.containsKey(key)) {
        wanted.put(key, each);
      }
    }
    return wanted;
  }

  private Map<String, Boolean> livesThere(ServiceKey service) {
    Map<String, Boolean> lives = new HashMap<>();
    for (ImportedInstance each : reader.imported(service)) {
      lives.merge(
          each.key().ip() + ":" + each.key().port(),
          each.healthy() || !each.ephemeral(),
          Boolean::logicalOr);
    }
    return lives;
  }

  private void puts(
      LegacyCluster cluster,
      Map<ImportedInstance.Key, LocalInstance> wanted,
      List<Callable<Boolean>> work) {
    wanted.forEach(
        (key, each) -> {
          RegisteredInstance marked = mark.on(LegacyContent.registered(each.registered()));
          Said before = said.get(key);
          if (before == null || !before.instance().equals(marked)) {
            work.add(
                () -> {
                  if (before != null
                      && before.instance().healthy()
                      && !each.lives()
                      && beatsThere(cluster, key, before)) {
                    handOver(cluster, key, marked);
                    return true;
                  }
                  cluster.register(key.service(), marked);
                  if (!marked.ephemeral() && before != null) {
                    cluster.health(key.service(), marked, marked.healthy());
                  }
                  said.put(key, Said.now(marked, each.beats()));
                  return true;
                });
          }
        });
  }

  private void beats(
      LegacyCluster cluster, Set<ImportedInstance.Key> alive, List<Callable<Boolean>> work) {
    long now = System.nanoTime();
    said.forEach(
        (key, each) -> {
          boolean due = now - each.at() >= mark.beatInterval().toNanos();
          if (due
              && each.instance().ephemeral()
              && each.instance().healthy()
              && alive.contains(key)) {
            work.add(
                () -> {
                  if (!cluster.beat(key.service(), each.instance()).known()) {
                    cluster.register(key.service(), each.instance());
                  }
                  said.put(key, Said.now(each.instance(), each.beats()));
                  return true;
                });
          }
        });
  }

  private void removals(
      LegacyCluster cluster,
      Map<ImportedInstance.Key, LocalInstance> wanted,
      boolean exporting,
      List<Callable<Boolean>> work) {
    missing.retainAll(said.keySet());
    missing.removeAll(wanted.keySet());
    said.forEach(
        (key, each) -> {
          if (wanted.containsKey(key)) {
            return;
          }
          // Twice, because a client that moves to another member is nobody's for a moment.
          if (!exporting || !missing.add(key)) {
            work.add(
                () -> {
                  remove(cluster, key, each, exporting);
                  return true;
                });
          }
        });
  }

  private void remove(LegacyCluster cluster, ImportedInstance.Key key, Said each, boolean exporting)
      throws RegistryException {
    boolean elsewhere =
        exporting
            && natives.instances(key.service()).stream()
                .anyMatch(it -> it.ip().equals(key.ip()) && it.port() == key.port());
    if (!elsewhere) {
      Optional<LegacyInstance> there = find(cluster, key);
      if (there.isPresent() && isOurs(there.get())) {
        if (exporting && each.beats() && there.get().lastBeat() > laterThan(each)) {
          handOver(cluster, key, each.instance());
          return;
        }
        cluster.deregister(key.service(), each.instance());
      }
    }
    // Another member answers for it, or it is gone there, or its client is there itself.
    said.remove(key, each);
  }

  /** Its client beats there: it becomes that cluster's own, and is imported. */
  private void handOver(LegacyCluster cluster, ImportedInstance.Key key, RegisteredInstance marked)
      throws RegistryException {
    cluster.register(key.service(), ExportMark.removed(marked).withHealth(true));
    said.remove(key);
    handedOver.put(key, System.nanoTime());
  }

  private static boolean beatsThere(LegacyCluster cluster, ImportedInstance.Key key, Said before)
      throws RegistryException {
    return before.beats()
        && find(cluster, key).filter(it -> it.lastBeat() > laterThan(before)).isPresent();
  }

  /** No beat of ours is that late, by whichever of the two clocks. */
  private static long laterThan(Said said) {
    return said.atMillis() + CLOCKS_APART_MILLIS;
  }

  private static Optional<LegacyInstance> find(LegacyCluster cluster, ImportedInstance.Key key)
      throws RegistryException {
    Optional<LegacyService> service = cluster.service(key.service());
    return service.stream()
        .flatMap(it -> it.instances().stream())
        .filter(it -> it.seen().ip().equals(key.ip()) && it.seen().port() == key.port())
        .filter(it -> it.seen().cluster().equals(key.cluster()))
        .findFirst();
  }

  private static boolean isOurs(LegacyInstance instance) {
    return ExportMark.originOf(instance.seen().metadata()).isPresent();
  }

  /** Does some of it at a time; after the first that fails nothing new is begun. */
  private void run(List<Callable<Boolean>> work) throws InterruptedException, RegistryException {
    for (int from = 0; from < work.size(); from += THREADS * 4) {
      List<Future<Boolean>> begun =
          threads.invokeAll(work.subList(from, Math.min(work.size(), from + THREADS * 4)));
      for (Future<Boolean> each : begun) {
        try {
          each.get();
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RegistryException failure) {
            throw failure;
          }
          throw new IllegalStateException("an export failed", e.getCause());
        }
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    connection.close();
  }
}
