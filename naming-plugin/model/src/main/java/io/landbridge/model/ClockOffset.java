package io.landbridge.model;

/** How far a clock is from another one, in words. Pure. */
public final class ClockOffset {

  private ClockOffset() {}

  /**
   * The offset, as in {@code 27 ms behind this machine}.
   *
   * @param ahead how far it is ahead, in milliseconds; negative when it is behind
   * @param other whose clock the other one is
   */
  public static String text(long ahead, String other) {
    return ahead == 0
        ? "as that of " + other
        : "%d ms %s %s".formatted(Math.abs(ahead), ahead > 0 ? "ahead of" : "behind", other);
  }
}
