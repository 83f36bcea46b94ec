package io.landbridge.observe;

import io.landbridge.dubbo.Loss;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.observe.ClaimsInFlight.Answer;
import io.landbridge.observe.due.DirtyUnits;
import io.landbridge.observe.due.DirtyUnits.Mark;
import io.landbridge.observe.due.RollingPass;
import io.landbridge.observe.due.WaitingUnits;
import io.landbridge.observe.registry.Address;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.raft.Catalog;
import io.landbridge.state.ClaimedInstances;
import io.landbridge.state.OwnedInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The observer without its thread: one step at a time, never waiting.
 *
 * <p>What cannot be proposed stays a mark: nothing that was read is queued.
 */
final class Observation {

  private static final Logger LOG = LoggerFactory.getLogger(Observation.class);

  private static final int UNITS_PER_ROUND = 512;
  private static final int REGISTRATIONS_PER_ROUND = 16_384;
  private static final int APPLICATIONS_INTERNED = 10_000;
  private static final long MILLI = 1_000_000;
  private static final long LONGEST_TICK = 1_000 * MILLI;
  private static final long POSTPONED = 20 * MILLI;

  private final MemberId self;
  private final NativeRegistry registry;
  private final ClaimedInstances reader;
  private final ProviderReading providers;
  private final Supplier<Set<MemberId>> members;
  private final Predicate<ApplicationKey> switchedOn;
  private final LongSupplier clock;
  private final long grace;
  private final long tick;

  private final DirtyUnits dirty;
  private final UnitIndex index = new UnitIndex();
  private final LossBoard losses = new LossBoard();
  private final ObserverStatistics statistics = new ObserverStatistics();
  private final WaitingUnits waiting = new WaitingUnits();
  private final OthersClaims others = new OthersClaims();

  // Everything below is touched by the one thread that steps.
  private final RollingPass pass;
  private final Settling settling;
  private final ClaimsInFlight inFlight;
  private final ClaimOutcomes outcomes;
  private final Map<ApplicationKey, ApplicationKey> interned = new HashMap<>();
  private final AwaitedClaims awaited = new AwaitedClaims();

  /** Which applications are switched on, of those asked about in this step. */
  private final Map<ApplicationKey, Boolean> on = new HashMap<>();

  private Set<MemberId> living = Set.of();
  private boolean ready;
  private long readySince;
  private boolean earlierReleased;
  private long lastTick;
  private long lastRound;

  private volatile boolean complete;

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
    this.registry = registry;
    this.reader = reader;
    this.providers = providers;
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
    long now = clock.getAsLong();
    this.settling = new Settling(grace, tick);
    this.inFlight = new ClaimsInFlight(catalog, dirty::wake);
    this.outcomes =
        new ClaimOutcomes(self, epoch, registry, reader, index, dirty, losses, statistics, now);
    this.lastRound = now - config.quietPeriod().toNanos();
    this.lastTick = now - tick;
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
    waiting.arrived(revision);
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
    waiting.switched(applications);
    dirty.wake();
  }

  /** Does what is due now. */
  void step() {
    long now = clock.getAsLong();
    on.clear();
    if (settling.notice(now)) {
      statistics.settling(settling.isSettling());
      pass.hurry();
    }
    waiting.due(dirty::mark);
    for (Answer answer = inFlight.take(); answer != null; answer = inFlight.take()) {
      outcomes.settle(answer, now);
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
    if (inFlight.isFull() || now < outcomes.pausedUntil()) {
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

  /** Waits until there is something to do. */
  void await() throws InterruptedException {
    long now = clock.getAsLong();
    long latest = lastTick + tick;
    if (!registry.isReady() || inFlight.isFull()) {
      // An answer wakes us.
      dirty.await(Long.MAX_VALUE, Math.max(latest, now + tick));
    } else if (now < outcomes.pausedUntil()) {
      dirty.await(Long.MAX_VALUE, Math.min(outcomes.pausedUntil(), Math.max(latest, now)));
    } else {
      dirty.await(lastRound + dirty.quiet(), pass.isBehind() ? now : latest);
    }
  }

  void wake() {
    dirty.wake();
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
            new ClaimRules(self, outcomes.epoch(), living, settling.isSettling(), earlierReleased),
            inFlight,
            interned,
            awaited,
            others,
            losses,
            statistics,
            outcomes.isAllEnclosed(now),
            unit -> isSettled(unit, marks.get(unit), now),
            now);
    try {
      lookAtImports(round);
      // Fewer and larger entries when everything changes.
      if (now - lastRound >= dirty.quiet()) {
        for (Mark mark : dirty.take(UNITS_PER_ROUND, inFlight::hasUnit)) {
          marks.put(mark.unit(), mark);
        }
        visit(round, marks, now);
      }
      goOn(round, marks.keySet(), now);
      finish(round, marks, now);
    } catch (RuntimeException | LinkageError | VirtualMachineError e) {
      round.abandon();
      outcomes.pause(now);
      marks.values().forEach(mark -> dirty.restore(mark, outcomes.pausedUntil()));
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
      if (!inFlight.hasUnit(unit) && round.registrations() < REGISTRATIONS_PER_ROUND) {
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
      if (!visited.contains(unit) && !inFlight.hasUnit(unit)) {
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
    FollowUps followUps = round.followUps();
    followUps.waiting().forEach(waiting::set);
    for (String unit : followUps.again()) {
      dirty.mark(unit);
    }
    followUps.later().forEach(others::look);
    for (String unit : followUps.postponed()) {
      statistics.postponed();
      Mark mark = marks.remove(unit);
      if (mark == null) {
        dirty.mark(unit);
      } else {
        dirty.restore(mark, now + POSTPONED);
      }
    }
    for (String unit : followUps.unsettled()) {
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
    statistics.claimed(claim.size());
    inFlight.propose(claim, claim.command(self, outcomes.epoch()));
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
