package io.landbridge.view;

/**
 * How derived answers are kept.
 *
 * @param cacheBytes about how much heap the answers kept ready may take, 1 MiB to 1 GiB; what does
 *     not fit is read from the catalog again when somebody asks
 */
public record ViewConfig(long cacheBytes) {

  private static final long MIN_CACHE_BYTES = 1L << 20;
  private static final long MAX_CACHE_BYTES = 1L << 30;

  /** The settings an operator gets who sets none. */
  public static final ViewConfig DEFAULT = new ViewConfig(32L << 20);

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
  }
}
