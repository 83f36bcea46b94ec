package io.landbridge.legacy;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides whether to believe the legacy cluster that so many instances are gone. A few are, or any
 * number that goes on being gone for the time of the hold. Of one thread.
 */
final class HeldRemovals {

  /** So many may go at once from the smallest cluster. */
  private static final int ALWAYS = 5;

  private final int maxPercent;
  private final long holdNanos;
  private final LongSupplier nanos;
  private boolean holding;
  private long since;
  private int held;

  HeldRemovals(int maxPercent, Duration hold, LongSupplier nanos) {
    this.maxPercent = maxPercent;
    this.holdNanos = hold.toNanos();
    this.nanos = nanos;
  }

  /**
   * Whether to remove them.
   *
   * @param removals how many are gone there and are not known to be anywhere else
   * @param known how many there were
   */
  boolean allows(int removals, int known) {
    boolean small = removals <= ALWAYS || removals * 100L <= (long) known * maxPercent;
    if (small) {
      holding = false;
      held = 0;
      return true;
    }
    if (!holding) {
      holding = true;
      since = nanos.getAsLong();
    }
    boolean over = nanos.getAsLong() - since >= holdNanos;
    held = over ? 0 : removals;
    holding = !over;
    return over;
  }

  /** How many are held now. */
  int held() {
    return held;
  }
}
