package io.landbridge.migrate.report.result;

import io.landbridge.migrate.verify.Comparison;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What verify prints.
 *
 * @param id what the recorded run is called; empty if it is not recorded
 * @param at when everything was read, in ISO 8601 with seconds
 * @param equal whether both models are equal for all of them; with {@code --all}, for all that are
 *     not left out because of a name
 * @param applications one comparison per application
 * @param unknown the names of those that were asked for and are not registered
 */
public record VerifyResult(
    String id, String at, boolean equal, List<Comparison> applications, List<String> unknown) {

  /** Copies the lists. */
  public VerifyResult {
    applications = List.copyOf(applications);
    unknown = List.copyOf(unknown);
  }

  /** How many stay at interface level because of a name. */
  public long leftOut() {
    return applications.stream().filter(Comparison::leftOut).count();
  }

  /**
   * Sums up.
   *
   * @param id what the recorded run is called; empty if it is not recorded
   * @param read when everything was read
   * @param unknown what was asked for and is not registered
   * @param asked whether the applications were asked for, by name or by a plan: one that is left
   *     out is a difference then
   */
  public static VerifyResult of(
      String id, Instant read, List<Comparison> applications, List<String> unknown, boolean asked) {
    return new VerifyResult(
        id,
        read.truncatedTo(ChronoUnit.SECONDS).toString(),
        applications.stream().allMatch(each -> each.equal() || (each.leftOut() && !asked)),
        applications,
        unknown);
  }
}
