package io.landbridge.plugin;

import io.landbridge.raft.ReplicatedLog;
import io.landbridge.work.CoalescedTask;
import io.landbridge.work.CoalescedTask.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a member that does not follow its catalog any more from leading the group: a leader has
 * duties towards all members, and nobody else does them while it leads. It goes on voting.
 */
final class Abdication implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Abdication.class);

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  /** It may be elected again, and who is to lead may not be up to date at first. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final ReplicatedLog log;
  private final CoalescedTask task;
  private final AtomicBoolean begun = new AtomicBoolean();

  Abdication(ReplicatedLog log) {
    this.log = log;
    this.task = new CoalescedTask("landbridge-abdication", this::round, AT_ONCE, AT_ONCE, AGAIN);
  }

  /** From now on. */
  void begin() {
    if (begun.compareAndSet(false, true)) {
      task.start();
      task.mark();
    }
  }

  private Outcome round() {
    if (log.isLeader()) {
      LOG.warn("This leader does not follow the catalog: transferring the leadership");
      log.abdicate();
    }
    return Outcome.DONE;
  }

  @Override
  public void close() {
    task.close();
  }
}
