package wrong.io.landbridge.migrate.spool;

import io.landbridge.registry.Registry;

/** A spool that asks servers. */
public record AskingSpool(Registry registry) {}
