package io.landbridge.front.push;

import java.time.Duration;

/**
 * How pushes are made.
 *
 * @param delay between a change and its push, in which more changes may come
 * @param acknowledgement how long a client has to acknowledge before it is sent the service again,
 *     once
 * @param patience how long a client is kept that does not ask again; clients ask every ten seconds
 * @param subscriptions the most there may be
 */
public record PushSettings(
    Duration delay, Duration acknowledgement, Duration patience, int subscriptions) {

  /**
   * As 1.4, but with the shorter delay of 2.x, and without its gap between forgetting and asking.
   */
  public static final PushSettings DEFAULT =
      new PushSettings(
          Duration.ofMillis(500), Duration.ofSeconds(10), Duration.ofSeconds(20), 100_000);
}
