package wrong.io.landbridge.raft;

import io.landbridge.publish.ConfigCentre;

/** The apply path with an effect on the outside. */
public record PublishingLog(ConfigCentre configuration) {}
