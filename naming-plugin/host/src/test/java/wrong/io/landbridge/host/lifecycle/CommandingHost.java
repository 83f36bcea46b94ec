package wrong.io.landbridge.host.lifecycle;

import io.landbridge.command.Command;

/** A host that knows what is in the log. */
public record CommandingHost(Command it) {}
