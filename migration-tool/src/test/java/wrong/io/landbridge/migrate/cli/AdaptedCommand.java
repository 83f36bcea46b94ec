package wrong.io.landbridge.migrate.cli;

import io.landbridge.registry.nacos1.Nacos1Registry;

/** A command that knows a version of the server. */
public record AdaptedCommand(Nacos1Registry registry) {}
