package wrong.io.landbridge.bridge.legacy;

import io.landbridge.raft.Catalog;

/** A connection that changes the catalog. */
public record ProposingConnection(Catalog it) {}
