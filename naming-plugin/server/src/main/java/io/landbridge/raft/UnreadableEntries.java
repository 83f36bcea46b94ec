package io.landbridge.raft;

import io.landbridge.command.Command;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.EntryId;
import io.landbridge.command.Result;
import io.landbridge.model.LogText;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a member does about entries it cannot read. Damaged ones no member can read, so all pass
 * them over alike; they are counted. At one of a newer format the member stops, because others may
 * have read it.
 *
 * <p>A member that has stopped still looks at every entry for a {@link SkipEntry} about the entry
 * it stopped at. When everybody that one of them names has agreed, the entry is left out from the
 * next start on. Every member that has stopped there finds the same agreements behind it in the
 * log, so all come to the same end; a member that has read the entry never agrees.
 *
 * <p>Changed by the thread of the log alone, read from any.
 */
final class UnreadableEntries {

  /** Whoever can write to the log can do so all day; the server's log is not to be filled by it. */
  private static final long WARN_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final SkippedEntries left;
  private final LongSupplier nanos;
  private final Consumer<String> warnings;
  private volatile UnreadableEntryCounts statistics = UnreadableEntryCounts.NONE;
  private @Nullable Long warnedAt;

  /**
   * Creates an UnreadableEntries.
   *
   * @param left the entries the members have agreed to leave out
   * @param nanos a clock, for how often something is logged and nothing else
   * @param warnings the log of the server
   */
  UnreadableEntries(SkippedEntries left, LongSupplier nanos, Consumer<String> warnings) {
    this.left = left;
    this.nanos = nanos;
    this.warnings = warnings;
  }

  UnreadableEntryCounts statistics() {
    return statistics;
  }

  /** Whether any entry is left out at all: whether {@link #isLeftOut} need be asked. */
  boolean leavesOut() {
    return !left.isEmpty();
  }

  /** Whether the members have agreed to leave this entry out; counts and notes it if so. */
  boolean isLeftOut(long number, byte[] entry) {
    if (!left.contains(number, entry)) {
      return false;
    }
    statistics = statistics.oneMoreSkipped();
    warnings.accept(
        "Skipped %s of the log by agreement of the members".formatted(EntryId.of(number, entry)));
    return true;
  }

  /** Counts an entry that no member can read. */
  void damaged(long number, String why) {
    statistics = statistics.oneMoreDamaged();
    warn(
        "Skipped log entry %d, which no member can read: %s; damaged entries since this member started: %d"
            .formatted(number, LogText.of(why), statistics.damaged()));
  }

  /** Counts an entry that is not signed as required. */
  void refused(long number, String why) {
    statistics = statistics.oneMoreRefused();
    warn(
        "Refused log entry %d: %s; refused entries since this member started: %d"
            .formatted(number, LogText.of(why), statistics.refused()));
  }

  private void warn(String what) {
    long now = nanos.getAsLong();
    if (warnedAt == null || now - warnedAt >= WARN_AGAIN_NANOS) {
      warnedAt = now;
      warnings.accept(what + ". Make sure that only members can reach the Raft ports.");
    }
  }

  /** Notes where this member stops. */
  void stopAt(EntryId entry, String why) {
    statistics = statistics.stoppedAt(StoppedEntry.at(entry, why));
  }

  /**
   * Looks at an entry that comes after the one this member has stopped at.
   *
   * @param entry any bytes
   * @param reading what an entry says; empty if it cannot be read, or not believed
   * @return the answer, if it is an agreement about that one
   */
  Optional<Result> afterStop(byte[] entry, Function<byte[], Optional<Command>> reading) {
    Optional<StoppedEntry> stopped = statistics.stopped();
    if (stopped.isEmpty()) {
      return Optional.empty();
    }
    if (!(reading.apply(entry).orElse(null) instanceof SkipEntry skip)
        || !skip.entry().equals(stopped.get().entry())) {
      return Optional.empty();
    }
    StoppedEntry next = stopped.get().with(skip.member());
    if (!next.skipped() && next.agreed().containsAll(skip.members())) {
      next = next.leftOut(left.add(next.entry()));
      warnings.accept(
          "The members have agreed to skip %s: restart this server to continue"
              .formatted(next.entry()));
    }
    statistics = statistics.stoppedAt(next);
    return Optional.of(Result.APPLIED);
  }
}
