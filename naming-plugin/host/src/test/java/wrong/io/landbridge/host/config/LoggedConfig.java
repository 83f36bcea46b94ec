package wrong.io.landbridge.host.config;

import io.landbridge.raft.ReplicatedLog;

/** A configuration center that knows the log. */
public record LoggedConfig(ReplicatedLog it) {}
