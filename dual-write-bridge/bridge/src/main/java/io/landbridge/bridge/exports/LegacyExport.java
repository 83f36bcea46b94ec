package io.landbridge.bridge.exports;

import io.landbridge.bridge.exports.ExportCalls.Work;
import io.landbridge.bridge.exports.Said.Certainty;
import io.landbridge.bridge.legacy.LegacyConnection;
import io.landbridge.bridge.legacy.LegacyContent;
import io.landbridge.bridge.legacy.Refusals;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.ServiceKey;
import io.landbridge.port.ChangedInstances;
import io.landbridge.port.LocalInstance;
import io.landbridge.port.LocalInstances;
import io.landbridge.port.NativeServices;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyCluster;
import io.landbridge.registry.legacy.LegacyListener;
import io.landbridge.registry.legacy.LegacyPart;
import io.landbridge.state.BridgeRecord;
import io.landbridge.state.ImportedInstances;
import io.landbridge.work.CoalescedTask.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

  private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** A task that does not ask for another round has one every second. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  private final ImportedInstances catalog;
  private final NativeServices natives;
  private final LocalInstances local;
  private final BooleanSupplier suspended;
  private final LegacyConnection connection;
  private final ExportCalls calls;
  private final LongSupplier nanos;

  private final ExportLedger ledger;

  /** Those of the ledger. */
  private final Map<ImportedInstance.Key, Said> said;

  private final HandedOver handedOver;
  private final HeardClients heard;

  private final LocalSorter sorter;
  private final ExportBeats beats;

  /** What was looked for there while nothing may change. Written by the round and its threads. */
  private final Set<ImportedInstance.Key> recognised = ConcurrentHashMap.newKeySet();

  // Touched by the task's thread alone.

  /** Since when what is there should not be, by this machine's nanoseconds. */
  private final Map<ImportedInstance.Key, Long> missing = new HashMap<>();

  private final Map<LegacyPart, Long> looked = new HashMap<>();

  /** Written by the round's threads. */
  private final Refusals refusals;

  private final ExportedHealth health;

  private final Departures departures;

  /** Told which services to import anew; from any thread. */
  private final Consumer<ServiceKey> importing;

  private volatile ExportProgress progress = ExportProgress.NONE;

  /** When the legacy cluster answered nothing at all; of the task's thread alone. */
  private Optional<Long> failedAt = Optional.empty();

  private final RoundPace pace;

  /** An address in a service, under whatever label. */
  private record Address(ServiceKey service, String ip, int port) {

    public static Address of(ImportedInstance.Key key) {
      return new Address(key.service(), key.ip(), key.port());
    }
  }

  public LegacyExport(
      ImportedInstances catalog,
      NativeServices natives,
      LocalInstances local,
      BooleanSupplier suspended,
      Consumer<ServiceKey> importing,
      LegacyConnection.Opener opener) {
    this(
        catalog,
        natives,
        local,
        suspended,
        importing,
        opener,
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
      ExecutorService threads,
      LongSupplier nanos,
      LongSupplier millis) {
    this.catalog = catalog;
    this.natives = natives;
    this.local = local;
    this.suspended = suspended;
    this.importing = importing;
    this.connection = new LegacyConnection(opener, LegacyListener.NONE);
    this.nanos = nanos;
    this.pace = new RoundPace(nanos);
    this.refusals = new Refusals(nanos);
    this.calls = new ExportCalls(threads, suspended, refusals, nanos);
    this.health = new ExportedHealth(nanos);
    this.departures = new Departures(nanos);
    this.ledger = new ExportLedger(importing, nanos, millis);
    this.said = ledger.said();
    this.handedOver = ledger.handedOver();
    this.heard = ledger.heard();
    this.sorter = new LocalSorter(catalog, local, ledger, departures);
    this.beats = new ExportBeats(ledger);
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
    calls.begin();
    try {
      return due == RoundPace.Round.WHOLE ? whole(bridge, wanted) : changes(bridge, wanted);
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
  private Outcome whole(BridgeRecord bridge, boolean wanted)
      throws InterruptedException, RegistryException {
    long began = nanos.getAsLong();
    long longest = RoundPace.LONGEST_OF_BOTH_NANOS;
    try {
      boolean stopped = suspended.getAsBoolean();
      boolean holding = stopped || (wanted && bridge.terms().paused());
      SortedLocals here =
          wanted ? sorted(() -> sorter.sorted(holding)) : SortedLocals.nothing(0, said.size());
      if (heard.areHereAlone() && here.heldBack().isEmpty()) {
        longest = RoundPace.LONGEST_NANOS;
      }
      LegacyCluster cluster = connection.get(bridge.terms());
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

  private SortedLocals sorted(Supplier<SortedLocals> sort) {
    SortedLocals here = sort.get();
    return comeBack(here.ours()) ? sort.get() : here;
  }

  /**
   * Says what has come or changed; everything else is for the next whole round, which follows soon.
   */
  private Outcome changes(BridgeRecord bridge, boolean wanted)
      throws InterruptedException, RegistryException {
    try {
      if (!wanted || bridge.terms().paused() || suspended.getAsBoolean()) {
        return Outcome.SOON;
      }
      Optional<ChangedInstances> changed = local.readChanged();
      if (changed.isEmpty() || changed.get().isEmpty()) {
        return Outcome.SOON;
      }
      SortedLocals here = sorted(() -> sorter.sorted(changed.get().there()));
      if (!here.heldBack().isEmpty() || !here.theirs().isEmpty() || !here.doubtful().isEmpty()) {
        pace.hurry();
      }
      long now = nanos.getAsLong();
      changed.get().gone().stream()
          .filter(said::containsKey)
          .forEach(key -> missing.putIfAbsent(key, now));
      LegacyCluster cluster = connection.get(bridge.terms());
      SharedReadings readings = readings(cluster);
      List<Work> work = new ArrayList<>();
      puts(cluster, readings, here, work);
      progress = progress.changed(said.size(), calls.say(cluster, work, readings));
      return Outcome.SOON;
    } finally {
      pace.changesEnded();
    }
  }

  private Outcome carry(LegacyCluster cluster, SortedLocals here, boolean wanted)
      throws InterruptedException, RegistryException {
    recognised.clear();
    AtomicInteger lost = new AtomicInteger();
    SharedReadings readings = readings(cluster);
    // Before anything else, because it is worth less the later it is.
    List<Callable<Boolean>> due = beats.due(cluster, readings, here, true, lost);
    look(cluster, here, due, lost);
    lookAtHealth(cluster, due, lost);
    Map<ServiceKey, List<ImportedInstance.Key>> moving = wanted ? departures.due() : Map.of();
    moving.forEach(
        (service, keys) ->
            due.add(ExportCalls.once(() -> lookForDepartures(cluster, service, keys), lost)));
    int left = calls.run(cluster, due);
    List<ServiceKey> leftBehind =
        moving.entrySet().stream()
            .filter(each -> each.getValue().stream().anyMatch(departures::hasLeft))
            .map(Map.Entry::getKey)
            .toList();
    // What is imported of them would come to light again if they left here, too.
    leftBehind.forEach(importing);
    SortedLocals now = leftBehind.isEmpty() ? here : sorter.sorted(false);
    List<Work> work = new ArrayList<>();
    puts(cluster, readings, now, work);
    removals(cluster, now, wanted, work);
    refusals.retain(key -> now.ours().contains(key) || said.containsKey(key));
    left += calls.say(cluster, work, readings);
    progress = progress.done(said.size(), left + lost.get(), refusals);
    // Not AGAIN: nothing has failed, and beats are due all the time.
    return left > 0 || !moving.isEmpty() ? Outcome.SOON : Outcome.DONE;
  }

  /** Nothing changes there, and nothing expires whose client is heard of here. */
  private Outcome hold(LegacyCluster cluster, SortedLocals here, boolean wanted, boolean stopped)
      throws InterruptedException, RegistryException {
    List<Work> work = new ArrayList<>();
    recognise(cluster, here.ours(), work);
    SharedReadings readings = readings(cluster);
    int left = calls.say(cluster, work, readings);
    SortedLocals now = work.isEmpty() ? here : sorter.sorted(true);
    AtomicInteger lost = new AtomicInteger();
    left += calls.run(cluster, beats.due(cluster, readings, now, !stopped, lost));
    List<Work> later = new ArrayList<>();
    puts(cluster, readings, now, later);
    removals(cluster, now, wanted, later);
    progress =
        new ExportProgress(said.size(), left + lost.get() + later.size(), stopped ? SUSPENDED : "");
    return left > 0 ? Outcome.SOON : Outcome.DONE;
  }

  /** After a restart it is not known what was exported from here before: it is looked up. */
  private void recognise(LegacyCluster cluster, OurInstances ours, List<Work> work) {
    recognised.removeIf(key -> !ours.contains(key));
    Map<ServiceKey, Map<ImportedInstance.Key, LocalInstance>> unknown = new HashMap<>();
    for (OurInstances.One one : ours.all()) {
      LocalInstance each = one.local();
      ImportedInstance.Key key = one.key();
      if (each.registered().ephemeral()
          && each.lives()
          && one.said() == null
          && !recognised.contains(key)) {
        unknown.computeIfAbsent(key.service(), service -> new HashMap<>()).put(key, each);
      }
    }
    unknown.forEach(
        (service, instances) -> {
          Map.Entry<ImportedInstance.Key, LocalInstance> one =
              instances.entrySet().iterator().next();
          work.add(
              Work.of(
                  one.getKey(),
                  LegacyContent.registered(one.getValue().registered()),
                  () -> recognise(cluster, service, instances)));
        });
  }

  private void recognise(
      LegacyCluster cluster, ServiceKey service, Map<ImportedInstance.Key, LocalInstance> instances)
      throws RegistryException {
    ledger
        .read(cluster, service)
        .instances()
        .forEach(
            (key, each) -> {
              LocalInstance here = instances.get(key);
              if (here != null && each.isOurs()) {
                // The next beat is due.
                said.put(
                    key,
                    ledger
                        .now(each.seen(), here)
                        .from(Optional.empty())
                        .later(ledger.mark().beatInterval().negated()));
              }
            });
    recognised.addAll(instances.keySet());
  }

  private SharedReadings readings(LegacyCluster cluster) {
    return new SharedReadings(parts -> ledger.readAll(cluster, parts), natives::clients, nanos);
  }

  private void puts(
      LegacyCluster cluster, SharedReadings readings, SortedLocals here, List<Work> work) {
    for (OurInstances.One one : here.ours().all()) {
      if (isSettled(one.local(), one.said())) {
        continue;
      }
      // With what has been said since, by beats.
      toSay(cluster, readings, here, one.local(), said.get(one.key())).ifPresent(work::add);
    }
    // One reading of a label does for those that follow each other.
    work.sort(Comparator.comparing(Work::key));
  }

  /** Whether it is there as it is to be, as far as can be seen at a glance. */
  private boolean isSettled(LocalInstance local, @Nullable Said before) {
    return before != null
        && before.isFrom(local)
        && (before.steady() ? local.lives() : !ledger.isSteady(local));
  }

  /** What is to be said of one. */
  private Optional<Work> toSay(
      LegacyCluster cluster,
      SharedReadings readings,
      SortedLocals here,
      LocalInstance local,
      @Nullable Said before) {
    if (isSettled(local, before)) {
      return Optional.empty();
    }
    ImportedInstance.Key key = local.registered().key();
    RegisteredInstance marked = ledger.marked(local);
    if (before != null && before.isSame(marked)) {
      said.replace(key, before, before.from(Optional.of(local.registered())));
      return Optional.empty();
    }
    boolean due =
        before != null
            ? !here.doubtful().contains(key)
            : !local.beats() || !heard.wasTold(key) || heard.isNews(key);
    if (!due) {
      return Optional.empty();
    }
    if (before != null && isMoreThanRegistration(before, local)) {
      return Optional.of(
          Work.of(key, marked, () -> put(cluster, readings, key, local, marked, before)));
    }
    // What was left to them may be imported late, and has not left by that. Of a persistent one no
    // beat would tell afterwards that its client had just registered there itself.
    boolean inAnyCase =
        before == null && local.registered().ephemeral() && !handedOver.contains(key);
    return Optional.of(
        Work.registration(
            key,
            marked,
            inAnyCase
                ? Optional.empty()
                : Optional.of(there -> !isTheirs(cluster, there, key, local)),
            () -> registered(key, local, marked)));
  }

  private static boolean isMoreThanRegistration(Said before, LocalInstance local) {
    return !local.registered().ephemeral() || (!local.lives() && before.steady());
  }

  private void put(
      LegacyCluster cluster,
      SharedReadings readings,
      ImportedInstance.Key key,
      LocalInstance local,
      RegisteredInstance marked,
      Said before)
      throws RegistryException {
    if (isTheirs(cluster, readings.of(key).get(), key, local)) {
      return;
    }
    if (!local.lives() && before.steady()) {
      // It would wait for long yet, and a registration does not change the health of what is there.
      cluster.deregister(key.service(), before.instance());
    }
    cluster.register(key.service(), marked);
    health.set(cluster, key, marked);
    registered(key, local, marked);
  }

  /** After it was registered there. */
  private void registered(
      ImportedInstance.Key key, LocalInstance local, RegisteredInstance marked) {
    boolean isNew = !said.containsKey(key) && !heard.wasTold(key);
    Said after = ledger.now(marked, local);
    handedOver.takeBack(key);
    said.put(key, isNew ? after.with(Certainty.NEW) : after);
    heard.told(key, local);
  }

  /**
   * Whether the client of an export has registered there itself, which the imports may not know
   * yet; then it is exported no more. One that is silent there and has a connection here has left.
   */
  private boolean isTheirs(
      LegacyCluster cluster, LegacyReading there, ImportedInstance.Key key, LocalInstance local)
      throws RegistryException {
    LegacyReading.@Nullable Found found = there.at(key);
    if (found == null || found.isOurs()) {
      return false;
    }
    if (!local.beats() && !found.seen().healthy()) {
      // A reading of a single one does not tell whether it is persistent.
      LegacyReading.@Nullable Found all = ledger.read(cluster, LegacyContent.part(key)).at(key);
      if (all == null || all.isOurs() || (all.seen().ephemeral() && !all.seen().healthy())) {
        return false;
      }
    }
    ledger.leaveToThem(key);
    return true;
  }

  /**
   * Looks for those that are not heard here now, before this cluster takes them for unhealthy, for
   * those that seem to have registered there, and for those that should be that cluster's own and
   * do not seem to be; one reading for each label.
   */
  private void look(
      LegacyCluster cluster, SortedLocals here, List<Callable<Boolean>> work, AtomicInteger lost) {
    long now = nanos.getAsLong();
    looked.values().removeIf(at -> now - at >= LOOK_AGAIN_NANOS);
    Map<LegacyPart, List<ImportedInstance.Key>> due =
        Stream.concat(
                here.unseen().stream(),
                Stream.concat(here.doubtful().stream(), here.quiet().stream())
                    .filter(
                        key -> Optional.ofNullable(said.get(key)).filter(Said::beats).isPresent()))
            .filter(key -> !looked.containsKey(LegacyContent.part(key)))
            .collect(Collectors.groupingBy(LegacyContent::part));
    due.forEach(
        (part, keys) -> {
          looked.put(part, now);
          work.add(ExportCalls.once(() -> look(cluster, part, keys), lost));
        });
  }

  private void look(LegacyCluster cluster, LegacyPart part, List<ImportedInstance.Key> keys)
      throws RegistryException {
    LegacyReading there = ledger.read(cluster, part);
    for (ImportedInstance.Key key : keys) {
      LegacyReading.@Nullable Found found = there.at(key);
      Said before = said.get(key);
      if (found == null) {
        continue;
      }
      if (before == null) {
        if (!found.isOurs()) {
          handedOver.seen(key);
        } else if (handedOver.contains(key)) {
          // Servers of 1.x were seen to have the mark again a second after they had taken it off.
          ExportLedger.unmark(cluster, key, found.seen());
        }
      } else if (!found.isOurs()) {
        ledger.leaveToThem(key);
      } else if (found.isLaterThan(before)) {
        ledger.handOver(cluster, key, before.instance());
      }
    }
  }

  private void lookForDepartures(
      LegacyCluster cluster, ServiceKey service, List<ImportedInstance.Key> keys)
      throws RegistryException {
    LegacyReading there = ledger.read(cluster, service);
    if (!there.isFirstHand()) {
      return;
    }
    for (ImportedInstance.Key key : keys) {
      if (!there.isThereItself(key)) {
        departures.left(key);
      }
    }
  }

  /** One reading for each label with a health that was set and not seen yet. */
  private void lookAtHealth(
      LegacyCluster cluster, List<Callable<Boolean>> work, AtomicInteger lost) {
    health.retain(said.keySet());
    health
        .due()
        .forEach(
            (part, keys) ->
                work.add(ExportCalls.once(() -> lookAtHealth(cluster, part, keys), lost)));
  }

  private void lookAtHealth(LegacyCluster cluster, LegacyPart part, List<ImportedInstance.Key> keys)
      throws RegistryException {
    LegacyReading there = ledger.read(cluster, part);
    for (ImportedInstance.Key key : keys) {
      LegacyReading.@Nullable Found found = there.at(key);
      Said wanted = said.get(key);
      if (found == null || wanted == null || !found.isOurs()) {
        health.forget(key);
      } else {
        health.seen(cluster, key, wanted.instance(), found.seen().healthy());
      }
    }
  }

  /**
   * What was missing and is here again may have been taken away there meanwhile.
   *
   * @return whether what was said is another by that
   */
  private boolean comeBack(OurInstances wanted) {
    missing.keySet().retainAll(said.keySet());
    boolean any = false;
    for (ImportedInstance.Key key : List.copyOf(missing.keySet())) {
      LocalInstance back = wanted.get(key);
      if (back == null) {
        continue;
      }
      any = true;
      missing.remove(key);
      if (back.registered().ephemeral()) {
        // The next beat, due now, tells.
        said.computeIfPresent(key, (k, each) -> each.later(ledger.mark().beatInterval().negated()));
      } else {
        said.remove(key);
      }
    }
    return any;
  }

  private void removals(
      LegacyCluster cluster, SortedLocals here, boolean exporting, List<Work> work) {
    long now = nanos.getAsLong();
    missing.keySet().retainAll(said.keySet());
    if (here.ours().areAllThatWereSaid()) {
      return;
    }
    Set<Address> unsettled = unsettled(here);
    said.forEach(
        (key, each) -> {
          if (here.ours().contains(key)) {
            return;
          }
          @Nullable Long since = missing.putIfAbsent(key, now);
          // Twice, because a client that moves to another member is nobody's for a moment; and not
          // before there is what comes in its place, another label for example.
          boolean due =
              since != null
                  && (now - since > HandedOver.IMPORTED_NANOS
                      || !unsettled.contains(Address.of(key)));
          if (due || !exporting) {
            boolean heldBack = here.heldBack().contains(key);
            work.add(
                Work.of(
                    key, each.instance(), () -> remove(cluster, key, each, exporting, heldBack)));
          }
        });
  }

  /** The addresses that are not exported yet, and those whose imports may not be of now. */
  private Set<Address> unsettled(SortedLocals here) {
    Set<Address> addresses = new HashSet<>();
    here.heldBack().forEach(key -> addresses.add(Address.of(key)));
    here.ours().all().stream()
        .filter(each -> !said.containsKey(each.key()))
        .forEach(each -> addresses.add(Address.of(each.key())));
    return addresses;
  }

  private void remove(
      LegacyCluster cluster,
      ImportedInstance.Key key,
      Said each,
      boolean exporting,
      boolean heldBack)
      throws RegistryException {
    // Under another label it is another instance there.
    boolean elsewhere = exporting && !heldBack && natives.isThere(key);
    if (!elsewhere) {
      boolean left = heard.tookLeave(key);
      boolean mayBeat = exporting && each.beats() && !left;
      LegacyReading all =
          heldBack
              ? ledger.read(cluster, key.service())
              : ledger.read(cluster, mayBeat ? LegacyContent.part(key) : LegacyContent.only(key));
      LegacyReading.@Nullable Found there = all.at(key);
      if (there != null && there.isOurs()) {
        if (heldBack && !all.isThereItself(key)) {
          // What is imported is not of now: without ours it would not be there at all.
          return;
        }
        if (mayBeat && there.isLaterThan(each)) {
          ledger.handOver(cluster, key, each.instance());
          return;
        }
        cluster.deregister(key.service(), each.instance());
      } else if (there != null) {
        importing.accept(key.service());
      }
    }
    // Another member answers for it, or it is gone there, or its client is there itself.
    said.remove(key, each);
  }

  @Override
  public void close() {
    calls.close();
    connection.close();
  }
}
