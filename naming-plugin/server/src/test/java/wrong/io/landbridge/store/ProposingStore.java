package wrong.io.landbridge.store;

import io.landbridge.raft.ReplicatedLog;

/** A store that knows how commands travel. */
public record ProposingStore(ReplicatedLog log) {}
