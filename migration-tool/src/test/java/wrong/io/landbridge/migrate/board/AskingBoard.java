package wrong.io.landbridge.migrate.board;

import io.landbridge.registry.Registry;

/** A board that looks for itself. */
public record AskingBoard(Registry registry) {}
