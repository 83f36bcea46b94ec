package io.landbridge.front.push;

import io.landbridge.model.Networks;
import java.time.Duration;

/**
 * How pushes are made.
 *
 * @param delay between a change and its push, in which more changes may come
 * @param acknowledgement how long a client has to acknowledge before it is sent the service again,
 *     once
 * @param patience how long a client is kept that does not ask again; clients ask every ten seconds
 * @param subscriptions the most there may be
 * @param bytes the most they may take together, about
 * @param bytesPerAddress the most those may take that are pushed to one address, about
 * @param named networks whose addresses a client may name to be pushed to; any other client is
 *     pushed to where its requests come from
 */
public record PushSettings(
    Duration delay,
    Duration acknowledgement,
    Duration patience,
    int subscriptions,
    long bytes,
    long bytesPerAddress,
    Networks named) {

  /**
   * As 1.4, but with the shorter delay of 2.x, and without its gap between forgetting and asking.
   */
  public static final PushSettings DEFAULT =
      new PushSettings(
          Duration.ofMillis(500),
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          100_000,
          64 << 20,
          4 << 20,
          Networks.NONE);

  /** The same but for the networks whose addresses a client may name. */
  public PushSettings naming(Networks networks) {
    return new PushSettings(
        delay, acknowledgement, patience, subscriptions, bytes, bytesPerAddress, networks);
  }
}
