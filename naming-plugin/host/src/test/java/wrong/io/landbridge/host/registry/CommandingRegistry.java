package wrong.io.landbridge.host.registry;

import io.landbridge.command.Command;

/** A registry that decides what goes into the catalog. */
public record CommandingRegistry(Command command) {}
