package io.landbridge.observe.removal;

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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On the leader, removes the instances of members that are gone, once their clients had time to
 * come back through another member. What native clients still have registered, as the servers
 * replicate it among each other, stays: its member is slow or cut off, not dead.
 */
public final class LostOwners implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LostOwners.class);

  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final int BATCH = 1_000;

  private final ReplicatedLog log;
  private final CatalogReader reader;
  private final Catalog catalog;
  private final Supplier<Set<MemberId>> living;
  private final Predicate<InstanceKey> registered;
  private final long graceNanos;
  private final CoalescedTask task;
  private final AtomicLong reaped = new AtomicLong();

  // Touched by the task's thread alone: when the leader has not seen an owner for the grace, and
  // when it looked last.
  private final Map<MemberId, Long> dueAt = new HashMap<>();
  private long lastRound;

  /**
   * Makes the watch; it does nothing before {@link #start}.
   *
   * @param log tells whether this member leads
   * @param reader this member's catalog
   * @param catalog where removals are proposed
   * @param living the members that are up, now
   * @param registered whether native clients still have an instance registered
   * @param grace how long an owner must be gone
   */
  public LostOwners(
      ReplicatedLog log,
      CatalogReader reader,
      Catalog catalog,
      Supplier<Set<MemberId>> living,
      Predicate<InstanceKey> registered,
      Duration grace) {
    this.log = log;
    this.reader = reader;
    this.catalog = catalog;
    this.living = living;
    this.registered = registered;
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

  /** How many instances were removed so far. */
  public long reaped() {
    return reaped.get();
  }

  private Outcome round() throws Exception {
    try {
      return look(System.nanoTime());
    } finally {
      lastRound = System.nanoTime();
    }
  }

  private Outcome look(long now) throws Exception {
    boolean stoodStill = now - lastRound > Math.max(graceNanos / 3, 3 * PERIOD.toNanos());
    if (!log.isLeader() || stoodStill) {
      // A new leader, and one that has not watched for a while, gives every owner the whole grace.
      dueAt.clear();
    }
    if (!log.isLeader()) {
      return Outcome.DONE;
    }
    Set<MemberId> present = living.get();
    Set<MemberId> owners = reader.owners();
    dueAt.keySet().removeIf(owner -> present.contains(owner) || !owners.contains(owner));
    for (MemberId owner : owners) {
      if (!present.contains(owner)
          && now - dueAt.computeIfAbsent(owner, key -> now + graceNanos) >= 0) {
        reap(owner);
        // What is still registered is looked at again, but not all the time: it may be much.
        dueAt.put(owner, System.nanoTime() + graceNanos);
      }
    }
    return Outcome.DONE;
  }

  private void reap(MemberId owner) throws Exception {
    Optional<InstanceKey> last = Optional.empty();
    int removed = 0;
    int kept = 0;
    List<OwnedInstance> page;
    do {
      page = reader.ownedBy(owner, last, BATCH);
      List<OwnedInstance> lost =
          page.stream().filter(each -> !registered.test(each.instance().key())).toList();
      if (!lost.isEmpty()) {
        long epoch = lost.stream().mapToLong(OwnedInstance::epoch).max().orElseThrow();
        List<InstanceKey> keys = lost.stream().map(each -> each.instance().key()).toList();
        catalog.propose(new ReapInstances(owner, epoch, keys)).get(30, TimeUnit.SECONDS);
        reaped.addAndGet(keys.size());
      }
      removed += lost.size();
      kept += page.size() - lost.size();
      if (!page.isEmpty()) {
        last = Optional.of(page.get(page.size() - 1).instance().key());
      }
    } while (page.size() == BATCH);
    LOG.warn(
        "{} has been gone for {} s: removed {} of its instances, which no other member claimed;"
            + " kept {} instances whose clients are still registered",
        owner,
        TimeUnit.NANOSECONDS.toSeconds(graceNanos),
        removed,
        kept);
  }
}
