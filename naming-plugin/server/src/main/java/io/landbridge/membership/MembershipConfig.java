package io.landbridge.membership;

import java.time.Duration;

/**
 * How the group's peers are kept in step with the member list.
 *
 * @param reconcile whether the leader changes the peers at all
 * @param settle how long the list and what is to be changed must stay the same first
 */
public record MembershipConfig(boolean reconcile, Duration settle) {

  /** The settings an operator gets who sets none. */
  public static final MembershipConfig DEFAULT = new MembershipConfig(true, Duration.ofSeconds(30));

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public MembershipConfig {
    if (settle.isNegative() || settle.isZero()) {
      throw new IllegalArgumentException("the time to settle must be longer than zero: " + settle);
    }
  }
}
