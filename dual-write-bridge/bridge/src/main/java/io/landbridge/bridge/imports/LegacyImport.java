package io.landbridge.bridge.imports;

import io.landbridge.bridge.imports.ImportProposals.NotProposed;
import io.landbridge.bridge.imports.ImportStep.Gaps;
import io.landbridge.bridge.imports.ImportStep.Reading;
import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.bridge.legacy.BridgeFence;
import io.landbridge.bridge.legacy.BridgeFence.SupersededException;
import io.landbridge.bridge.legacy.LegacyConnection;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.MemberId;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.NativeServices;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyChange;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyInstances;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.CatalogReader;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what is registered in the legacy cluster into the catalog, on the member that leads.
 *
 * <p>Everything is read at first and again every few seconds; what the legacy cluster pushes in
 * between is read at once, for as many services as may be subscribed to, and so is within a second
 * or two what has more instances there than are known. Every command carries the epoch of the
 * bridge: a member that leads no longer and does not know it yet changes nothing. A new leader goes
 * on from what the catalog has; nothing is removed before it has read all.
 */
public final class LegacyImport implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LegacyImport.class);

  private static final String SUSPENDED =
      "the leader is suspended, so no member imports; resume with 'landbridge resume'";

  private static final int MAX_DIFFERENCES = 10_000;
  private static final int MANY_SERVICES = 200;

  /** A reading may take so long in addition until the one before says nothing any more. */
  private static final long SLACK_MILLIS = 10_000;

  private static final long APPLY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final MemberId self;
  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final ImportProposals proposals;
  private final NativeServices natives;
  private final BridgeConfig config;
  private final BooleanSupplier suspended;
  private final BridgeFence fence;
  private final LegacyConnection connection;
  private final ExportRepair repair;
  private final HeldRemovals removals;
  private final ImportGaps gaps;
  private final KnownInstances known;
  private final InstanceCounts counts = new InstanceCounts(System::nanoTime);
  private final Runnable mark;

  /** Services the legacy cluster has told of, or that are to be looked at again. */
  private final Set<ServiceKey> told = ConcurrentHashMap.newKeySet();

  // Touched by the task's thread alone.
  private final ImportSubscriptions subscriptions = new ImportSubscriptions();
  private long epoch;
  private boolean everRead;
  private final FullReadPace pace;

  private final LeftOutServices leftOut;
  private boolean cleaned;

  private volatile ImportProgress progress = ImportProgress.NONE;

  public LegacyImport(
      MemberId self,
      ReplicatedLog log,
      CatalogReader reader,
      Catalog catalog,
      NativeServices natives,
      BridgeConfig config,
      BooleanSupplier suspended,
      LegacyConnection.Opener opener,
      BridgeFence fence,
      Runnable mark) {
    this.self = self;
    this.log = log;
    this.reader = reader;
    this.proposals = new ImportProposals(catalog, suspended);
    this.natives = natives;
    this.known = new KnownInstances(reader, natives);
    this.config = config;
    this.pace = new FullReadPace(config.fullRead().toNanos(), System::nanoTime);
    this.suspended = suspended;
    this.mark = mark;
    this.fence = fence;
    this.connection = new LegacyConnection(opener, this::told);
    this.repair = new ExportRepair(config.grace(), System::nanoTime);
    this.removals =
        new HeldRemovals(
            config.maxShrinkPercent(), config.settle(), config.hold(), System::nanoTime);
    this.leftOut = new LeftOutServices(natives);
    this.gaps = new ImportGaps(known, removals, config.hold());
  }

  private void told(LegacyChange change) {
    lookAt(change.service());
  }

  /** Reads a service soon, if this member leads; from any thread. */
  public void lookAt(ServiceKey service) {
    told.add(service);
    mark.run();
  }

  /** How far it is. */
  public ImportProgress progress() {
    return progress;
  }

  /** One round; for one thread. */
  public Outcome round() throws InterruptedException {
    BridgeRecord bridge = reader.bridge();
    if (bridge.epoch() == 0 || !log.isLeader()) {
      rest();
      return Outcome.DONE;
    }
    if (suspended.getAsBoolean()) {
      rest();
      if (bridge.terms().phase().imports()) {
        progress = ImportProgress.stopped(SUSPENDED);
      }
      return Outcome.DONE;
    }
    try {
      if (!bridge.active().equals(Optional.of(self))) {
        bridge = take(bridge);
      }
      if (bridge.epoch() != epoch) {
        // Under other terms, or after another member: look at everything before anything else.
        epoch = bridge.epoch();
        everRead = false;
        cleaned = false;
        removals.forget();
      }
      if (bridge.terms().paused()) {
        rest();
        return Outcome.DONE;
      }
      return bridge.terms().phase().imports() ? follow(bridge) : clean(bridge);
    } catch (SupersededException e) {
      LOG.debug("A round of the import ended early", e);
      return Outcome.SOON;
    } catch (RegistryException e) {
      connection.failed(e);
      fail("the legacy cluster: " + e.getMessage());
    } catch (NotProposed e) {
      fail(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      fail("internal error (details in the log): " + e);
      throw e;
    }
    return Outcome.AGAIN;
  }

  private void fail(String problem) {
    if (!problem.equals(progress.problem())) {
      LOG.warn("Bridge stalled: {}", problem);
    }
    progress = progress.failed(problem);
    everRead = false;
    removals.couldNotLook();
  }

  private void rest() {
    if (progress.reading() || !progress.problem().isEmpty()) {
      progress = ImportProgress.NONE;
    }
    everRead = false;
    cleaned = false;
    removals.forget();
    subscriptions.clear();
    told.clear();
    counts.clear();
    connection.close();
  }

  private BridgeRecord take(BridgeRecord bridge) throws NotProposed, InterruptedException {
    proposals.propose(new TakeBridge(self, bridge.epoch()));
    long end = System.nanoTime() + APPLY_NANOS;
    while (System.nanoTime() - end < 0) {
      BridgeRecord now = reader.bridge();
      if (now.active().equals(Optional.of(self))) {
        LOG.info("Import from the legacy cluster started on this member, epoch={}", now.epoch());
        return now;
      }
      // The answer of the group may come before this member has applied the entry.
      TimeUnit.MILLISECONDS.sleep(10);
    }
    throw new NotProposed("this member does not follow the log");
  }

  private Outcome follow(BridgeRecord bridge)
      throws RegistryException, NotProposed, InterruptedException {
    LegacyCluster cluster = connection.get(bridge.terms());
    subscriptions.at(cluster);
    Set<ServiceKey> changed = new TreeSet<>(told);
    changed.forEach(told::remove);
    if (!isFullReadDue(changed) && counts.isDue()) {
      changed.addAll(fuller(cluster, bridge));
    }
    if (isFullReadDue(changed)) {
      readAll(guarded(cluster, bridge), bridge);
    } else {
      readSome(cluster, bridge, changed);
    }
    return Outcome.DONE;
  }

  /** Changes there are of the leader alone, under the terms that its round began with. */
  private LegacyCluster guarded(LegacyCluster cluster, BridgeRecord bridge) {
    return fence.guard(
        cluster,
        () ->
            log.isLeader()
                && !suspended.getAsBoolean()
                && reader.bridge().epoch() == bridge.epoch());
  }

  private boolean isFullReadDue(Set<ServiceKey> changed) {
    return !everRead || pace.isDue() || changed.size() > MANY_SERVICES;
  }

  /** Services that seem to have more instances than are known of. */
  private List<ServiceKey> fuller(LegacyCluster cluster, BridgeRecord bridge)
      throws RegistryException {
    boolean exporting = bridge.terms().phase().exports();
    Map<ServiceKey, Integer> imported = reader.importedServices();
    try {
      List<ServiceKey> fuller =
          counts.look(
              cluster,
              (service, there) ->
                  imported.getOrDefault(service, 0) >= there
                          || (exporting && natives.clients(service) >= there)
                      ? there
                      : known.there(service, exporting));
      if (counts.fuller() > MANY_SERVICES) {
        pace.hurry();
      }
      return fuller;
    } catch (RegistryException e) {
      if (e.kind() == RegistryException.Kind.INTERRUPTED) {
        throw e;
      }
      // No more than a hint was lost: the next reading of everything tells, or fails itself.
      LOG.debug("Services of the legacy cluster could not be counted", e);
      return List.of();
    }
  }

  private void readAll(LegacyCluster cluster, BridgeRecord bridge)
      throws RegistryException, NotProposed, InterruptedException {
    long start = System.nanoTime();
    if (!everRead) {
      cluster.server();
    }
    LegacyContent content =
        LegacyContent.read(cluster, bridge.origin(), known.persistent(everRead));
    known.sawPersistent(content.persistent());
    boolean exporting = bridge.terms().phase().exports();
    List<ServiceComparison> found = known.compare(content, exporting);
    List<ImportDifference> imports = found.stream().map(ServiceComparison::imports).toList();
    proposals.put(epoch, imports);
    List<ImportedInstance.Key> gone = gone(imports);
    follow(Reading.EVERYTHING, gaps.afterAll(bridge, gone), gone);
    if (!bridge.isComplete() && content.isWhole()) {
      proposals.propose(new CompleteImport(epoch, System.currentTimeMillis()));
      LOG.info("First import of the legacy cluster completed, instances={}", content.instances());
    }
    subscriptions.follow(cluster, content, ExportMark.of(bridge.origin()));
    if (suspended.getAsBoolean()) {
      throw new NotProposed("this member was suspended");
    }
    int removed = repair.remove(cluster, found, exporting);
    if (exporting) {
      repair.putRight(cluster, ExportMark.of(bridge.origin()), found);
    }
    List<ServiceComparison.Told> listed = new ArrayList<>();
    int differing = leftOut.tell(content, exporting, listed);
    for (ServiceComparison each : found) {
      List<ServiceComparison.Told> of =
          each.describe(removals.held() > 0, repair.refusals()).toList();
      differing += of.stream().anyMatch(it -> !it.lasting()) ? 1 : 0;
      listed.addAll(of);
    }
    listed.sort(Comparator.comparing(ServiceComparison.Told::lasting));
    if (listed.size() > MAX_DIFFERENCES) {
      listed.subList(MAX_DIFFERENCES, listed.size()).clear();
    }
    long took = System.nanoTime() - start;
    // Where nothing is theirs there is nobody to follow, and the counts tell of whoever comes.
    boolean nothing = content.theirs().isEmpty() && reader.importedServices().isEmpty();
    everRead = true;
    long apart = pace.read(took, nothing);
    known.sawOthers(content.notImported());
    counts.readAll(content.namespaces().ids());
    long now = System.currentTimeMillis();
    progress =
        new ImportProgress(
            true,
            "",
            epoch,
            now,
            TimeUnit.NANOSECONDS.toMillis(took),
            content.theirs().size(),
            content.instances(),
            content.exported(),
            content.othersExported(),
            removals.held(),
            progress.staleRemoved() + removed,
            new ImportProgress.Compared(
                known.compared(),
                differing,
                differing > 0 ? 0 : progress.equalSince(epoch).orElse(now),
                now + 2 * TimeUnit.NANOSECONDS.toMillis(apart) + SLACK_MILLIS),
            (int) listed.stream().filter(ServiceComparison.Told::lasting).count(),
            listed.stream().map(each -> each.difference().lasting(each.lasting())).toList());
  }

  private void readSome(LegacyCluster cluster, BridgeRecord bridge, Set<ServiceKey> changed)
      throws RegistryException, NotProposed, InterruptedException {
    List<ImportDifference> differences = new ArrayList<>();
    List<ImportDifference> firstHand = new ArrayList<>();
    List<ServiceKey> emptied = new ArrayList<>();
    for (ServiceKey service : changed) {
      LegacyInstances there;
      try {
        there = cluster.instances(service);
      } catch (RegistryException e) {
        if (!e.concernsOne()) {
          throw e;
        }
        // The next reading of everything tells whether that lasts, and what it is of.
        LOG.debug("The legacy cluster refuses to list {}", service, e);
        continue;
      }
      List<ImportedInstance> theirs = LegacyContent.imported(service, there.instances());
      ImportDifference difference = ImportDifference.of(reader.imported(service), theirs);
      differences.add(difference);
      if (!theirs.isEmpty()) {
        subscriptions.add(cluster, service);
      }
      // A member's copy of another member's instances does not show which ones are gone.
      if (there.firstHand()) {
        firstHand.add(difference);
        if (there.instances().isEmpty()) {
          emptied.add(service);
        }
      }
    }
    proposals.put(epoch, differences);
    List<ImportedInstance.Key> gone = gone(firstHand);
    follow(Reading.ONE_SERVICE, gaps.afterSome(cluster, bridge, gone, emptied, changed), gone);
  }

  private void follow(Reading reading, Gaps thought, List<ImportedInstance.Key> gone)
      throws NotProposed, InterruptedException {
    if (gone.isEmpty()) {
      return;
    }
    switch (ImportStep.of(reading, thought)) {
      case REMOVE -> proposals.remove(epoch, gone);
      case READ_ALL -> pace.readNow();
      default -> {
        // They stay; the next reading of everything tells.
      }
    }
  }

  private static List<ImportedInstance.Key> gone(List<ImportDifference> differences) {
    return differences.stream().flatMap(each -> each.removals().stream()).toList();
  }

  /** There is no bridge any more: nothing of it stays, here or there. */
  private Outcome clean(BridgeRecord bridge)
      throws RegistryException, NotProposed, InterruptedException {
    List<ImportedInstance.Key> all = new ArrayList<>();
    reader
        .importedServices()
        .keySet()
        .forEach(service -> reader.imported(service).forEach(each -> all.add(each.key())));
    proposals.remove(epoch, all);
    if (cleaned || bridge.terms().servers().isEmpty()) {
      rest();
      cleaned = true;
      return Outcome.DONE;
    }
    LegacyCluster cluster = connection.get(bridge.terms());
    if (LegacyConnection.isReplaced(cluster)) {
      LOG.info("The legacy cluster no longer has 1.x servers; no export is left");
      rest();
      cleaned = true;
      return Outcome.DONE;
    }
    LegacyContent content = LegacyContent.read(cluster, bridge.origin(), Set.of());
    int removed = repair.remove(guarded(cluster, bridge), known.compare(content, false), false);
    progress = progress.cleaned(content.exported() - removed, removed);
    // What could not be read may hold exports of ours.
    cleaned = content.exported() == 0 && content.isWhole();
    if (cleaned) {
      connection.close();
      subscriptions.clear();
    }
    return cleaned ? Outcome.DONE : Outcome.AGAIN;
  }

  @Override
  public void close() {
    connection.close();
  }
}
