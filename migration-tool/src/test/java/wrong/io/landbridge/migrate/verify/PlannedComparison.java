package wrong.io.landbridge.migrate.verify;

import io.landbridge.migrate.plan.Plan;

/** A comparison that knows a plan. */
public record PlannedComparison(Plan plan) {}
