package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Instances as every version of the HTTP API writes them. */
public final class InstanceJson {

  private InstanceJson() {}

  /**
   * Reads a list of instances.
   *
   * @param answer where it comes from
   * @param list the JSON list
   * @return sorted; an instance without an address is none
   * @throws RegistryException if it is no list
   */
  public static List<RegisteredInstance> read(Answer answer, JsonNode list)
      throws RegistryException {
    if (!list.isArray()) {
      throw answer.unexpected("not a list of instances");
    }
    List<RegisteredInstance> instances = new ArrayList<>();
    for (JsonNode node : list) {
      read(node).ifPresent(instances::add);
    }
    return instances.stream().sorted().toList();
  }

  /** Reads one instance; empty if it has no address. */
  public static Optional<RegisteredInstance> read(JsonNode node) {
    String ip = node.path("ip").asText("");
    if (ip.isEmpty() || !node.path("port").canConvertToInt()) {
      return Optional.empty();
    }
    return Optional.of(
        new RegisteredInstance(
            ip,
            node.path("port").asInt(),
            node.path("clusterName").asText("DEFAULT"),
            node.path("weight").asDouble(1.0),
            node.path("healthy").asBoolean(true),
            node.path("enabled").asBoolean(true),
            node.path("ephemeral").asBoolean(true),
            metadata(node.path("metadata"))));
  }

  /** The failure of an answer with such an instance. */
  public static RegistryException withoutAddress(Answer answer) {
    return answer.unexpected("an instance has no ip or no port");
  }

  private static Map<String, String> metadata(JsonNode node) {
    Map<String, String> metadata = new TreeMap<>();
    node.fields()
        .forEachRemaining(
            each -> {
              if (!each.getValue().isNull()) {
                metadata.put(each.getKey(), each.getValue().asText());
              }
            });
    return metadata;
  }
}
