package wrong.io.landbridge.migrate.backup;

import io.landbridge.migrate.plan.Plan;

/** A backup that makes plans. */
public record PlanningBackup(Plan plan) {}
