package wrong.io.landbridge.migrate.cli.plan;

import io.landbridge.registry.nacos1.Nacos1Registry;

/** A verb of a plan that knows a version of the server. */
public record AdaptedPlanVerb(Nacos1Registry registry) {}
