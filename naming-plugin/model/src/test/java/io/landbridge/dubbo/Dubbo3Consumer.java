package io.landbridge.dubbo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.model.ApplicationInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Dubbo 3 consumer of one service that looks for applications only: what it makes of an instance
 * and of the text in the configuration centre, as seen with real ones. It knows nothing of our
 * classes, so that it judges what we write.
 *
 * @param interfaceName the interface it refers to
 * @param version the version; empty for none
 * @param group the group; empty for none
 */
record Dubbo3Consumer(String interfaceName, String version, String group) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A consumer of {@code interface:version:group}. */
  static Dubbo3Consumer of(String service) {
    String[] name = service.split(":", -1);
    return new Dubbo3Consumer(name[0], name[1], name[2]);
  }

  /**
   * Where it calls.
   *
   * @param service parameters in the document
   * @param instance metadata of the instance
   */
  record Address(
      String ip,
      int port,
      String protocol,
      Map<String, String> service,
      Map<String, String> instance) {

    /** What is in effect where the consumer says nothing itself. */
    String parameter(String key) {
      String value = service.getOrDefault(key, "");
      return value.isEmpty() ? instance.getOrDefault(key, "") : value;
    }

    private boolean isTaken() {
      return parameter("disabled").isEmpty()
          ? parameter("enabled").isEmpty() || parameter("enabled").equalsIgnoreCase("true")
          : !parameter("disabled").equalsIgnoreCase("true");
    }
  }

  /** The addresses of the service at an instance that we show. */
  List<Address> addresses(ApplicationInstance instance, Map<String, String> configuration) {
    return instance.enabled()
        ? addresses(instance.ip(), instance.port(), DerivedMetadata.of(instance), configuration)
        : List.of();
  }

  /**
   * The addresses of the service at an instance.
   *
   * @param configuration texts by revision
   * @throws NullPointerException where a document keeps a real consumer from starting
   */
  List<Address> addresses(
      String ip, int port, Map<String, String> metadata, Map<String, String> configuration) {
    String revision = metadata.getOrDefault("dubbo.metadata.revision", "0");
    String text = configuration.get(revision);
    if (revision.equals("0")
        || text == null
        || !"remote".equals(metadata.get("dubbo.metadata.storage-type"))) {
      return List.of();
    }
    List<Address> addresses = new ArrayList<>();
    for (JsonNode service : json(text).path("services")) {
      if (!service.has("params") || !service.has("protocol")) {
        throw new NullPointerException("the consumer does not start");
      }
      String protocol = service.path("protocol").asText();
      if (service.path("path").asText().equals(interfaceName)
          && service.path("name").asText().equals(interfaceName)
          && service.path("version").asText().equals(version)
          && service.path("group").asText().equals(group)) {
        Map<String, String> params = new TreeMap<>();
        service
            .path("params")
            .fields()
            .forEachRemaining(each -> params.put(each.getKey(), each.getValue().asText()));
        Address address =
            new Address(
                ip,
                port(service.path("port").asInt(), protocol, port, metadata),
                protocol,
                params,
                metadata);
        if (address.isTaken()) {
          addresses.add(address);
        }
      }
    }
    return addresses;
  }

  private static int port(int own, String protocol, int port, Map<String, String> metadata) {
    if (own > 0) {
      return own;
    }
    for (JsonNode endpoint : json(metadata.getOrDefault("dubbo.endpoints", "[]"))) {
      if (endpoint.path("protocol").asText().equals(protocol)) {
        return endpoint.path("port").asInt();
      }
    }
    return port;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }
}
