package wrong.io.landbridge.host.raft;

import io.landbridge.view.derived.DerivedView;

/** A Raft group that knows what is shown. */
public record VotingView(DerivedView it) {}
