package wrong.io.landbridge.migrate.progress;

import io.landbridge.migrate.plan.Plan;

/** A meter that knows the plan. */
public record PlannedMeter(Plan plan) {}
