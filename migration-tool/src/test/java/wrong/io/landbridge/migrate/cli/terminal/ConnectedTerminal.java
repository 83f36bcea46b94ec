package wrong.io.landbridge.migrate.cli.terminal;

import io.landbridge.registry.http.ServerClient;

/** A terminal that reaches servers. */
public record ConnectedTerminal(ServerClient client) {}
