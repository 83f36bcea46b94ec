package io.landbridge.membership;

import io.landbridge.model.MemberId;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the others this member's list, and, on the leader, changes the group's peers once a change
 * was wanted without interruption for long enough; one at a time. While too few members have the
 * plugin for a leader, it says so once and lets the group be quiet.
 */
public final class PeerReconciler implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PeerReconciler.class);

  private static final Duration PERIOD = Duration.ofSeconds(2);

  /** Members that start together tell each other of the plugin within this time. */
  private static final Duration TOLD = Duration.ofSeconds(10);

  /** A member that gets a vote first catches up, which takes as long as its snapshot does. */
  private static final long CHANGE_SECONDS = 60;

  private final Group group;
  private final MembershipConfig config;
  private final Optional<String> key;
  private final LongSupplier nanoClock;
  private final CoalescedTask task;

  // Touched by the task's thread alone.
  private Optional<Wanted> wanted = Optional.empty();
  private long wantedSince;
  private Optional<Long> leaderlessSince = Optional.empty();
  private boolean active;

  private volatile Optional<Formation> waiting = Optional.empty();

  /** A change, and the list it was derived from. */
  private record Wanted(PeerChange change, SortedSet<MemberId> list) {}

  /**
   * Makes it; it does nothing before {@link #start}.
   *
   * @param group the group
   * @param config whether and when it acts
   * @param key the id of the key with which this member signs entries; empty when it has none
   */
  public PeerReconciler(Group group, MembershipConfig config, Optional<String> key) {
    this(group, config, key, System::nanoTime);
  }

  PeerReconciler(
      Group group, MembershipConfig config, Optional<String> key, LongSupplier nanoClock) {
    this.group = group;
    this.config = config;
    this.key = key;
    this.nanoClock = nanoClock;
    this.task = new CoalescedTask("landbridge-membership", this::round, PERIOD, PERIOD, PERIOD);
  }

  /** Starts watching. */
  public void start() {
    task.start();
    task.mark();
  }

  @Override
  public void close() {
    task.close();
  }

  /**
   * What the group waits for; empty when it has a leader, or need not wait for further members.
   * Safe for use from any thread.
   */
  public Optional<Formation> waiting() {
    return waiting;
  }

  Outcome round() throws InterruptedException {
    group.announce(key);
    GroupView view = group.view();
    await(view);
    if (!config.reconcile()) {
      return Outcome.DONE;
    }
    Optional<Wanted> now =
        PeerReconciliation.next(view)
            .map(change -> new Wanted(change, new TreeSet<>(view.members().keySet())));
    if (!now.equals(wanted)) {
      wanted = now;
      wantedSince = nanoClock.getAsLong();
      now.ifPresent(
          it ->
              LOG.info(
                  "Peers of the catalog's group {} differ from the members {}: {} unless this"
                      + " changes within {} s",
                  view.peers(),
                  it.list(),
                  it.change(),
                  config.settle().toSeconds()));
    } else if (now.isPresent()
        && nanoClock.getAsLong() - wantedSince >= config.settle().toNanos()) {
      make(now.get().change());
      wanted = Optional.empty();
    }
    return Outcome.DONE;
  }

  private void await(GroupView view) {
    boolean leads = view.leader().isPresent();
    // At once: the server retries every second, and logs an error and a stack trace each time.
    group.quiet(!leads && Formation.of(view).isWaiting());
    if (leads && !active) {
      LOG.info("Landbridge is active: the catalog's group has a leader");
    }
    active = leads;
    leaderlessSince =
        leads ? Optional.empty() : leaderlessSince.or(() -> Optional.of(nanoClock.getAsLong()));
    boolean late =
        leaderlessSince.isPresent()
            && nanoClock.getAsLong() - leaderlessSince.get() >= TOLD.toNanos();
    Optional<Formation> now =
        late ? Optional.of(Formation.of(view)).filter(Formation::isWaiting) : Optional.empty();
    if (now.isPresent() != waiting.isPresent()) {
      group.pauseElections(now.isPresent());
    }
    if (now.isPresent() && !now.equals(waiting)) {
      LOG.warn(
          "Landbridge is waiting for members and does not observe or translate yet: {}",
          now.get().text());
    }
    waiting = now;
  }

  private void make(PeerChange change) throws InterruptedException {
    LOG.warn(
        "{} to match the member list; landbridge.membership.reconcile=false disables this", change);
    var done =
        switch (change.kind()) {
          case ADD -> group.add(change.peer());
          case REMOVE -> group.remove(change.peer());
        };
    try {
      done.get(CHANGE_SECONDS, TimeUnit.SECONDS);
      LOG.warn("{} completed; peers of the catalog's group: {}", change, group.view().peers());
    } catch (ExecutionException e) {
      LOG.warn("{} failed and will be retried: {}", change, String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      LOG.warn("{} not confirmed after {} s", change, CHANGE_SECONDS);
    }
  }
}
