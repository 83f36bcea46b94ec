package wrong.io.landbridge.migrate.hazard;

import io.landbridge.registry.Registry;

/** A hazard that looks for itself. */
public record AskingHazard(Registry registry) {}
