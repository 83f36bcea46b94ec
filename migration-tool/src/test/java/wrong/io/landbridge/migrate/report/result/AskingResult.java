package wrong.io.landbridge.migrate.report.result;

import io.landbridge.registry.http.ServerClient;

/** A result that looks for itself. */
public record AskingResult(ServerClient client) {}
