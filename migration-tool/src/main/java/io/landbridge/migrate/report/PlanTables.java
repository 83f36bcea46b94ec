package io.landbridge.migrate.report;

import io.landbridge.migrate.plan.Plan;

/** A plan as text. */
final class PlanTables {

  private PlanTables() {}

  static String text(PlanResult result, boolean color) {
    Plan plan = result.plan();
    TextTable table =
        new TextTable(
            color,
            "WAVE",
            "NAMESPACE",
            "APPLICATION",
            "ACTION",
            "BEFORE",
            "AFTER",
            "HAZARDS",
            "REASON");
    for (Plan.Wave wave : plan.waves()) {
      for (Plan.Step step : wave.steps()) {
        table.row(
            wave.number(),
            step.namespace(),
            step.application(),
            step.action(),
            step.savings().instancesBefore(),
            step.savings().instancesAfter(),
            step.hazards().size(),
            step.reason());
      }
    }
    for (Plan.Skipped each : plan.skipped()) {
      table.row("", each.namespace(), each.application(), "none", "", "", "", each.reason());
    }
    return table
        + "%nPlan %s written to %s: %d applications, %d instances in the registry now, %d once they register only the application.%n"
            .formatted(
                plan.hash().substring(0, 12),
                result.file(),
                plan.steps().size(),
                plan.savings().instancesBefore(),
                plan.savings().instancesAfter())
        + "Review it, then: landbridge apply --plan %s%n".formatted(result.file());
  }
}
