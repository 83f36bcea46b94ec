package wrong.io.landbridge.migrate.cli.option;

import io.landbridge.migrate.plan.Plan;

/** An option that knows a plan. */
public record PlannedOption(Plan plan) {}
