package io.landbridge.migrate.report.result;

import io.landbridge.migrate.bridge.BridgeCheck.Outcome;
import java.util.List;
import java.util.Locale;

/**
 * What {@code bridge check} prints.
 *
 * @param ready whether nothing stands in the way
 * @param checks one or more per check, in the order they were made
 */
public record BridgeCheckResult(boolean ready, List<Check> checks) {

  /** Copies the list. */
  public BridgeCheckResult {
    checks = List.copyOf(checks);
  }

  /** From what was found. */
  public static BridgeCheckResult of(List<Outcome> outcomes) {
    return new BridgeCheckResult(
        outcomes.stream().noneMatch(Outcome::isObstacle),
        outcomes.stream()
            .map(
                each ->
                    new Check(
                        each.result().name(),
                        each.check().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        each.what(),
                        each.advice()))
            .toList());
  }

  /**
   * Something that was looked at.
   *
   * @param result {@code OK}, {@code WARNING} or {@code OBSTACLE}
   * @param check which check; never renamed
   * @param what what was seen
   * @param advice what to do; empty when nothing
   */
  public record Check(String result, String check, String what, String advice) {}
}
