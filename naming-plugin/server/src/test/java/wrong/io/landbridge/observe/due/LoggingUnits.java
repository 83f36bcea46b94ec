package wrong.io.landbridge.observe.due;

import org.slf4j.Logger;

/** Marks of units that log. */
public record LoggingUnits(Logger log) {}
