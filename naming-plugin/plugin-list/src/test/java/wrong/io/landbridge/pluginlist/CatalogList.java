package wrong.io.landbridge.pluginlist;

import io.landbridge.raft.ReplicatedLog;

/** A list that knows how the catalog is replicated. */
public record CatalogList(ReplicatedLog log) {}
