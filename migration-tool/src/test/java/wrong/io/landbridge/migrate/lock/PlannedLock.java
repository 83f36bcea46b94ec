package wrong.io.landbridge.migrate.lock;

import io.landbridge.migrate.plan.Plan;

/** A lock that knows what for. */
public record PlannedLock(Plan plan) {}
