package wrong.io.landbridge.publish;

import com.fasterxml.jackson.databind.JsonNode;

/** A publisher that builds documents itself. */
public record JsonPublisher(JsonNode document) {}
