package wrong.io.landbridge.migrate.cli.verify;

import io.landbridge.registry.nacos1.Nacos1Registry;

/** A comparison that knows a version of the server. */
public record AdaptedVerify(Nacos1Registry registry) {}
