package io.landbridge.registry.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.admin.AdminPaths;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.LogText;
import io.landbridge.registry.Namespaces;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the plugin for the bridge to a legacy cluster; fails as {@link PluginClient} does. Every
 * call asks the server it names, and no other in its place: what differs is known to the active
 * member alone. Safe for use by several threads at once.
 */
public final class PluginBridgeClient {

  private static final String PATH = AdminPaths.ROOT + AdminPaths.BRIDGE;
  private static final Duration PROBE = Duration.ofSeconds(10);
  private static final int PART = 1_000;

  private final ServerClient client;

  /**
   * Makes a client.
   *
   * @param client reaches the cluster
   */
  public PluginBridgeClient(ServerClient client) {
    this.client = client;
  }

  /** How the bridge stands. */
  public PluginBridge status(ServerAddress server) throws RegistryException {
    return bridge(client.only(server).get(PATH, Map.of()));
  }

  /**
   * The namespaces of the legacy cluster's instances that this cluster shows. No server lists one
   * of them that nobody made. Any member knows them.
   *
   * @return none while nothing is shown, and from a plugin that does not say them
   */
  public Namespaces shown(ServerAddress server) throws RegistryException {
    Answer answer = client.only(server).get(PATH, Map.of());
    return bridge(answer).phase().exports()
        ? Namespaces.listed(
            PluginAnswers.texts(PluginClient.data(answer).path("imported").path("namespaces")))
        : Namespaces.NONE;
  }

  /** As the member that imports knows it; as this server does, while there is none. */
  public PluginBridge activeStatus(ServerAddress server) throws RegistryException {
    PluginBridge known = status(server);
    if (known.active().isEmpty()) {
      return known;
    }
    ServerAddress active =
        server
            .findSibling(known.active())
            .orElseThrow(
                () ->
                    new RegistryException(
                        RegistryException.Kind.UNREACHABLE,
                        "the member that runs the bridge has no usable address: "
                            + LogText.of(known.active()),
                        server.toString(),
                        "correct conf/cluster.conf"));
    return active.equals(server) ? known : status(active);
  }

  /** Goes to a phase; doing so again changes nothing. */
  public PluginBridge go(ServerAddress server, BridgePhase phase) throws RegistryException {
    return change(server, Map.of("phase", phase.name()));
  }

  /** Begins to read a legacy cluster. */
  public PluginBridge begin(ServerAddress server, List<String> legacy, String username)
      throws RegistryException {
    Map<String, String> wanted =
        Map.of(
            "phase", BridgePhase.SHADOW.name(),
            "servers", String.join(",", legacy),
            "username", username);
    // It tries to reach each of them before it answers.
    return bridge(client.only(server).patient(PROBE.multipliedBy(legacy.size())).put(PATH, wanted));
  }

  /** Begins or ends a pause; doing so again changes nothing. */
  public PluginBridge pause(ServerAddress server, boolean paused) throws RegistryException {
    return change(server, Map.of("paused", String.valueOf(paused)));
  }

  private PluginBridge change(ServerAddress server, Map<String, String> wanted)
      throws RegistryException {
    return bridge(client.only(server).put(PATH, wanted));
  }

  private static PluginBridge bridge(Answer answer) throws RegistryException {
    JsonNode data = PluginClient.data(answer);
    JsonNode imported = data.path("imported");
    JsonNode legacy = data.path("legacy");
    JsonNode export = data.path("export");
    JsonNode comparison = data.path("comparison");
    try {
      return new PluginBridge(
          answer.server(),
          BridgePhase.valueOf(data.path("phase").asText()),
          data.path("paused").asBoolean(),
          PluginAnswers.texts(data.path("servers")),
          data.path("username").asText(),
          data.path("since").asLong(),
          data.path("epoch").asLong(),
          data.path("origin").asText(),
          data.path("active").asText(),
          data.path("firstSync").asLong(),
          imported.path("services").asInt(),
          imported.path("instances").asInt(),
          data.path("absent").asInt(),
          legacy.path("services").asInt(),
          legacy.path("instances").asInt(),
          legacy.path("exported").asInt(),
          legacy.path("others").asInt(),
          legacy.path("lagMillis").asLong(-1),
          export.path("instances").asInt(),
          export.path("waiting").asInt(),
          data.path("held").asInt(),
          comparison.path("services").asInt(),
          comparison.path("differing").asInt(),
          comparison.path("equalSince").asLong(),
          data.path("differences").asInt(),
          data.path("lasting").asInt(),
          PluginAnswers.texts(data.path("problems")));
    } catch (IllegalArgumentException e) {
      throw answer.unexpected("unknown phase: " + data.path("phase").asText());
    }
  }

  /**
   * What is not the same in both clusters.
   *
   * @param server the active member
   * @param most how many are wanted
   */
  public List<PluginBridgeDifference> differences(ServerAddress server, int most)
      throws RegistryException {
    List<PluginBridgeDifference> differences = new ArrayList<>();
    Map<String, String> parameters = new HashMap<>();
    String cursor = "";
    do {
      parameters.put("limit", String.valueOf(Math.min(PART, most - differences.size())));
      Answer answer = client.only(server).get(AdminPaths.ROOT + AdminPaths.DIFFERENCES, parameters);
      for (JsonNode each : PluginClient.data(answer)) {
        differences.add(difference(each));
      }
      cursor = PluginClient.next(answer, cursor);
      parameters.put("cursor", cursor);
    } while (!cursor.isEmpty() && differences.size() < most);
    return List.copyOf(differences);
  }

  private static PluginBridgeDifference difference(JsonNode node) {
    return new PluginBridgeDifference(
        node.path("namespace").asText(),
        node.path("group").asText(),
        node.path("service").asText(),
        node.path("cluster").asText(),
        node.path("ip").asText(),
        node.path("port").asInt(),
        node.path("field").asText(),
        node.path("here").asText(),
        node.path("there").asText(),
        node.path("reason").asText(),
        node.path("lasting").asBoolean());
  }
}
