package wrong.io.landbridge.bridge.phase;

import io.landbridge.bridge.diff.Difference;

/** A phase that knows what differs. */
public record DifferentPhase(Difference difference) {}
