package wrong.io.landbridge.host.nacos;

import io.landbridge.command.Command;

/** An adapter that decides what goes into the catalog. */
public record CommandingHost(Command command) {}
