package io.landbridge.migrate.wave;

import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Hazard;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.verify.Comparison.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What consumers of the application level would lack. What the plan names as a hazard was accepted
 * with the plan; what only the application level has harms nobody.
 */
public final class Parity {

  private static final int MAX_NAMED = 3;

  private Parity() {}

  /** What is lacking, for people; empty when nothing is. */
  public static List<String> lacking(Collection<Comparison> comparisons, Collection<Step> steps) {
    List<String> lacking = new ArrayList<>();
    for (Comparison each : comparisons) {
      List<Hazard> hazards = hazards(each, steps);
      each.missing().stream()
          .filter(finding -> !isExplained(finding, hazards))
          .map(
              finding ->
                  "%s: %s of %s is missing at application level (%s)"
                      .formatted(
                          each.application(),
                          finding.address(),
                          finding.service(),
                          finding.reason()))
          .forEach(lacking::add);
      each.unmapped().stream()
          .map(service -> "%s: not found under %s".formatted(each.application(), service))
          .forEach(lacking::add);
    }
    return List.copyOf(lacking);
  }

  /** What the application level lacks and was accepted with the plan. */
  static List<Finding> accepted(Comparison comparison, Collection<Step> steps) {
    List<Hazard> hazards = hazards(comparison, steps);
    return comparison.missing().stream().filter(each -> isExplained(each, hazards)).toList();
  }

  private static List<Hazard> hazards(Comparison comparison, Collection<Step> steps) {
    return steps.stream()
        .filter(step -> step.namespace().equals(comparison.namespace()))
        .filter(step -> step.application().equals(comparison.application()))
        .flatMap(step -> step.hazards().stream())
        .toList();
  }

  private static boolean isExplained(Finding finding, List<Hazard> hazards) {
    return hazards.stream()
        .anyMatch(
            hazard ->
                hazard.address().equals(finding.address())
                    && Plan.names(hazard.service(), finding.service()));
  }

  /** Names the first few, and counts the others. */
  public static String text(List<String> lacking) {
    String first = String.join("; ", lacking.subList(0, Math.min(MAX_NAMED, lacking.size())));
    return lacking.size() <= MAX_NAMED
        ? first
        : first + "; and %d more".formatted(lacking.size() - MAX_NAMED);
  }
}
