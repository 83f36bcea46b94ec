package io.landbridge.observe;

import java.time.Duration;

/**
 * How registrations are followed.
 *
 * @param quietPeriod the registrations of a client are read once nothing of it changed for this
 *     long, so that a provider that registers forty interfaces one by one makes one command; also
 *     the shortest time between two rounds, whose changes are proposed together; both are half of
 *     it while few clients change
 * @param maxDelay and are read at the latest after this long, whatever the client does
 * @param fullScan a change that no event told of is found within this time; everything is compared
 *     twice in it, spread evenly
 * @param grace how long clients have to come back, after a restart of this member or the loss of
 *     another, before their instances are removed
 */
public record ObserverConfig(
    Duration quietPeriod, Duration maxDelay, Duration fullScan, Duration grace) {

  /** The settings an operator gets who sets none. */
  public static final ObserverConfig DEFAULT =
      new ObserverConfig(
          Duration.ofMillis(100),
          Duration.ofSeconds(2),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30));

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public ObserverConfig {
    positive("quiet period", quietPeriod);
    positive("maximal delay", maxDelay);
    positive("full scan interval", fullScan);
    positive("grace", grace);
    if (maxDelay.compareTo(quietPeriod) < 0) {
      throw new IllegalArgumentException(
          "the maximal delay " + maxDelay + " is shorter than the quiet period " + quietPeriod);
    }
  }

  private static void positive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("the " + name + " must be longer than zero: " + value);
    }
  }
}
