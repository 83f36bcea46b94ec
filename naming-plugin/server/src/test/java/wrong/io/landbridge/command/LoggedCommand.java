package wrong.io.landbridge.command;

import org.slf4j.Logger;

/** A command that logs. */
public record LoggedCommand(Logger log) {}
