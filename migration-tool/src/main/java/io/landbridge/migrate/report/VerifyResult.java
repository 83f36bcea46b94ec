package io.landbridge.migrate.report;

import io.landbridge.migrate.verify.Comparison;
import java.util.List;

/**
 * What verify prints.
 *
 * @param equal whether both models are equal for all of them
 * @param applications one comparison per application
 */
public record VerifyResult(boolean equal, List<Comparison> applications) {

  /** Copies the list. */
  public VerifyResult {
    applications = List.copyOf(applications);
  }

  /** Sums up. */
  public static VerifyResult of(List<Comparison> applications) {
    return new VerifyResult(applications.stream().allMatch(Comparison::equal), applications);
  }
}
