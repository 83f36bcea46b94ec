package io.landbridge.compat.load.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an application offers, as Dubbo 3 writes it to the configuration centre: data id the
 * application, group the revision.
 *
 * @param application its name
 * @param offers each service on each protocol
 */
public record ApplicationDocument(String application, List<Offer> offers) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies the list. */
  public ApplicationDocument {
    offers = List.copyOf(offers);
  }

  /**
   * One service on one protocol, without a group.
   *
   * @param interfaceName the Java interface, which is also the path
   * @param version of the service
   * @param protocol for example {@code dubbo}
   * @param port where
   * @param parameters of its URL
   */
  public record Offer(
      String interfaceName,
      String version,
      String protocol,
      int port,
      SortedMap<String, String> parameters) {

    /** Copies the parameters. */
    public Offer {
      parameters = new TreeMap<>((Map<String, String>) parameters);
    }

    String key() {
      return interfaceName + ":" + version + ":" + protocol;
    }

    /** The text of it that enters the hash. */
    private String description() {
      return key() + port + interfaceName + parameters;
    }
  }

  /** The hash of it by Dubbo's own rule (fact sheet, 2.4). */
  public String revision() {
    StringBuilder text = new StringBuilder(application);
    byKey().values().forEach(offer -> text.append(offer.description()));
    return Digests.hex("MD5", text.toString());
  }

  /** The content of the configuration. */
  public String json() {
    return document(revision()).toString();
  }

  /** The same with another revision, to be added to. */
  ObjectNode document(String revision) {
    ObjectNode document = JSON.createObjectNode();
    document.put("app", application);
    document.put("revision", revision);
    ObjectNode services = document.putObject("services");
    byKey()
        .forEach(
            (key, offer) -> {
              ObjectNode service = services.putObject(key);
              service.put("name", offer.interfaceName());
              service.put("version", offer.version());
              service.put("protocol", offer.protocol());
              service.put("port", offer.port());
              service.put("path", offer.interfaceName());
              ObjectNode parameters = service.putObject("params");
              offer.parameters().forEach(parameters::put);
            });
    return document;
  }

  /**
   * What a process of the application registers, in the service named after it.
   *
   * @param started milliseconds since 1970
   */
  public SortedMap<String, String> instanceMetadata(long started) {
    SortedMap<Integer, String> protocols = new TreeMap<>();
    offers.forEach(offer -> protocols.put(offer.port(), offer.protocol()));
    StringBuilder endpoints = new StringBuilder();
    protocols.forEach(
        (port, protocol) ->
            endpoints
                .append(endpoints.length() == 0 ? "[" : ",")
                .append("{\"port\":%d,\"protocol\":\"%s\"}".formatted(port, protocol)));
    SortedMap<String, String> metadata = new TreeMap<>();
    metadata.put("dubbo.endpoints", endpoints.append(']').toString());
    metadata.put("dubbo.metadata.revision", revision());
    metadata.put("dubbo.metadata.storage-type", "remote");
    metadata.put("meta-v", "2.0.0");
    metadata.put("timestamp", Long.toString(started));
    return metadata;
  }

  /** What it offers, in the order of both rules. */
  SortedMap<String, Offer> byKey() {
    SortedMap<String, Offer> sorted = new TreeMap<>();
    offers.forEach(offer -> sorted.put(offer.key(), offer));
    return sorted;
  }
}
