package io.landbridge.observe;

import io.landbridge.command.Result;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.observe.ClaimsInFlight.Answer;
import io.landbridge.observe.due.DirtyUnits;
import io.landbridge.observe.due.DirtyUnits.Mark;
import io.landbridge.observe.registry.NativeRegistry;
import io.landbridge.raft.ProposalException;
import io.landbridge.state.ClaimedInstances;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the answers to claims mean: for the units they were about, for how long nothing more is
 * proposed, and under which epoch.
 *
 * <p>Touched by the observer's thread alone.
 */
final class ClaimOutcomes {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimOutcomes.class);

  private static final long MILLI = 1_000_000;
  private static final long FIRST_PAUSE = 100 * MILLI;
  private static final long LONGEST_PAUSE = 2_000 * MILLI;
  private static final long ENCLOSE_ALL = 10_000 * MILLI;
  private static final long LOG_INTERVAL = 30_000 * MILLI;

  private final MemberId self;
  private final NativeRegistry registry;
  private final ClaimedInstances reader;
  private final UnitIndex index;
  private final DirtyUnits dirty;
  private final LossBoard losses;
  private final ObserverStatistics statistics;

  private long epoch;
  private boolean accepted;
  private long pausedUntil;
  private long pause;
  private long encloseAllUntil;
  private long nextLog;

  /**
   * Makes one for claims that are to come.
   *
   * @param epoch this member's start
   * @param now the observer's clock
   */
  ClaimOutcomes(
      MemberId self,
      long epoch,
      NativeRegistry registry,
      ClaimedInstances reader,
      UnitIndex index,
      DirtyUnits dirty,
      LossBoard losses,
      ObserverStatistics statistics,
      long now) {
    this.self = self;
    this.epoch = epoch;
    this.registry = registry;
    this.reader = reader;
    this.index = index;
    this.dirty = dirty;
    this.losses = losses;
    this.statistics = statistics;
    this.pausedUntil = now;
    this.encloseAllUntil = now;
    this.nextLog = now;
    statistics.epoch(epoch);
  }

  /** The epoch under which this member claims. */
  long epoch() {
    return epoch;
  }

  /** Until when nothing is proposed. */
  long pausedUntil() {
    return pausedUntil;
  }

  /** Proposes nothing for the longest pause, because something failed before a claim was made. */
  void pause(long now) {
    pausedUntil = now + LONGEST_PAUSE;
  }

  /** Whether documents are enclosed that the catalog of this member has. */
  boolean isAllEnclosed(long now) {
    return now < encloseAllUntil;
  }

  /** Draws the conclusions from an answer. */
  void settle(Answer answer, long now) {
    PendingClaim claim = answer.claim();
    dirty.unpark(claim.units().keySet());
    Throwable failure = answer.failure();
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
    losses.setShared(known.key(), List.of(RoundDecision.tooLarge(known.key())), now);
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
}
