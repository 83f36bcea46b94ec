package wrong.io.landbridge.migrate.cli.bridge;

import io.landbridge.migrate.plan.Plan;

/** A verb of the bridge that knows a plan. */
public record PlannedBridgeVerb(Plan plan) {}
