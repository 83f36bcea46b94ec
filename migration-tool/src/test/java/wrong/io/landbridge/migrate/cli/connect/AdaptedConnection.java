package wrong.io.landbridge.migrate.cli.connect;

import io.landbridge.registry.nacos1.Nacos1Registry;

/** A connection that knows a version of the server. */
public record AdaptedConnection(Nacos1Registry registry) {}
