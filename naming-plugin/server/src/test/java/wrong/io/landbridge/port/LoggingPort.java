package wrong.io.landbridge.port;

import io.landbridge.raft.Catalog;

/** A port that names what is behind the plugin. */
public record LoggingPort(Catalog catalog) {}
