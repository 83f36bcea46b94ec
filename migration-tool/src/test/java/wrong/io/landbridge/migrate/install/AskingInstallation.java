package wrong.io.landbridge.migrate.install;

import io.landbridge.registry.ServerAddress;

/** An installation that asks a server. */
public record AskingInstallation(ServerAddress server) {}
