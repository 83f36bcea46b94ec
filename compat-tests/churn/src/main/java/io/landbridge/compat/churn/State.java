package io.landbridge.compat.churn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is said of an instance.
 *
 * @param label the cluster inside the service
 * @param metadata without what exporting adds; its {@code v} is of one registration or edit alone
 */
record State(
    String label,
    double weight,
    boolean enabled,
    boolean healthy,
    boolean ephemeral,
    SortedMap<String, String> metadata) {

  static final String VERSION = "v";

  /** What an export has in addition. */
  private static final Set<String> MARKS =
      Set.of(
          "landbridge.bridge.origin",
          "landbridge.bridge.disabled",
          "preserved.heart.beat.interval",
          "preserved.heart.beat.timeout",
          "preserved.ip.delete.timeout");

  State {
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /** As any of the APIs tells it. */
  static State read(JsonNode host) {
    SortedMap<String, String> metadata = new TreeMap<>();
    host.path("metadata")
        .fields()
        .forEachRemaining(each -> metadata.put(each.getKey(), each.getValue().asText()));
    metadata.keySet().removeAll(MARKS);
    String label = host.path("clusterName").asText();
    return new State(
        label.isEmpty() ? "DEFAULT" : label,
        host.path("weight").asDouble(),
        host.path("enabled").asBoolean(),
        host.path("healthy").asBoolean(),
        host.path("ephemeral").asBoolean(),
        metadata);
  }

  State withHealth(boolean other) {
    return new State(label, weight, enabled, other, ephemeral, metadata);
  }

  State withLabel(String other) {
    return new State(other, weight, enabled, healthy, ephemeral, metadata);
  }

  @Override
  public String toString() {
    return "%s/%s weight %s%s%s"
        .formatted(
            metadata.getOrDefault(VERSION, "?"),
            label,
            weight,
            healthy ? "" : " unhealthy",
            enabled ? "" : " disabled");
  }
}
