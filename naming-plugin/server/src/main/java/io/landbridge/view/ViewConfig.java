package io.landbridge.view;

import java.time.Duration;

/**
 * How derived answers are kept.
 *
 * @param cacheBytes about how much heap the answers kept ready may take, 1 MiB to 1 GiB; what does
 *     not fit is read from the catalog again when somebody asks
 * @param maxShrinkPercent an application that loses more than this part of its instances, 0 to 100,
 *     and at least three, without their having been deregistered goes on being shown with them
 * @param hold for how long at most, up to a day; zero to never do so
 */
public record ViewConfig(long cacheBytes, int maxShrinkPercent, Duration hold) {

  private static final long MIN_CACHE_BYTES = 1L << 20;
  private static final long MAX_CACHE_BYTES = 1L << 30;
  private static final Duration MAX_HOLD = Duration.ofDays(1);

  /** A look at nothing costs next to nothing. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** The settings an operator gets who sets none. */
  public static final ViewConfig DEFAULT = new ViewConfig(32L << 20, 50, Duration.ofMinutes(10));

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public ViewConfig {
    if (cacheBytes < MIN_CACHE_BYTES || cacheBytes > MAX_CACHE_BYTES) {
      throw new IllegalArgumentException(
          "the cache of the view must be 1 MB to 1 GB: " + cacheBytes + " bytes");
    }
    if (maxShrinkPercent < 0 || maxShrinkPercent > 100) {
      throw new IllegalArgumentException(
          "the share by which a view may shrink must be 0 % to 100 %: " + maxShrinkPercent);
    }
    if (hold.isNegative() || hold.compareTo(MAX_HOLD) > 0) {
      throw new IllegalArgumentException(
          "the hold time of a view must be between zero and a day: " + hold);
    }
  }

  /** How often to look at the time: what is held is let go about when its time is over. */
  Duration look() {
    Duration part = hold.dividedBy(10);
    return hold.isZero() || part.compareTo(LOOK) > 0 ? LOOK : part;
  }
}
