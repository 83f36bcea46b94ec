package wrong.io.landbridge.migrate.plan;

import io.landbridge.registry.Registry;

/** A plan that looks for itself. */
public record AskingPlan(Registry registry) {}
