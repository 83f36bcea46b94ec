package wrong.io.landbridge.migrate.execute;

import io.landbridge.migrate.plan.Plan;

/** An execution that knows why. */
public record PlannedExecution(Plan plan) {}
