package io.landbridge.document;

import io.landbridge.model.Networks;
import java.time.Duration;

/**
 * How documents are had.
 *
 * @param ask whether providers may be asked at all; the configuration centre always is
 * @param connect how long a connection to a provider may take
 * @param answer how long asking a provider may take, the connection included
 * @param perSecond how many providers are asked in a second at most; in a first moment, twice as
 *     many
 * @param firstPause how long nobody is asked for a document that could not be had; doubles each
 *     time
 * @param longestPause up to this
 * @param allow networks in which providers may be asked; all if it names none. Addresses of the
 *     link and of clouds must be named by themselves; the host itself need not be for providers
 *     that are on it
 * @param deny networks in which none is asked
 */
public record DocumentConfig(
    boolean ask,
    Duration connect,
    Duration answer,
    int perSecond,
    Duration firstPause,
    Duration longestPause,
    Networks allow,
    Networks deny) {

  /** The settings an operator gets who sets none. */
  public static final DocumentConfig DEFAULT =
      new DocumentConfig(
          true,
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          20,
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          Networks.NONE,
          Networks.NONE);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming what is out of range
   */
  public DocumentConfig {
    positive("time for a connection", connect);
    positive("time for an answer", answer);
    positive("first pause", firstPause);
    if (longestPause.compareTo(firstPause) < 0 || longestPause.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "the longest pause must be between the first, %s, and a day: %s"
              .formatted(firstPause, longestPause));
    }
    if (perSecond < 1) {
      throw new IllegalArgumentException(
          "the requests per second must be at least 1: " + perSecond);
    }
  }

  /** The same but for whether providers may be asked. */
  public DocumentConfig asking(boolean value) {
    return new DocumentConfig(
        value, connect, answer, perSecond, firstPause, longestPause, allow, deny);
  }

  /** The same but for where they may be asked. */
  public DocumentConfig within(Networks allowed, Networks denied) {
    return new DocumentConfig(
        ask, connect, answer, perSecond, firstPause, longestPause, allowed, denied);
  }

  private static void positive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("the " + name + " must be longer than zero: " + value);
    }
  }
}
