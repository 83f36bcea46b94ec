package io.landbridge.registry.legacy;

import java.time.Duration;
import java.util.Objects;

/**
 * What a server says to a beat.
 *
 * @param known false when it has no such instance, which must then be registered again
 * @param next when it wants the next one
 */
public record BeatAnswer(boolean known, Duration next) {

  /** Checks that no part is missing. */
  public BeatAnswer {
    Objects.requireNonNull(next, "next");
  }
}
