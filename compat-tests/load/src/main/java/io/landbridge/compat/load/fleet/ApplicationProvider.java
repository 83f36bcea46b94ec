package io.landbridge.compat.load.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.load.wire.Instance;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A process on Dubbo 3.3 that registers its application alone and keeps the document of what it
 * serves in the configuration centre.
 *
 * @param application its name, which is that of the service it registers in
 * @param ip its address
 * @param port of the dubbo protocol
 * @param started when it started, milliseconds since 1970
 * @param interfaces what it offers, each {@code interface}, {@code interface:version} or {@code
 *     interface:version:group}
 */
public record ApplicationProvider(
    String application, String ip, int port, long started, List<String> interfaces) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies the list. */
  public ApplicationProvider {
    interfaces = List.copyOf(interfaces);
  }

  /** The instance it registers. */
  public Instance registration() {
    return Instance.of(
        ip,
        port,
        Map.of(
            "dubbo.endpoints", "[{\"port\":%d,\"protocol\":\"dubbo\"}]".formatted(port),
            "dubbo.metadata.revision", revision(),
            "dubbo.metadata.storage-type", "remote",
            "meta-v", "2.0.0",
            "timestamp", Long.toString(started)));
  }

  /**
   * The name of its document, which is the configuration {@code dataId=application,
   * group=revision}: the hash that Dubbo has computed since 3.1.1.
   */
  public String revision() {
    StringBuilder text = new StringBuilder(application);
    services()
        .forEach(
            (key, service) ->
                text.append(key)
                    .append(port)
                    .append(service.interfaceName())
                    .append(service.parameters()));
    return Digests.hex("MD5", text.toString());
  }

  /** Its document, as Dubbo writes it. */
  public String document() {
    ObjectNode document = JSON.createObjectNode();
    document.put("app", application);
    document.put("revision", revision());
    ObjectNode all = document.putObject("services");
    services()
        .forEach(
            (key, service) -> {
              ObjectNode entry = all.putObject(key);
              entry.put("name", service.interfaceName());
              if (!service.group().isEmpty()) {
                entry.put("group", service.group());
              }
              if (!service.version().isEmpty()) {
                entry.put("version", service.version());
              }
              entry.put("protocol", "dubbo");
              entry.put("port", port);
              entry.put("path", service.interfaceName());
              ObjectNode parameters = entry.putObject("params");
              service.parameters().forEach(parameters::put);
            });
    return document.toString();
  }

  private SortedMap<String, Service> services() {
    SortedMap<String, Service> services = new TreeMap<>();
    for (String each : interfaces) {
      String[] parts = (each + "::").split(":", -1);
      Service service = new Service(application, parts[0], parts[1], parts[2]);
      services.put(service.key(), service);
    }
    return services;
  }

  /** One interface it offers; absent parts are empty. */
  private record Service(String application, String interfaceName, String version, String group) {

    String key() {
      return (group.isEmpty() ? "" : group + "/")
          + interfaceName
          + (version.isEmpty() ? "" : ":" + version)
          + ":dubbo";
    }

    SortedMap<String, String> parameters() {
      SortedMap<String, String> parameters = new TreeMap<>(DubboLine.DUBBO_3.parameters());
      parameters.put("application", application);
      parameters.put("deprecated", "false");
      parameters.put("dubbo", "2.0.2");
      parameters.put("dynamic", "true");
      parameters.put("generic", "false");
      parameters.put("interface", interfaceName);
      parameters.put("metadata-type", "remote");
      parameters.put("methods", "add,find,hello,list");
      parameters.put("side", "provider");
      if (!version.isEmpty()) {
        parameters.put("version", version);
        parameters.put("revision", version);
      }
      if (!group.isEmpty()) {
        parameters.put("group", group);
      }
      return parameters;
    }
  }
}
