package wrong.io.landbridge.model.phase;

import io.landbridge.dubbo.ApplicationFold;

/** A phase that knows how registrations are folded. */
public record FoldingPhase(ApplicationFold fold) {}
