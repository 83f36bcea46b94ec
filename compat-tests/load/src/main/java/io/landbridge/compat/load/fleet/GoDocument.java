package io.landbridge.compat.load.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.load.fleet.ApplicationDocument.Offer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a process of dubbo-go 3.3.2 writes to the configuration centre. When it was exported is
 * among the parameters of each service, and its revision is a hash over those: each process has a
 * document of its own.
 *
 * @param application what its application offers, as this process exported it; without groups
 * @param exported when, seconds since 1970
 */
public record GoDocument(ApplicationDocument application, long exported) {

  private static final String METHODS = "methods";

  /** Adds the time of the export to what the application offers. */
  public GoDocument {
    application =
        new ApplicationDocument(
            application.application(),
            application.offers().stream().map(offer -> exported(offer, exported)).toList());
  }

  private static Offer exported(Offer offer, long exported) {
    SortedMap<String, String> parameters = new TreeMap<>((Map<String, String>) offer.parameters());
    parameters.put("timestamp", Long.toString(exported));
    return new Offer(
        offer.interfaceName(), offer.version(), offer.protocol(), offer.port(), parameters);
  }

  /** The hash of it by dubbo-go's rule: SHA-512, services in order of their keys. */
  public String revision() {
    StringBuilder text = new StringBuilder(application.application());
    application
        .byKey()
        .values()
        .forEach(
            offer -> {
              SortedMap<String, String> parameters = offer.parameters();
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
    return Digests.hex("SHA-512", text.toString());
  }

  /** The content of the configuration. */
  public String json() {
    ObjectNode document = application.document(revision());
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
}
