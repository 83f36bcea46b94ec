package io.landbridge.host.raft;

import com.alipay.sofa.jraft.Node;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has followers apply what is committed without waiting for the leader's next heartbeat.
 *
 * <p>A follower learns that an entry is committed from what the leader sends it next. While entries
 * follow each other that is the next one; for the last it is a heartbeat, with the server's
 * settings up to half a second later. To answer a read by index the leader sends a heartbeat to all
 * members at once, so it makes one a moment after it has applied something.
 *
 * <p>Safe for use from any thread.
 */
public final class CommitNotice implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CommitNotice.class);

  /** What is applied within this time is made known together; most of the next entries do that. */
  private static final long TOGETHER_MILLIS = 10;

  private final Supplier<Optional<Node>> node;
  private final AtomicBoolean due = new AtomicBoolean();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(CpReplicatedLog.named("commit-notice"));

  /**
   * Makes one; it has a thread until it is closed.
   *
   * @param node this member's in the group, once there is one
   */
  CommitNotice(Supplier<Optional<Node>> node) {
    this.node = node;
  }

  /** An entry was applied on this member. Never waits. */
  void applied() {
    if (due.compareAndSet(false, true)) {
      try {
        timer.schedule(this::give, TOGETHER_MILLIS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        LOG.trace("closed: the heartbeats do it", e);
      }
    }
  }

  private void give() {
    // First, so that what is applied from here on is not left out.
    due.set(false);
    try {
      node.get().filter(Node::isLeader).ifPresent(CommitNotice::sendHeartbeats);
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("followers are told by the next heartbeat", e);
    }
  }

  private static void sendHeartbeats(Node leader) {
    // Whatever becomes of the read, they are on their way.
    leader.readIndex(new byte[0], new ReadIndex(status -> LOG.trace("told: {}", status)));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
