package wrong.io.landbridge.migrate.inventory;

import io.landbridge.migrate.plan.Plan;

/** An inventory that knows what will be done with it. */
public record PlanningInventory(Plan plan) {}
