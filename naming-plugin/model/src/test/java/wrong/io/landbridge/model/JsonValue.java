package wrong.io.landbridge.model;

import com.fasterxml.jackson.databind.JsonNode;

/** A value type that knows a library. */
public record JsonValue(JsonNode node) {}
