package wrong.io.landbridge.host.symbols;

import org.slf4j.Logger;

/** A symbol check that needs a library before it has looked whether it is there. */
public record LoggingSymbols(Logger log) {}
