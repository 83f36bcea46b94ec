package io.landbridge.observe;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Result;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.Loss;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.observe.DirtyUnits.Mark;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ProposalException;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.OwnedInstance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The observer without its thread: one step at a time, never waiting.
 *
 * <p>At most {@value #CLAIMS_IN_FLIGHT} claims are under way, and no two about one instance or one
 * unit, so that they may be applied in any order. What cannot be proposed stays a mark: nothing
 * that was read is queued.
 */
final class Observation {

  private static final Logger LOG = LoggerFactory.getLogger(Observation.class);

  static final int CLAIMS_IN_FLIGHT = 4;
  private static final int UNITS_PER_ROUND = 512;
  private static final int REGISTRATIONS_PER_ROUND = 16_384;
  private static final int APPLICATIONS_INTERNED = 10_000;
  private static final long MILLI = 1_000_000;
  private static final long LONGEST_TICK = 1_000 * MILLI;
  private static final long POSTPONED = 20 * MILLI;
  private static final long FIRST_PAUSE = 100 * MILLI;
  private static final long LONGEST_PAUSE = 2_000 * MILLI;
  private static final long ENCLOSE_ALL = 10_000 * MILLI;
  private static final long ANSWER_SECONDS = 60;
  private static final long LOG_INTERVAL = 30_000 * MILLI;

  private final MemberId self;
  private final NativeRegistry registry;
  private final ClaimedInstances reader;
  private final ProviderReading providers;
  private final Catalog catalog;
  private final Supplier<Set<MemberId>> members;
  private final Predicate<ApplicationKey> switchedOn;
  private final LongSupplier clock;
  private final long grace;
  private final long tick;

  private final DirtyUnits dirty;
  private final UnitIndex index = new UnitIndex();
  private final LossBoard losses = new LossBoard();
  private final ObserverStatistics statistics = new ObserverStatistics();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

  /** What may be had now of what units wait for. */
  private final Set<MetadataRevision> arrived = ConcurrentHashMap.newKeySet();

  private final OthersClaims others = new OthersClaims();
  private final Set<ApplicationKey> switched = ConcurrentHashMap.newKeySet();

  // Everything below is touched by the one thread that steps.
  private final RollingPass pass;
  private final Map<ApplicationKey, ApplicationKey> interned = new HashMap<>();
  private final AwaitedClaims awaited = new AwaitedClaims();
  private final Set<InstanceKey> keysInFlight = new HashSet<>();
  private final Set<String> unitsInFlight = new HashSet<>();

  /** Which applications are switched on, of those asked about in this step. */
  private final Map<ApplicationKey, Boolean> on = new HashMap<>();

  /** By unit, where the documents are that it waits for. */
  private final Map<String, List<DocumentAddress>> waiting = new HashMap<>();

  private int claimsInFlight;
  private Set<MemberId> living = Set.of();
  private long epoch;
  private boolean accepted;
  private boolean ready;
  private long readySince;
  private boolean earlierReleased;
  private boolean stepped;
  private long lastStep;
  private long lastTick;
  private long lastRound;
  private boolean settling;
  private long settledAt;
  private long pausedUntil;
  private long pause;
  private long encloseAllUntil;
  private long nextLog;

  private volatile boolean complete;

  private record Answer(PendingClaim claim, @Nullable Result result, @Nullable Throwable failure) {}

  Observation(
      MemberId self,
      long epoch,
      NativeRegistry registry,
      ClaimedInstances reader,
      ProviderReading providers,
      Catalog catalog,
      Supplier<Set<MemberId>> members,
      Predicate<ApplicationKey> switchedOn,
      ObserverConfig config,
      LongSupplier clock) {
    this.self = self;
    this.epoch = epoch;
    this.registry = registry;
    this.reader = reader;
    this.providers = providers;
    this.catalog = catalog;
    this.members = members;
    this.clock = clock;
    this.grace = config.grace().toNanos();
    this.tick = Math.min(LONGEST_TICK, config.fullScan().toNanos() / 10);
    this.switchedOn = switchedOn;
    this.dirty =
        new DirtyUnits(
            config.quietPeriod().toNanos(), config.maxDelay().toNanos(), this::isIdle, clock);
    // What changes right after its turn is found in the next pass, so one takes half the time.
    this.pass = new RollingPass(config.fullScan().toNanos() / 2);
    statistics.epoch(epoch);
    long now = clock.getAsLong();
    this.lastRound = now - config.quietPeriod().toNanos();
    this.lastTick = now - tick;
    this.pausedUntil = now;
    this.encloseAllUntil = now;
    this.nextLog = now;
  }

  /** A unit changed. From any thread. */
  void mark(String unit) {
    dirty.mark(unit);
  }

  /** Whether all a unit is known to have is of applications that are switched off. */
  private boolean isIdle(String id) {
    Unit unit = index.get(id);
    return unit != null
        && !unit.instances().isEmpty()
        && unit.instances().stream()
            .map(each -> each.key().application())
            .distinct()
            .noneMatch(each -> on.computeIfAbsent(each, switchedOn::test));
  }

  /** A document was had, or could not be had. From any thread. */
  void arrived(MetadataRevision revision) {
    arrived.add(revision);
    dirty.wake();
  }

  /**
   * An instance was claimed or is gone. From any thread; quick.
   *
   * @param owner whose it is now; empty when it is gone
   */
  void claimed(InstanceKey key, Optional<MemberId> owner) {
    if (owner.isEmpty()) {
      others.gone(key);
    } else if (!owner.get().equals(self)) {
      others.claimed(key, clock.getAsLong());
    }
  }

  /** Applications were switched on or off. From any thread; quick. */
  void switched(Set<ApplicationKey> applications) {
    switched.addAll(applications);
    dirty.wake();
  }

  /** Does what is due now. */
  void step() {
    long now = clock.getAsLong();
    on.clear();
    notice(now);
    markWaiting();
    for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
      settle(answer, now);
    }
    if (!registry.isReady()) {
      LOG.debug("Not observing yet: the server is still loading registrations from other members");
      return;
    }
    if (!ready) {
      ready = true;
      readySince = now;
    }
    if (!earlierReleased && now - readySince >= grace) {
      // What was claimed before the start and did not come back goes now, not in a pass or two.
      earlierReleased = true;
      pass.hurry();
    }
    if (now - lastTick >= tick) {
      lastTick = now;
      tick(now);
    }
    if (claimsInFlight >= CLAIMS_IN_FLIGHT || now < pausedUntil) {
      return;
    }
    if (pass.mustStart(now)) {
      List<String> all = new ArrayList<>(registry.units());
      Set<String> known = new HashSet<>(all);
      index.ids().stream().filter(id -> !known.contains(id)).forEach(all::add);
      pass.start(all, now);
    }
    round(now);
  }

  private void markWaiting() {
    if (arrived.isEmpty() && switched.isEmpty()) {
      return;
    }
    Set<MetadataRevision> revisions = Set.copyOf(arrived);
    arrived.removeAll(revisions);
    Set<ApplicationKey> applications = Set.copyOf(switched);
    switched.removeAll(applications);
    waiting.forEach(
        (unit, addresses) -> {
          if (addresses.stream()
              .anyMatch(
                  each ->
                      revisions.contains(each.revision())
                          || applications.contains(each.application()))) {
            dirty.mark(unit);
          }
        });
  }

  /** Waits until there is something to do. */
  void await() throws InterruptedException {
    long now = clock.getAsLong();
    long latest = lastTick + tick;
    if (!registry.isReady() || claimsInFlight >= CLAIMS_IN_FLIGHT) {
      // An answer wakes us.
      dirty.await(Long.MAX_VALUE, Math.max(latest, now + tick));
    } else if (now < pausedUntil) {
      dirty.await(Long.MAX_VALUE, Math.min(pausedUntil, Math.max(latest, now)));
    } else {
      dirty.await(lastRound + dirty.quiet(), pass.isBehind() ? now : latest);
    }
  }

  void wake() {
    dirty.wake();
  }

  /**
   * A member that was stopped for long wakes with a picture of the past: clients that moved on look
   * connected, clients whose heartbeats nobody took look dead. It takes nothing away and takes
   * nothing over for the grace, in which the server finds out.
   */
  private void notice(long now) {
    if (stepped && now - lastStep > Math.max(grace / 3, 2 * tick)) {
      LOG.warn(
          "This member was paused for {} s; nothing is released for the next {} s",
          TimeUnit.NANOSECONDS.toSeconds(now - lastStep),
          TimeUnit.NANOSECONDS.toSeconds(grace));
      settling = true;
      settledAt = now + grace;
      statistics.settling(true);
      pass.hurry();
    } else if (settling && now >= settledAt) {
      settling = false;
      statistics.settling(false);
      pass.hurry();
    }
    stepped = true;
    lastStep = now;
  }

  private void tick(long now) {
    registry.resolve();
    if (others.isFull()) {
      pass.hurry();
    }
    others.due(index, now).forEach(dirty::mark);
    Set<MemberId> present = Set.copyOf(members.get());
    if (!present.equals(living)) {
      // Somebody's instances may be ours to claim now.
      living = present;
      pass.hurry();
    }
    if (interned.size() > APPLICATIONS_INTERNED) {
      interned.clear();
    }
  }

  private void round(long now) {
    Map<String, Mark> marks = new HashMap<>();
    Round round =
        new Round(
            registry,
            reader,
            providers,
            index,
            new ClaimRules(self, epoch, living, settling, earlierReleased),
            keysInFlight,
            interned,
            awaited,
            others,
            losses,
            statistics,
            now < encloseAllUntil,
            unit -> isSettled(unit, marks.get(unit), now),
            now);
    try {
      lookAtImports(round);
      // Fewer and larger entries when everything changes.
      if (now - lastRound >= dirty.quiet()) {
        for (Mark mark : dirty.take(UNITS_PER_ROUND, unitsInFlight::contains)) {
          marks.put(mark.unit(), mark);
        }
        visit(round, marks, now);
      }
      goOn(round, marks.keySet(), now);
      finish(round, marks, now);
    } catch (RuntimeException | LinkageError | VirtualMachineError e) {
      round.abandon();
      pausedUntil = now + LONGEST_PAUSE;
      marks.values().forEach(mark -> dirty.restore(mark, pausedUntil));
      throw e;
    }
  }

  /**
   * Before it is decided what is gone: what native clients leave may be registered in a legacy
   * cluster by now.
   */
  private void lookAtImports(Round round) {
    for (String unit : registry.refresh()) {
      dirty.mark(unit);
      if (!unitsInFlight.contains(unit) && round.registrations() < REGISTRATIONS_PER_ROUND) {
        round.visit(unit);
      }
    }
  }

  private boolean isSettled(String unit, @Nullable Mark taken, long now) {
    return taken == null ? !dirty.contains(unit) : dirty.settledAt(taken) <= now;
  }

  private void visit(Round round, Map<String, Mark> marks, long now) {
    if (marks.isEmpty()) {
      return;
    }
    lastRound = now;
    for (Mark mark : List.copyOf(marks.values())) {
      if (round.registrations() < REGISTRATIONS_PER_ROUND) {
        round.visit(mark.unit());
      } else {
        dirty.restore(mark, now);
        marks.remove(mark.unit());
      }
    }
  }

  /** The part of the full pass that is due. */
  private void goOn(Round round, Set<String> visited, long now) {
    if (!pass.isRunning() || round.registrations() >= REGISTRATIONS_PER_ROUND) {
      return;
    }
    for (String unit : pass.slice(now)) {
      if (!visited.contains(unit) && !unitsInFlight.contains(unit)) {
        round.visit(unit);
      }
    }
    if (!pass.isThroughUnits()) {
      return;
    }
    if (pass.record().isEmpty()) {
      awaited.clear();
    }
    List<OwnedInstance> page = reader.ownedBy(self, pass.record(), RollingPass.SLICE);
    round.sweep(page);
    if (page.size() < RollingPass.SLICE) {
      pass.end();
      complete = true;
      statistics.passed(pass.started(), now);
    } else {
      pass.readUntil(page.get(page.size() - 1).instance().key());
    }
  }

  private void finish(Round round, Map<String, Mark> marks, long now) {
    PendingClaim claim = round.decide();
    round
        .waiting()
        .forEach(
            (unit, addresses) -> {
              if (addresses.isEmpty()) {
                waiting.remove(unit);
              } else {
                waiting.put(unit, addresses);
              }
            });
    for (String unit : round.again()) {
      dirty.mark(unit);
    }
    round.later().forEach(others::look);
    for (String unit : round.postponed()) {
      statistics.postponed();
      Mark mark = marks.remove(unit);
      if (mark == null) {
        dirty.mark(unit);
      } else {
        dirty.restore(mark, now + POSTPONED);
      }
    }
    for (String unit : round.unsettled()) {
      Mark mark = marks.remove(unit);
      if (mark != null) {
        dirty.restore(mark, dirty.settledAt(mark));
      }
    }
    if (claim.isEmpty()) {
      return;
    }
    claim.units().keySet().stream()
        .map(marks::get)
        .filter(mark -> mark != null)
        .forEach(claim::keep);
    propose(claim);
  }

  private void propose(PendingClaim claim) {
    ClaimInstances command = claim.command(self, epoch);
    keysInFlight.addAll(claim.told().keySet());
    keysInFlight.addAll(claim.released().keySet());
    unitsInFlight.addAll(claim.units().keySet());
    claimsInFlight++;
    statistics.claimed(claim.size());
    answerOf(command)
        .copy()
        .orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
        .whenComplete(
            (result, failure) -> {
              answers.add(new Answer(claim, result, failure));
              dirty.wake();
            });
  }

  /**
   * A proposal that throws is one that failed: without an answer it would be under way for ever.
   */
  private CompletableFuture<Result> answerOf(ClaimInstances command) {
    try {
      return catalog.propose(command);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void settle(Answer answer, long now) {
    PendingClaim claim = answer.claim();
    keysInFlight.removeAll(claim.told().keySet());
    keysInFlight.removeAll(claim.released().keySet());
    unitsInFlight.removeAll(claim.units().keySet());
    dirty.unpark(claim.units().keySet());
    claimsInFlight--;
    Throwable failure =
        answer.failure() instanceof CompletionException wrapped
            ? wrapped.getCause()
            : answer.failure();
    Result result = answer.result();
    boolean applied = result != null && result.outcome() == Result.Outcome.APPLIED;
    statistics.answered(applied);
    accepted |= applied;
    if (applied) {
      pause = 0;
      committed(claim, Set.of(), now);
    } else if (failure instanceof ProposalException refusal
        && refusal.kind() == ProposalException.Kind.REFUSED) {
      LOG.warn("Some registrations do not fit into the catalog: {}", refusal.getMessage());
      pause = 0;
      committed(claim, refusal.misfits(), now);
    } else {
      failed(claim, result, failure, now);
    }
  }

  private void committed(PendingClaim claim, Set<InstanceKey> misfits, long now) {
    claim
        .told()
        .forEach(
            (key, told) -> {
              for (Unit unit : told.holders()) {
                KnownInstance known = unit.instance(key);
                if (known != null && misfits.contains(key)) {
                  refuse(unit, known, told.fingerprint(), now);
                } else if (known != null) {
                  known.tell(told.fingerprint());
                }
              }
            });
    claim.released().forEach((key, units) -> units.forEach(unit -> released(unit, key)));
    claim.marks().forEach(mark -> statistics.committed(now - mark.first()));
  }

  private void refuse(Unit unit, KnownInstance known, long fingerprint, long now) {
    known.refuse(fingerprint);
    statistics.refused();
    if (reader.instance(known.key()).isPresent()) {
      // An earlier version of it has to go.
      unit.mustBeRead();
      dirty.mark(unit.id());
    }
    losses.setShared(known.key(), List.of(Round.tooLarge(known.key())), now);
  }

  private void released(Unit unit, InstanceKey key) {
    KnownInstance known = unit.instance(key);
    if (known != null && known.isGone()) {
      unit.setInstances(unit.instances().stream().filter(each -> each != known).toList());
      index.update(unit, registry.summary(unit.id()).addresses());
    }
  }

  private void failed(
      PendingClaim claim, @Nullable Result result, @Nullable Throwable failure, long now) {
    pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, pause * 2));
    pausedUntil = now + pause;
    if (result != null && result.outcome() == Result.Outcome.NOT_FOUND) {
      // A document was removed between our look and the entry's turn.
      encloseAllUntil = now + ENCLOSE_ALL;
      pausedUntil = now;
    } else if (result != null && result.outcome() == Result.Outcome.STALE_EPOCH && !accepted) {
      pausedUntil = now;
      begin(reader.epochs().getOrDefault(self, epoch) + 1);
    }
    Set<String> marked = new HashSet<>();
    claim.units().values().forEach(Unit::mustBeRead);
    for (Mark mark : claim.marks()) {
      marked.add(mark.unit());
      dirty.restore(mark, pausedUntil);
    }
    claim.units().keySet().stream().filter(unit -> !marked.contains(unit)).forEach(dirty::mark);
    if (now >= nextLog) {
      nextLog = now + LOG_INTERVAL;
      LOG.warn(
          "{} changes are not in the catalog yet and will be retried: {}",
          claim.size(),
          result == null ? String.valueOf(failure) : result.outcome() + " " + result.detail());
    }
  }

  /**
   * The time of day was set back since this member's last start, so its claims look like those of a
   * process that was replaced. Only before its first claim was accepted: afterwards a later epoch
   * is that of the process that replaced this one.
   */
  private void begin(long later) {
    LOG.warn(
        "The clock moved back: this start ({}) is before an earlier one, continuing as {}",
        Instant.ofEpochMilli(epoch),
        Instant.ofEpochMilli(later));
    epoch = later;
    statistics.epoch(later);
  }

  /**
   * Whether native clients have an instance registered, as far as this member knows; true as well
   * while it does not know all. From any thread.
   */
  boolean isRegistered(InstanceKey key) {
    if (!complete || !registry.isReady()) {
      return true;
    }
    return index.at(Address.of(key)).stream()
        .anyMatch(
            unit -> UnitReader.keys(providers.fold(), registry.read(unit.id())).contains(key));
  }

  List<Loss> losses() {
    return losses.all();
  }

  List<Loss> tooLarge(ApplicationKey application) {
    return losses.tooLarge(application);
  }

  ObserverSnapshot statistics() {
    return statistics.snapshot(dirty, index, clock.getAsLong());
  }
}
