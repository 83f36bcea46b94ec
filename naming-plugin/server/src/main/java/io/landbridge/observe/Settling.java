package io.landbridge.observe;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that this member was stopped for long. It wakes with a picture of the past then: clients
 * that moved on look connected, clients whose heartbeats nobody took look dead. It takes nothing
 * away and takes nothing over for the grace, in which the server finds out.
 *
 * <p>Touched by the observer's thread alone.
 */
final class Settling {

  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);

  private final long grace;
  private final long longestStep;
  private boolean stepped;
  private long lastStep;
  private boolean settling;
  private long settledAt;

  /**
   * Makes one that has seen nothing yet.
   *
   * @param grace nanoseconds
   * @param tick nanoseconds from one step to the next, at most, of a member that runs
   */
  Settling(long grace, long tick) {
    this.grace = grace;
    this.longestStep = Math.max(grace / 3, 2 * tick);
  }

  /**
   * Notices a step.
   *
   * @return whether it settles from now on, or has done so now: everything must be looked at
   */
  boolean notice(long now) {
    boolean changed = false;
    if (stepped && now - lastStep > longestStep) {
      LOG.warn(
          "This member was paused for {} s; nothing is released for the next {} s",
          TimeUnit.NANOSECONDS.toSeconds(now - lastStep),
          TimeUnit.NANOSECONDS.toSeconds(grace));
      settling = true;
      settledAt = now + grace;
      changed = true;
    } else if (settling && now >= settledAt) {
      settling = false;
      changed = true;
    }
    stepped = true;
    lastStep = now;
    return changed;
  }

  /** Whether others may know better what became of this member's clients. */
  boolean isSettling() {
    return settling;
  }
}
