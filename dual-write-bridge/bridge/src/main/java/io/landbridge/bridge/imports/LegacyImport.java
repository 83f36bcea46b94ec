package io.landbridge.bridge.imports;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.bridge.legacy.BridgeFence;
import io.landbridge.bridge.legacy.BridgeFence.SupersededException;
import io.landbridge.bridge.legacy.LegacyConnection;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.command.Command;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.command.Result;
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
import io.landbridge.service.answer.BridgeDifference;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.CatalogReader;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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

  private static final int BATCH = 2_000;
  private static final int MAX_DIFFERENCES = 10_000;
  private static final int MANY_SERVICES = 200;
  private static final int NOTHING_THEIRS = 3;
  private static final int READS_APART_NOTHING_THEIRS = 399;
  private static final int READS_APART = 19;
  private static final int READS_APART_CROWDED = 3;
  private static final long LONGEST_APART_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** A reading may take so long in addition until the one before says nothing any more. */
  private static final long SLACK_MILLIS = 10_000;

  private static final long PROPOSAL_SECONDS = 30;
  private static final long APPLY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final MemberId self;
  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final Catalog catalog;
  private final NativeServices natives;
  private final BridgeConfig config;
  private final BooleanSupplier suspended;
  private final BridgeFence fence;
  private final LegacyConnection connection;
  private final ExportRepair repair;
  private final HeldRemovals removals;
  private final InstanceCounts counts = new InstanceCounts(System::nanoTime);
  private final Runnable mark;

  /** Services the legacy cluster has told of, or that are to be looked at again. */
  private final Set<ServiceKey> told = ConcurrentHashMap.newKeySet();

  // Touched by the task's thread alone.
  private final Set<ServiceKey> subscribed = new HashSet<>();
  private @Nullable LegacyCluster subscribedAt;
  private long epoch;
  private boolean everRead;
  private long nextFullRead;

  /** Not before this, however much there seems to be that is not known. */
  private long nextCrowdedRead;

  /** What was exported from other clusters when everything was read. */
  private Map<ServiceKey, Set<String>> others = Map.of();

  /** Services with a persistent instance of theirs, when everything was read; null before. */
  private @Nullable Set<ServiceKey> persistent;

  /** What was told of as left out. */
  private Set<ServiceKey> leftOut = Set.of();

  /** The same of whole namespaces. */
  private Set<String> namespacesLeftOut = Set.of();

  private int compared;
  private boolean cleaned;

  private volatile ImportProgress progress = ImportProgress.NONE;

  /** The catalog or the group does not take a change now. */
  private static final class NotProposed extends Exception {

    private static final long serialVersionUID = 1L;

    NotProposed(String message) {
      super(message);
    }
  }

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
    this.catalog = catalog;
    this.natives = natives;
    this.config = config;
    this.suspended = suspended;
    this.mark = mark;
    this.fence = fence;
    this.connection = new LegacyConnection(opener, this::told);
    this.repair = new ExportRepair(config.grace(), System::nanoTime);
    this.removals =
        new HeldRemovals(
            config.maxShrinkPercent(), config.settle(), config.hold(), System::nanoTime);
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
    subscribed.clear();
    told.clear();
    counts.clear();
    connection.close();
  }

  private BridgeRecord take(BridgeRecord bridge) throws NotProposed, InterruptedException {
    propose(new TakeBridge(self, bridge.epoch()));
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
    if (cluster != subscribedAt) {
      // The servers or the user are others; with the connection its subscriptions have ended.
      subscribed.clear();
      subscribedAt = cluster;
    }
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
    return !everRead || System.nanoTime() - nextFullRead >= 0 || changed.size() > MANY_SERVICES;
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
                      : known(service, exporting));
      if (counts.fuller() > MANY_SERVICES && nextCrowdedRead - nextFullRead < 0) {
        nextFullRead = nextCrowdedRead;
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

  /**
   * How many instances of a service are known to be there, or will be in a moment: theirs, what is
   * registered here and therefore exported, and what others have exported.
   */
  private int known(ServiceKey service, boolean exporting) {
    Set<ImportedInstance.Key> keys = new HashSet<>();
    reader.imported(service).forEach(each -> keys.add(each.key()));
    if (exporting) {
      for (NativeInstance each : natives.instances(service)) {
        keys.add(new ImportedInstance.Key(service, each.cluster(), each.ip(), each.port()));
      }
    }
    return keys.size() + others.getOrDefault(service, Set.of()).size();
  }

  private void readAll(LegacyCluster cluster, BridgeRecord bridge)
      throws RegistryException, NotProposed, InterruptedException {
    long start = System.nanoTime();
    if (!everRead) {
      cluster.server();
    }
    LegacyContent content = LegacyContent.read(cluster, bridge.origin(), persistent());
    persistent = content.persistent();
    boolean exporting = bridge.terms().phase().exports();
    List<ServiceComparison> found = compare(content, exporting);
    List<ImportDifference> imports = found.stream().map(ServiceComparison::imports).toList();
    put(imports);
    followRemovals(bridge, gone(imports));
    if (!bridge.isComplete() && content.isWhole()) {
      propose(new CompleteImport(epoch, System.currentTimeMillis()));
      LOG.info("First import of the legacy cluster completed, instances={}", content.instances());
    }
    subscribe(cluster, watched(content, ExportMark.of(bridge.origin())));
    if (suspended.getAsBoolean()) {
      throw new NotProposed("this member was suspended");
    }
    int removed = repair.remove(cluster, found, exporting);
    if (exporting) {
      repair.putRight(cluster, ExportMark.of(bridge.origin()), found);
    }
    List<ServiceComparison.Told> listed = new ArrayList<>();
    int differing = tellLeftOut(content, listed);
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
    long atLeast = config.fullRead().toNanos() * (nothing ? NOTHING_THEIRS : 1);
    long asLong = took * (nothing ? READS_APART_NOTHING_THEIRS : READS_APART);
    long apart = Math.max(atLeast, Math.min(asLong, LONGEST_APART_NANOS));
    everRead = true;
    nextFullRead = System.nanoTime() + apart;
    nextCrowdedRead = System.nanoTime() + Math.min(apart, took * READS_APART_CROWDED);
    others = content.others();
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
                compared,
                differing,
                differing > 0 ? 0 : progress.equalSince(epoch).orElse(now),
                now + 2 * TimeUnit.NANOSECONDS.toMillis(apart) + SLACK_MILLIS),
            (int) listed.stream().filter(ServiceComparison.Told::lasting).count(),
            listed.stream().map(each -> each.difference().lasting(each.lasting())).toList());
  }

  /**
   * Tells which services are not carried over because the legacy cluster does not tell of them, and
   * which namespaces because nobody can ask for them.
   *
   * @return how many of them it may tell of later
   */
  private int tellLeftOut(LegacyContent content, List<ServiceComparison.Told> listed) {
    content
        .leftOut()
        .forEach(
            (service, each) -> {
              if (!leftOut.contains(service)) {
                LOG.warn("Service of the legacy cluster skipped: {}: {}", service, each.why());
              }
              listed.add(
                  new ServiceComparison.Told(
                      BridgeDifference.of(
                          new ImportedInstance.Key(service, "", "", 0),
                          "service",
                          "not imported",
                          "listed",
                          each.why()),
                      each.lasting()));
            });
    content
        .namespaces()
        .unusable()
        .forEach(
            (namespace, why) -> {
              if (!namespacesLeftOut.contains(namespace)) {
                LOG.warn("Namespace of the legacy cluster skipped: {}: {}", namespace, why);
              }
              listed.add(
                  new ServiceComparison.Told(
                      BridgeDifference.ofNamespace(namespace, "not imported", "listed", why),
                      true));
            });
    namespacesLeftOut = Set.copyOf(content.namespaces().unusable().keySet());
    leftOut = Set.copyOf(content.leftOut().keySet());
    return (int) content.leftOut().values().stream().filter(each -> !each.lasting()).count();
  }

  /** The services with a persistent instance of theirs that is known of. */
  private Set<ServiceKey> persistent() {
    if (everRead && persistent != null) {
      return persistent;
    }
    return reader.importedServices().keySet().stream()
        .filter(service -> reader.imported(service).stream().anyMatch(each -> !each.ephemeral()))
        .collect(Collectors.toSet());
  }

  /** One pass over everything either cluster has; keeps what is not the same. */
  private List<ServiceComparison> compare(LegacyContent content, boolean exporting) {
    Set<ServiceKey> services = new TreeSet<>(content.theirs().keySet());
    services.addAll(content.ours().keySet());
    services.addAll(reader.importedServices().keySet());
    if (exporting) {
      services.addAll(natives.all());
    }
    // Of those nothing is known: neither is anything added, nor does anything end.
    services.removeAll(content.leftOut().keySet());
    List<ServiceComparison> found = new ArrayList<>();
    for (ServiceKey service : services) {
      ServiceComparison.of(
              service,
              exporting ? natives.instances(service) : List.of(),
              reader.imported(service),
              content)
          .ifPresent(found::add);
    }
    compared = services.size();
    return found;
  }

  private void readSome(LegacyCluster cluster, BridgeRecord bridge, Set<ServiceKey> changed)
      throws RegistryException, NotProposed, InterruptedException {
    List<ImportDifference> differences = new ArrayList<>();
    List<ImportDifference> believed = new ArrayList<>();
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
      if (!theirs.isEmpty() && !subscribed.contains(service) && cluster.subscribe(service)) {
        subscribed.add(service);
      }
      // What is missing from hearsay may not be gone: the next reading of everything tells.
      if (there.firstHand()) {
        believed.add(difference);
        if (there.instances().isEmpty()) {
          emptied.add(service);
        }
      }
    }
    put(differences);
    List<ImportedInstance.Key> gone = gone(believed);
    if (bridge.isComplete() && !gone.isEmpty()) {
      if (areGone(cluster, emptied, changed) && removals.allowsSome(lost(gone), known())) {
        remove(gone);
      } else if (removals.held() == 0) {
        nextFullRead = System.nanoTime();
      }
    }
  }

  /**
   * Whether services without anything are to be believed: one that has lost everything says so of
   * one after the other. So one that was not looked at must have something; and they are looked at
   * once more after it, because everything may be back by then.
   */
  private boolean areGone(LegacyCluster cluster, List<ServiceKey> emptied, Set<ServiceKey> lookedAt)
      throws RegistryException {
    if (emptied.isEmpty()) {
      return true;
    }
    Optional<ServiceKey> other =
        reader.importedServices().entrySet().stream()
            .filter(each -> !lookedAt.contains(each.getKey()))
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey);
    if (other.isEmpty() || cluster.instances(other.get()).instances().isEmpty()) {
      return false;
    }
    for (ServiceKey each : emptied) {
      if (!cluster.instances(each).instances().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Comes before any removal: what moves from one service or label to another is never missing. */
  private void put(List<ImportDifference> differences) throws NotProposed, InterruptedException {
    List<ImportedInstance> puts =
        differences.stream().flatMap(each -> each.puts().stream()).toList();
    for (int from = 0; from < puts.size(); from += BATCH) {
      propose(
          new ImportInstances(
              epoch, puts.subList(from, Math.min(puts.size(), from + BATCH)), List.of()));
    }
  }

  private static List<ImportedInstance.Key> gone(List<ImportDifference> differences) {
    return differences.stream().flatMap(each -> each.removals().stream()).toList();
  }

  /** After everything was read. Before the first full sync nobody knows what a gap means. */
  private void followRemovals(BridgeRecord bridge, List<ImportedInstance.Key> gone)
      throws NotProposed, InterruptedException {
    int known = known();
    if (!removals.allows(bridge.isComplete() ? lost(gone) : 0, known)) {
      LOG.warn(
          "{} of {} instances disappeared from the legacy cluster; held until the legacy cluster"
              + " has settled, or for {} if too many disappeared at once",
          gone.size(),
          known,
          config.hold());
    } else if (bridge.isComplete()) {
      remove(gone);
    }
  }

  private int known() {
    return reader.importedServices().values().stream().mapToInt(Integer::intValue).sum();
  }

  private void remove(List<ImportedInstance.Key> gone) throws NotProposed, InterruptedException {
    for (int from = 0; from < gone.size(); from += BATCH) {
      propose(
          new ImportInstances(
              epoch, List.of(), gone.subList(from, Math.min(gone.size(), from + BATCH))));
    }
  }

  /** How many are not registered here either: a client that has moved is not lost. */
  private int lost(List<ImportedInstance.Key> gone) {
    Map<ServiceKey, Set<String>> known = new HashMap<>();
    int missing = 0;
    for (ImportedInstance.Key key : gone) {
      Set<String> here =
          known.computeIfAbsent(
              key.service(),
              service -> {
                Set<String> addresses = new HashSet<>();
                natives.instances(service).forEach(each -> addresses.add(each.address()));
                return addresses;
              });
      if (!here.contains(key.ip() + ":" + key.port())) {
        missing++;
      }
    }
    return missing;
  }

  /**
   * The services of theirs; and after them those with exported instances whose clients beat, and
   * may do so there any moment, as far as is known here.
   */
  private static Set<ServiceKey> watched(LegacyContent content, ExportMark mark) {
    Set<ServiceKey> services = new LinkedHashSet<>(content.theirs().keySet());
    content
        .ours()
        .forEach(
            (service, exported) -> {
              if (exported.stream()
                  .anyMatch(it -> it.ephemeral() && !mark.isLengthened(it) && !mark.isSteady(it))) {
                services.add(service);
              }
            });
    return services;
  }

  private void subscribe(LegacyCluster cluster, Set<ServiceKey> services) {
    subscribed.removeIf(
        service -> {
          boolean gone = !services.contains(service);
          if (gone) {
            cluster.unsubscribe(service);
          }
          return gone;
        });
    for (ServiceKey service : services) {
      if (!subscribed.contains(service)) {
        if (!cluster.subscribe(service)) {
          // The others are looked at when everything is read.
          return;
        }
        subscribed.add(service);
      }
    }
  }

  /** There is no bridge any more: nothing of it stays, here or there. */
  private Outcome clean(BridgeRecord bridge)
      throws RegistryException, NotProposed, InterruptedException {
    List<ImportedInstance.Key> all = new ArrayList<>();
    reader
        .importedServices()
        .keySet()
        .forEach(service -> reader.imported(service).forEach(each -> all.add(each.key())));
    remove(all);
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
    int removed = repair.remove(guarded(cluster, bridge), compare(content, false), false);
    progress = progress.cleaned(content.exported() - removed, removed);
    // What could not be read may hold exports of ours.
    cleaned = content.exported() == 0 && content.isWhole();
    if (cleaned) {
      connection.close();
      subscribed.clear();
    }
    return cleaned ? Outcome.DONE : Outcome.AGAIN;
  }

  private void propose(Command command) throws NotProposed, InterruptedException {
    if (suspended.getAsBoolean()) {
      throw new NotProposed("this member was suspended");
    }
    try {
      Result result = catalog.propose(command).get(PROPOSAL_SECONDS, TimeUnit.SECONDS);
      if (result.outcome() != Result.Outcome.APPLIED) {
        throw new NotProposed("the catalog refused the change: " + result.detail());
      }
    } catch (ExecutionException e) {
      throw new NotProposed("the Raft group: " + e.getCause());
    } catch (TimeoutException e) {
      throw new NotProposed("the Raft group did not answer within " + PROPOSAL_SECONDS + " s");
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
