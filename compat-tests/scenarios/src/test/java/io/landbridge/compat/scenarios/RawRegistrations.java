package io.landbridge.compat.scenarios;

import io.landbridge.compat.cluster.NacosApi;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;

/**
 * Registrations written over plain HTTP, with the metadata that Dubbo 2.6 and 2.7 providers and
 * consumers were seen to write. Nobody beats for them; they ask for a long patience instead.
 */
final class RawRegistrations {

  private static final Map<String, String> PATIENCE =
      Map.of(
          "preserved.heart.beat.timeout", "3600000",
          "preserved.ip.delete.timeout", "3600000");

  /** The same as the metadata of a registration. */
  static final String PATIENT = json(PATIENCE);

  private final NacosApi api;
  private final String namespace;

  RawRegistrations(NacosApi api, String namespace) {
    this.api = api;
    this.namespace = namespace;
  }

  void provider27(String application, String service, String ip, int port) {
    String[] name = (service + "::").split(":", -1);
    Map<String, String> metadata = provider(application, name[0], name[1], name[2]);
    metadata.put("path", name[0]);
    metadata.put("release", "2.7.23");
    metadata.put("pid", "23956");
    register("providers:" + name[0] + ":" + name[1] + ":" + name[2], ip, port, metadata);
  }

  /** Leaves out empty parts of the name together with their colon, the path and the release. */
  void provider26(String application, String service, String ip, int port) {
    String[] name = (service + "::").split(":", -1);
    Map<String, String> metadata = provider(application, name[0], name[1], name[2]);
    metadata.put("pid", "20835");
    register("providers:" + service, ip, port, metadata);
  }

  void consumer(String application, String interfaceName) {
    register(
        "consumers:" + interfaceName + "::",
        "10.0.9.9",
        0,
        new HashMap<>(
            Map.of(
                "application", application,
                "interface", interfaceName,
                "category", "consumers",
                "protocol", "consumer",
                "side", "consumer")));
  }

  /**
   * A Dubbo 3 provider of one service without version and group that registers its application
   * alone and keeps its document in the configuration centre.
   *
   * @param params what the document says of the service
   * @return the revision
   */
  String provider3(
      String application, String service, String ip, int port, SortedMap<String, String> params) {
    String entry = service + ":dubbo";
    String revision = md5(application + entry + port + service + params);
    String document =
        "{\"app\":%s,\"revision\":%s,\"services\":{%s:{\"name\":%s,\"protocol\":\"dubbo\",\"port\":%d,\"path\":%s,\"params\":%s}}}"
            .formatted(
                quoted(application),
                quoted(revision),
                quoted(entry),
                quoted(service),
                port,
                quoted(service),
                json(params));
    configuration(application, revision, document);
    register(
        application,
        ip,
        port,
        Map.of(
            "dubbo.metadata.revision",
            revision,
            "dubbo.metadata.storage-type",
            "remote",
            "dubbo.endpoints",
            "[{\"port\":%d,\"protocol\":\"dubbo\"}]".formatted(port),
            "timestamp",
            "1795176524665"));
    return revision;
  }

  /** Writes a configuration, whatever it was. */
  void configuration(String dataId, String group, String content) {
    boolean three = api.version().line() == 3;
    NacosApi.Answer answer =
        api.post(
            three ? "/v3/admin/cs/config" : "/v1/cs/configs",
            Map.of(
                "dataId",
                dataId,
                three ? "groupName" : "group",
                group,
                three ? "namespaceId" : "tenant",
                three || !namespace.equals("public") ? namespace : "",
                "content",
                content));
    if (!answer.ok()) {
      throw new IllegalStateException(dataId + " was not written: " + answer);
    }
  }

  static String md5(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every platform has it", e);
    }
  }

  private static Map<String, String> provider(
      String application, String interfaceName, String version, String group) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put("application", application);
    metadata.put("interface", interfaceName);
    metadata.put("version", version);
    metadata.put("group", group);
    metadata.put("protocol", "dubbo");
    metadata.put("category", "providers");
    metadata.put("side", "provider");
    metadata.put("dubbo", "2.0.2");
    metadata.put("methods", "hello,add");
    metadata.put("timestamp", "1795176524665");
    metadata.values().removeIf(String::isEmpty);
    return metadata;
  }

  /** Registers as is. */
  void register(String service, String ip, int port, Map<String, String> metadata) {
    register(service, ip, port, true, metadata);
  }

  /** Registers as is, in the state in which an operator takes an instance out of service. */
  void disabled(String service, String ip, int port, Map<String, String> metadata) {
    register(service, ip, port, false, metadata);
  }

  /** Takes a registration back, whoever made it. */
  void deregister(String service, String ip, int port) {
    NacosApi.Answer answer = api.delete("/v1/ns/instance", address(service, ip, port));
    if (!answer.ok()) {
      throw new IllegalStateException(service + " was not deregistered: " + answer);
    }
  }

  private Map<String, String> address(String service, String ip, int port) {
    return Map.of(
        "serviceName",
        service,
        "groupName",
        "DEFAULT_GROUP",
        "namespaceId",
        namespace,
        "ip",
        ip,
        "port",
        String.valueOf(port),
        "ephemeral",
        "true");
  }

  private void register(
      String service, String ip, int port, boolean enabled, Map<String, String> metadata) {
    Map<String, String> all = new HashMap<>(PATIENCE);
    all.putAll(metadata);
    Map<String, String> form = new HashMap<>(address(service, ip, port));
    form.put("enabled", String.valueOf(enabled));
    form.put("metadata", json(all));
    NacosApi.Answer answer = api.post("/v1/ns/instance", form);
    if (!answer.ok()) {
      throw new IllegalStateException(service + " was not registered: " + answer);
    }
  }

  static String json(Map<String, String> metadata) {
    StringBuilder text = new StringBuilder();
    metadata.forEach(
        (key, value) -> {
          text.append(text.length() == 0 ? "{" : ",");
          text.append(quoted(key)).append(':').append(quoted(value));
        });
    return text.length() == 0 ? "{}" : text.append('}').toString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char each : text.toCharArray()) {
      quoted.append(
          each < ' ' || each == '"' || each == '\\'
              ? "\\u%04x".formatted((int) each)
              : String.valueOf(each));
    }
    return quoted.append('"').toString();
  }
}
