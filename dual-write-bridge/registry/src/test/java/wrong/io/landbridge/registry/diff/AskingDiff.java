package wrong.io.landbridge.registry.diff;

import io.landbridge.registry.http.ServerClient;

/** A comparison that asks for what it compares. */
public record AskingDiff(ServerClient client) {}
