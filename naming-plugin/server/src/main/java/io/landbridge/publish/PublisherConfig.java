package io.landbridge.publish;

import java.time.Duration;

/**
 * How documents and mappings are written.
 *
 * @param check how often every application is looked at although nothing was marked as changed
 * @param unusedAfter how long a document nobody refers to any more is kept; longer than consumers
 *     go on asking for it, and than a provider takes to restart
 */
public record PublisherConfig(Duration check, Duration unusedAfter) {

  /** The settings an operator gets who sets none. */
  public static final PublisherConfig DEFAULT =
      new PublisherConfig(Duration.ofSeconds(10), Duration.ofMinutes(10));

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public PublisherConfig {
    if (check.isNegative() || check.isZero()) {
      throw new IllegalArgumentException("the check interval must be longer than zero: " + check);
    }
    if (unusedAfter.isNegative()) {
      throw new IllegalArgumentException("the delay for unused documents is negative");
    }
  }
}
