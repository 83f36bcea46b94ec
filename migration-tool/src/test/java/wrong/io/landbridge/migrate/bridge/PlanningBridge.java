package wrong.io.landbridge.migrate.bridge;

import io.landbridge.migrate.plan.Plan;

/** A look ahead that makes plans. */
public record PlanningBridge(Plan plan) {}
