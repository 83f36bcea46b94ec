package wrong.io.landbridge.migrate.report;

import io.landbridge.registry.http.ServerClient;

/** A report that looks for itself. */
public record AskingReport(ServerClient client) {}
