package wrong.io.landbridge.migrate.consumer;

import io.landbridge.migrate.plan.Plan;

/** A reader that makes plans. */
public record PlanningConsumer(Plan plan) {}
