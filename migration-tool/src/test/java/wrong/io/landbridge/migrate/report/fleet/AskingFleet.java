package wrong.io.landbridge.migrate.report.fleet;

import io.landbridge.registry.http.ServerClient;

/** A page that looks for itself. */
public record AskingFleet(ServerClient client) {}
