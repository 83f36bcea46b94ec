package io.landbridge.migrate.report;

import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.report.result.PlanResult;
import io.landbridge.model.Counted;

/** A plan as text. */
final class PlanTables {

  /** What is said of an application that nobody knows. */
  static final String UNKNOWN =
      "the application is not registered; 'landbridge scan' lists all applications";

  private PlanTables() {}

  static String text(PlanResult result, Style style) {
    Plan plan = result.plan();
    TextTable table =
        new TextTable(
            style,
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
            step.hazardCount(),
            step.reason());
      }
    }
    TextTable rules = new TextTable(style, "WAVE", "NAMESPACE", "CONSUMER", "SERVICES", "REASON");
    for (Plan.Wave wave : plan.waves()) {
      for (Plan.Rule rule : wave.rules()) {
        rules.row(
            wave.number(),
            rule.namespace(),
            rule.application(),
            rule.services().size(),
            rule.reason());
      }
    }
    plan.withoutRule()
        .forEach(each -> rules.row("", each.namespace(), each.application(), 0, each.reason()));
    boolean anyRules =
        !plan.withoutRule().isEmpty()
            || plan.waves().stream().anyMatch(wave -> !wave.rules().isEmpty());
    for (Plan.Skipped each : plan.skipped()) {
      table.row("", each.namespace(), each.application(), "none", "", "", "", each.reason());
    }
    for (String each : result.unknown()) {
      table.row("", "", each, "none", "", "", "", UNKNOWN);
    }
    return table
        + (anyRules ? "\n" + rules : "")
        + Counted.format(
            "%nPlan %s written to %s: %d applications in %d waves; %d instances in the registry now,"
                + " %d after the migration.%n",
            plan.hash().substring(0, 12),
            result.file(),
            plan.steps().size(),
            plan.waves().size(),
            plan.savings().instancesBefore(),
            plan.savings().instancesAfter());
  }
}
