package wrong.io.landbridge.registry.legacy;

import io.landbridge.registry.http.ServerClient;

/** A port that knows how it is reached. */
public record AdaptedPort(ServerClient client) {}
