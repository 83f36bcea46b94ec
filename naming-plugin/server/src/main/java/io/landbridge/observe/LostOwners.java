package io.landbridge.observe;

import io.landbridge.command.Command.ReapInstances;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.raft.Catalog;
import io.landbridge.raft.ReplicatedLog;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.OwnedInstance;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On the leader, removes the instances of members that are gone, once their clients had time to
 * come back through another member.
 */
public final class LostOwners implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LostOwners.class);

  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final int BATCH = 1_000;

  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final Catalog catalog;
  private final Supplier<Set<MemberId>> living;
  private final long graceNanos;
  private final CoalescedTask task;

  // Touched by the task's thread alone: since when the leader has not seen an owner.
  private final Map<MemberId, Long> missingSince = new HashMap<>();

  /**
   * Makes the watch; it does nothing before {@link #start}.
   *
   * @param log tells whether this member leads
   * @param reader this member's catalog
   * @param catalog where removals are proposed
   * @param living the members that are up, now
   * @param grace how long an owner must be gone
   */
  public LostOwners(
      ReplicatedLog log,
      CatalogReader reader,
      Catalog catalog,
      Supplier<Set<MemberId>> living,
      Duration grace) {
    this.log = log;
    this.reader = reader;
    this.catalog = catalog;
    this.living = living;
    this.graceNanos = grace.toNanos();
    this.task = new CoalescedTask("landbridge-lost-owners", this::round, PERIOD, PERIOD, PERIOD);
  }

  /** Starts watching. */
  public void start() {
    task.start();
  }

  @Override
  public void close() {
    task.close();
  }

  private Outcome round() throws Exception {
    if (!log.isLeader()) {
      // A new leader gives every owner the whole grace again: it has not watched before.
      missingSince.clear();
      return Outcome.DONE;
    }
    Set<MemberId> present = living.get();
    Set<MemberId> owners = reader.owners();
    missingSince.keySet().removeIf(owner -> present.contains(owner) || !owners.contains(owner));
    long now = System.nanoTime();
    for (MemberId owner : owners) {
      if (!present.contains(owner)
          && now - missingSince.computeIfAbsent(owner, key -> now) >= graceNanos) {
        reap(owner);
      }
    }
    return Outcome.DONE;
  }

  private void reap(MemberId owner) throws Exception {
    List<OwnedInstance> left = reader.ownedBy(owner);
    LOG.warn(
        "{} has been gone for {} s; removing {} instances nobody else has claimed",
        owner,
        TimeUnit.NANOSECONDS.toSeconds(graceNanos),
        left.size());
    for (int from = 0; from < left.size(); from += BATCH) {
      List<OwnedInstance> part = left.subList(from, Math.min(from + BATCH, left.size()));
      long epoch = part.stream().mapToLong(OwnedInstance::epoch).max().orElseThrow();
      List<InstanceKey> keys = part.stream().map(each -> each.instance().key()).toList();
      catalog.propose(new ReapInstances(owner, epoch, keys)).get(30, TimeUnit.SECONDS);
    }
  }
}
