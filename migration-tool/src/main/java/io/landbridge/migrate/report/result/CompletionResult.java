package io.landbridge.migrate.report.result;

import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.plan.Plan.Step;
import java.util.List;

/**
 * What complete would do.
 *
 * @param waves the waves of the plan
 * @param applications what would be completed
 * @param completed those of them that are completed already, as {@code namespace/application}
 * @param irreversible what cannot be taken back any more afterwards
 * @param dependents clients that depend on the interface level
 */
public record CompletionResult(
    List<Integer> waves,
    List<Step> applications,
    List<String> completed,
    List<String> irreversible,
    List<Dependent> dependents) {

  private static final List<String> IRREVERSIBLE =
      List.of(
          "rollback refuses these applications from then on",
          "their consumers get the rule FORCE_APPLICATION and drop their interface-level addresses",
          "providers may stop registering interfaces; interface-level clients then depend on"
              + " translation");

  /** Copies the lists. */
  public CompletionResult {
    waves = List.copyOf(waves);
    applications = List.copyOf(applications);
    completed = List.copyOf(completed);
    irreversible = List.copyOf(irreversible);
    dependents = List.copyOf(dependents);
  }

  /** For these steps of a plan. */
  public static CompletionResult of(
      List<Integer> waves, List<Step> steps, List<String> completed, List<Dependent> dependents) {
    return new CompletionResult(waves, steps, completed, IRREVERSIBLE, dependents);
  }
}
