package io.landbridge.migrate.report;

import io.landbridge.migrate.consumer.InterfaceDependents.Dependent;
import io.landbridge.migrate.plan.Plan.Step;
import java.util.List;

/**
 * What complete would do.
 *
 * @param applications what would be completed
 * @param irreversible what cannot be taken back any more afterwards
 * @param dependents clients that depend on the interface level
 */
public record CompletionResult(
    List<Step> applications, List<String> irreversible, List<Dependent> dependents) {

  private static final List<String> IRREVERSIBLE =
      List.of(
          "rollback refuses these applications from then on",
          "their consumers get the rule FORCE_APPLICATION and drop their interface-level addresses",
          "providers may stop registering interfaces; interface-level clients then depend on"
              + " translation");

  /** Copies the lists. */
  public CompletionResult {
    applications = List.copyOf(applications);
    irreversible = List.copyOf(irreversible);
    dependents = List.copyOf(dependents);
  }

  /** For these steps of a plan. */
  public static CompletionResult of(List<Step> steps, List<Dependent> dependents) {
    return new CompletionResult(steps, IRREVERSIBLE, dependents);
  }
}
