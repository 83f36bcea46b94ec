package io.landbridge.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Registrations real Dubbo programs made, as a real server listed them. */
final class Captures {

  private Captures() {}

  static List<Registration> registrations(String name) {
    List<Registration> registrations = new ArrayList<>();
    for (JsonNode node : read("/registrations/" + name + ".json")) {
      Map<String, String> metadata = new TreeMap<>();
      node.get("metadata")
          .fields()
          .forEachRemaining(each -> metadata.put(each.getKey(), each.getValue().asText()));
      registrations.add(
          new Registration(
              new ServiceKey(
                  NamespaceId.PUBLIC, node.get("group").asText(), node.get("service").asText()),
              "",
              node.get("ip").asText(),
              node.get("port").asInt(),
              node.get("cluster").asText(),
              true,
              true,
              true,
              metadata));
    }
    return registrations;
  }

  private static JsonNode read(String resource) {
    try (InputStream in = Captures.class.getResourceAsStream(resource)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
