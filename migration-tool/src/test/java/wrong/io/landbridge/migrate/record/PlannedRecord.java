package wrong.io.landbridge.migrate.record;

import io.landbridge.migrate.plan.Plan;

/** A recorded verify that knows the plan. */
public record PlannedRecord(Plan plan) {}
