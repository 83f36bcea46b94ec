package io.landbridge.compat.load.bench;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for something, asking again and again, and not for ever. */
final class Eventually {

  private Eventually() {}

  /**
   * Waits.
   *
   * @return when it was found to be so, as {@link System#nanoTime}
   * @throws BenchException if it is not so in time
   */
  static long holds(
      Duration limit, Duration poll, Supplier<String> otherwise, BooleanSupplier condition) {
    if (!io.landbridge.compat.waiting.Eventually.holds(limit, poll, condition)) {
      throw new BenchException(otherwise.get() + " within " + limit.toSeconds() + " s");
    }
    return System.nanoTime();
  }

  static void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted");
    }
  }
}
