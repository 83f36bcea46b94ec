package io.landbridge.compat;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waits for something, asking again and again, and not for ever. */
public final class Eventually {

  private Eventually() {}

  /**
   * Waits.
   *
   * @param poll between one question and the next
   * @return whether it was so in time; it is asked at least once
   * @throws IllegalStateException if the thread is interrupted
   */
  public static boolean holds(Duration atMost, Duration poll, BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(atMost);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(deadline)) {
        return false;
      }
      try {
        Thread.sleep(poll.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted", e);
      }
    }
    return true;
  }
}
