package io.landbridge.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.dubbo.json.MalformedDocumentException;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What real Dubbo programs wrote, as a real server gave it back. */
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

  /** The interface-level registrations of providers. */
  static List<Registration> providers(String name) {
    return registrations(name).stream()
        .filter(each -> each.service().name().startsWith("providers:"))
        .toList();
  }

  /** The first instance of an application. */
  static ApplicationInstance instance(String name) {
    return new ApplicationFold(new InstanceJsonReader())
        .fold(registrations(name))
        .found()
        .get(0)
        .instance();
  }

  /** A document that Dubbo wrote to the configuration centre. */
  static MetadataDocument document(String application, String revision) {
    try {
      return new MetadataDocumentCodec()
          .decode(text("/documents/" + application + "-" + revision + ".json"));
    } catch (MalformedDocumentException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode read(String resource) {
    try {
      return new ObjectMapper().readTree(text(resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String resource) {
    try (InputStream in = Captures.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
