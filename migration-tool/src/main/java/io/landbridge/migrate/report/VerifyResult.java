package io.landbridge.migrate.report;

import io.landbridge.migrate.verify.Comparison;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What verify prints.
 *
 * @param at when everything was read, in ISO 8601 with seconds
 * @param equal whether both models are equal for all of them
 * @param applications one comparison per application
 */
public record VerifyResult(String at, boolean equal, List<Comparison> applications) {

  /** Copies the list. */
  public VerifyResult {
    applications = List.copyOf(applications);
  }

  /**
   * Sums up.
   *
   * @param read when everything was read
   */
  public static VerifyResult of(Instant read, List<Comparison> applications) {
    return new VerifyResult(
        read.truncatedTo(ChronoUnit.SECONDS).toString(),
        applications.stream().allMatch(Comparison::equal),
        applications);
  }
}
