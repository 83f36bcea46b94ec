package io.landbridge.observe.removal;

import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MemberId;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.Translation;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On the leader, lets the catalog forget members and switches that have been of no use for a day.
 * Where servers are pods, every start may have another address; without this each would leave a
 * record for ever.
 */
public final class UnusedRecords implements AutoCloseable {

  /** Longer than any command can be under way, any clock be wrong, or any repair take. */
  static final Duration KEPT = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(UnusedRecords.class);

  private static final Duration PERIOD = Duration.ofMinutes(10);
  private static final int BATCH = 1_000;

  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final Catalog catalog;
  private final Supplier<Set<MemberId>> living;
  private final LongSupplier clock;
  private final CoalescedTask task;

  /**
   * Makes the watch; it does nothing before {@link #start}.
   *
   * @param log tells whether this member leads
   * @param reader this member's catalog
   * @param catalog where removals are proposed
   * @param living the members that are up, now
   * @param clock milliseconds since 1970
   */
  public UnusedRecords(
      ReplicatedLog log,
      CatalogReader reader,
      Catalog catalog,
      Supplier<Set<MemberId>> living,
      LongSupplier clock) {
    this.log = log;
    this.reader = reader;
    this.catalog = catalog;
    this.living = living;
    this.clock = clock;
    this.task = new CoalescedTask("landbridge-unused", this::round, PERIOD, PERIOD, PERIOD);
  }

  /** Starts watching. */
  public void start() {
    task.start();
  }

  @Override
  public void close() {
    task.close();
  }

  Outcome round() throws Exception {
    if (!log.isLeader()) {
      return Outcome.DONE;
    }
    long before = clock.getAsLong() - KEPT.toMillis();
    Set<MemberId> present = living.get();
    Set<MemberId> owners = reader.owners();
    List<MemberId> members =
        reader.epochs().entrySet().stream()
            .filter(each -> each.getValue() < before)
            .map(Map.Entry::getKey)
            .filter(member -> !present.contains(member) && !owners.contains(member))
            .limit(BATCH)
            .toList();
    List<ApplicationKey> applications =
        reader.applications().stream()
            .filter(application -> isUnused(application, before))
            .limit(BATCH)
            .toList();
    if (!members.isEmpty() || !applications.isEmpty()) {
      LOG.info(
          "Removing records of {} departed members and the switches of {} departed applications",
          members.size(),
          applications.size());
      catalog.propose(new ForgetUnused(members, applications, before)).get(30, TimeUnit.SECONDS);
    }
    return Outcome.DONE;
  }

  /** What the command will check again when it is applied. */
  private boolean isUnused(ApplicationKey application, long before) {
    Translation translation = reader.translation(application);
    return !translation.equals(Translation.OFF)
        && !translation.enabled()
        && translation.since() < before
        && reader.revisions(application).isEmpty()
        && reader.publications(application).isEmpty();
  }
}
