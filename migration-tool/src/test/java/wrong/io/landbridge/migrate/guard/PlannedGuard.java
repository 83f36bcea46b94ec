package wrong.io.landbridge.migrate.guard;

import io.landbridge.migrate.plan.Plan;

/** A guard that knows what for. */
public record PlannedGuard(Plan plan) {}
