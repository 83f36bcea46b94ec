package io.landbridge.migrate.plan;

import java.util.List;

/**
 * How the MigrationRules of consumers are written. Its component names are fields of the plan file.
 *
 * @param step {@code APPLICATION_FIRST}, which keeps both subscriptions, or {@code
 *     FORCE_APPLICATION}
 * @param thresholdPercent how many of the interface-level addresses the application level must have
 *     to be taken, in percent of the ratio observed when the rule is written, 1 to 100
 * @param delaySeconds how long a consumer waits for addresses before it compares, 0 to 3600
 * @param proportions the shares of calls that go to the application level, one after the other,
 *     each 1 to 100 and the last 100; empty for no rules at all
 */
public record RuleSettings(
    String step, int thresholdPercent, int delaySeconds, List<Integer> proportions) {

  /**
   * For nine tenths of the addresses, and in three steps: whatever goes wrong at the application
   * level goes wrong for a fifth of the calls first, and stops the run.
   */
  public static final RuleSettings DEFAULT =
      new RuleSettings("APPLICATION_FIRST", 90, 10, List.of(20, 60, 100));

  /** No rules are written. */
  public static final RuleSettings NONE = new RuleSettings("APPLICATION_FIRST", 90, 10, List.of());

  /** Copies the list and checks the ranges. */
  public RuleSettings {
    proportions = List.copyOf(proportions);
    if (!step.equals("APPLICATION_FIRST") && !step.equals("FORCE_APPLICATION")) {
      throw new IllegalArgumentException(
          "step '%s'; give APPLICATION_FIRST or FORCE_APPLICATION".formatted(step));
    }
    if (thresholdPercent < 1 || thresholdPercent > 100) {
      throw new IllegalArgumentException("threshold %d; give 1 to 100".formatted(thresholdPercent));
    }
    if (delaySeconds < 0 || delaySeconds > 3600) {
      throw new IllegalArgumentException("delay %d; give 0 to 3600".formatted(delaySeconds));
    }
    int before = 0;
    for (int each : proportions) {
      if (each <= before || each > 100) {
        throw new IllegalArgumentException(
            "proportions %s; give rising numbers from 1 to 100".formatted(proportions));
      }
      before = each;
    }
    if (before != 0 && before != 100) {
      throw new IllegalArgumentException(
          "proportions %s; the last one must be 100".formatted(proportions));
    }
  }

  /** Whether rules are written. */
  public boolean anyWanted() {
    return !proportions.isEmpty();
  }
}
