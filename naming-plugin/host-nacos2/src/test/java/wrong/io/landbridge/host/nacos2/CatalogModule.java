package wrong.io.landbridge.host.nacos2;

import io.landbridge.raft.ReplicatedLog;

/** A line that knows how the catalog is replicated. */
public record CatalogModule(ReplicatedLog log) {}
