package io.landbridge.compat.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The process that answered a call, as it says itself.
 *
 * @param application its name
 * @param run the name of this run
 * @param pid its process id
 * @param dubbo its version of Dubbo
 */
public record Answerer(String application, String run, long pid, String dubbo) {

  static Answerer of(JsonNode json) {
    return new Answerer(
        json.path("application").asText(),
        json.path("run").asText(),
        json.path("pid").asLong(),
        json.path("dubbo").asText());
  }
}
