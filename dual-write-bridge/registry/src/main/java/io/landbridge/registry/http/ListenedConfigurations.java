package io.landbridge.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.registry.RegistryException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the clients at an address listen to in the configuration centre, on all members, as every
 * version of the HTTP API with plugins tells it.
 */
public final class ListenedConfigurations {

  private static final String PUBLIC = "public";

  private ListenedConfigurations() {}

  /**
   * A configuration.
   *
   * @param namespace the id of its namespace
   */
  public record Listened(String dataId, String group, String namespace) {}

  /**
   * Asks.
   *
   * @param version the version of the server
   * @param ip the address of clients
   */
  public static List<Listened> of(ServerClient client, String version, String ip)
      throws RegistryException {
    boolean three = version.startsWith("3.");
    Answer answer =
        client.get(
            three ? "/v3/admin/cs/listener" : "/v1/cs/listener", Map.of("ip", ip, "all", "true"));
    JsonNode json = answer.requireJson();
    JsonNode status =
        three ? json.path("data").path("listenersStatus") : json.path("lisentersGroupkeyStatus");
    if (three && json.path("code").asInt(-1) != 0) {
      throw answer.unexpected("not a list of listeners");
    }
    List<Listened> listened = new ArrayList<>();
    status.fieldNames().forEachRemaining(key -> listened.add(read(key)));
    return listened;
  }

  /** {@code dataId+group[+namespace]}, each with {@code +} and {@code %} escaped. */
  private static Listened read(String key) {
    String[] parts = key.split("\\+", -1);
    String namespace = parts.length > 2 ? decoded(parts[2]) : "";
    return new Listened(
        decoded(parts[0]),
        parts.length > 1 ? decoded(parts[1]) : "",
        namespace.isEmpty() ? PUBLIC : namespace);
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Not escaped as it should be: what stands there is as good a name as any.
      return part;
    }
  }
}
