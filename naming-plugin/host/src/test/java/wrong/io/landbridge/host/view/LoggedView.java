package wrong.io.landbridge.host.view;

import io.landbridge.raft.ReplicatedLog;

/** A view that knows the log. */
public record LoggedView(ReplicatedLog it) {}
