package io.landbridge.compat.load.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a process of dubbo-go 3.3.2 writes to the configuration centre. When it was exported is
 * among the parameters of each service, and its revision is a hash over those: each process has a
 * document of its own.
 *
 * @param application what its application offers; without groups
 * @param exported when, seconds since 1970
 */
public record GoDocument(ApplicationDocument application, long exported) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String METHODS = "methods";

  /** The hash of it by dubbo-go's rule: SHA-512, services in order of their keys. */
  public String revision() {
    StringBuilder text = new StringBuilder(application.application());
    byKey()
        .values()
        .forEach(
            offer -> {
              SortedMap<String, String> parameters = parameters(offer);
              String[] methods = parameters.getOrDefault(METHODS, "").split(",", -1);
              Arrays.sort(methods);
              List<String> others =
                  parameters.entrySet().stream()
                      .filter(each -> !each.getKey().equals(METHODS))
                      .map(Map.Entry::toString)
                      .toList();
              text.append(
                  String.join(
                      "|",
                      offer.interfaceName(),
                      "",
                      offer.version(),
                      offer.protocol(),
                      Integer.toString(offer.port()),
                      offer.interfaceName(),
                      String.join("&", others),
                      String.join(",", methods)));
            });
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-512")
                  .digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-512", e);
    }
  }

  /** The content of the configuration. */
  public String json() {
    ObjectNode document = JSON.createObjectNode();
    document.put("app", application.application());
    document.put("revision", revision());
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
              parameters(offer).forEach(parameters::put);
            });
    document.put("lastUpdatedTime", exported * 1_000);
    return document.toString();
  }

  /**
   * What the process registers, in the service named after its application.
   *
   * @param address its IP address and port
   */
  public SortedMap<String, String> instanceMetadata(String address) {
    SortedMap<String, String> metadata =
        new TreeMap<>((Map<String, String>) application.instanceMetadata(exported));
    metadata.remove("meta-v");
    metadata.remove("timestamp");
    metadata.put("dubbo.metadata.revision", revision());
    metadata.put("dubbo.subscribed-services.revision", "0");
    metadata.put("id", address);
    metadata.put("registry.id", "nacos");
    return metadata;
  }

  private SortedMap<String, String> parameters(ApplicationDocument.Offer offer) {
    SortedMap<String, String> parameters = new TreeMap<>((Map<String, String>) offer.parameters());
    parameters.put("timestamp", Long.toString(exported));
    return parameters;
  }

  private SortedMap<String, ApplicationDocument.Offer> byKey() {
    SortedMap<String, ApplicationDocument.Offer> sorted = new TreeMap<>();
    application.offers().forEach(offer -> sorted.put(offer.key(), offer));
    return sorted;
  }
}
