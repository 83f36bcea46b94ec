package io.landbridge.bridge.imports;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides whether to believe the legacy cluster that so many instances are gone. A few are, or any
 * number that goes on being gone for the time of the hold.
 *
 * <p>A 1.x server that was restarted knows nothing, and its clients come back one by one, each with
 * its next beat: while they do, what is missing gets fewer until it would be believed. So after too
 * much was gone, or nobody could look, even a few are not believed before the cluster had the time
 * to settle. Nothing has to settle once everything is there. Of one thread.
 */
final class HeldRemovals {

  /** So many may go at once from the smallest cluster. */
  private static final int ALWAYS = 5;

  private final int maxPercent;
  private final long settleNanos;
  private final long holdNanos;
  private final LongSupplier nanos;
  private boolean holding;
  private long since;
  private long looked;

  /** Nobody knows what was there a moment ago. */
  private boolean unseen = true;

  private boolean settling;

  /** When it was last seen, while it settles, that too much is gone, or anything at all. */
  private long troubled;

  private int held;

  /** What services that were looked at alone have lost since everything was looked at. */
  private int some;

  HeldRemovals(int maxPercent, Duration settle, Duration hold, LongSupplier nanos) {
    this.maxPercent = maxPercent;
    this.settleNanos = settle.toNanos();
    this.holdNanos = hold.toNanos();
    this.nanos = nanos;
  }

  /**
   * Whether to remove them, when everything was looked at.
   *
   * @param removals how many are gone there and are not known to be anywhere else
   * @param known how many there were
   */
  boolean allows(int removals, int known) {
    some = 0;
    long now = nanos.getAsLong();
    boolean small = isSmall(removals, known);
    if (unseen || !small) {
      settling = true;
      troubled = now;
    }
    if (unseen) {
      since += now - looked;
      unseen = false;
    }
    looked = now;
    if (removals == 0 || (small && (!settling || now - troubled >= settleNanos))) {
      believe();
      return true;
    }
    if (!holding) {
      holding = true;
      since = now;
    }
    if (now - since >= holdNanos) {
      believe();
      return true;
    }
    held = removals;
    return false;
  }

  private void believe() {
    holding = false;
    settling = false;
    held = 0;
  }

  /** The legacy cluster cannot be read: the time until it can again is not part of a hold. */
  void couldNotLook() {
    unseen = true;
  }

  /** Begins anew: nobody looks for some time, or under other terms. */
  void forget() {
    believe();
    unseen = true;
    some = 0;
  }

  /**
   * Whether to remove what a few services have lost that were looked at alone: not while anything
   * is held, and not if services lose too much one after the other. What is refused here is decided
   * when everything is looked at.
   *
   * @param removals how many are gone there and are not known to be anywhere else
   * @param known how many there were
   */
  boolean allowsSome(int removals, int known) {
    if (removals == 0) {
      return true;
    }
    if (unseen || holding || !isSmall(some + removals, known + some)) {
      return false;
    }
    some += removals;
    return true;
  }

  private boolean isSmall(int removals, int known) {
    return removals <= ALWAYS || removals * 100L <= (long) known * maxPercent;
  }

  /** How many are held now. */
  int held() {
    return held;
  }
}
