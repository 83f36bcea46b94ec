package io.landbridge.registry.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Asks the plugin of a cluster, over the admin API it adds to every server.
 *
 * <p>Besides the kinds every request has, calls fail with {@link Kind#PLUGIN_MISSING} where the
 * server has no plugin, {@link Kind#UNAVAILABLE} where the plugin is off or its group has no
 * leader, {@link Kind#NOT_FOUND} for an application it does not know and {@link Kind#CONFLICT}
 * where the application's state forbids it. Safe for use by several threads at once.
 */
public final class PluginClient {

  private static final String BASE = "/landbridge/v1";

  private final ServerClient client;

  /**
   * Makes a client.
   *
   * @param client reaches the cluster
   */
  public PluginClient(ServerClient client) {
    this.client = client;
  }

  /** The status of the plugin of one server, not of another one in its place. */
  public PluginStatus status(ServerAddress server) throws RegistryException {
    Answer answer = client.only(server).get(BASE + "/status", Map.of());
    if (answer.status() != 200 && answer.status() != 401 && answer.status() != 403) {
      throw missing(answer);
    }
    JsonNode data = data(answer);
    JsonNode catalog = data.path("catalog");
    List<PluginStatus.Untranslatable> untranslatable = new ArrayList<>();
    for (JsonNode each : data.path("untranslatable")) {
      untranslatable.add(
          new PluginStatus.Untranslatable(
              each.path("kind").asText(),
              each.path("namespace").asText(),
              each.path("group").asText(),
              each.path("service").asText(),
              each.path("address").asText(),
              each.path("detail").asText()));
    }
    return new PluginStatus(
        server,
        data.path("state").asText(),
        data.path("reason").asText(""),
        data.path("pluginVersion").asText(),
        data.path("server").asText(),
        data.path("member").asText(),
        data.path("leader").asBoolean(),
        data.path("ready").asBoolean(),
        catalog.isObject()
            ? new PluginStatus.CatalogStatus(
                catalog.path("applied").asLong(),
                catalog.path("digest").asText(),
                catalog.path("applications").asInt(),
                catalog.path("instances").asInt(),
                catalog.path("documents").asInt())
            : null,
        untranslatable,
        data.path("untranslatableTotal").asInt());
  }

  /** All applications of all namespaces, sorted. */
  public List<PluginApplication> applications() throws RegistryException {
    Answer answer = client.get(BASE + "/applications", Map.of());
    List<PluginApplication> applications = new ArrayList<>();
    for (JsonNode each : data(answer)) {
      applications.add(application(answer, each));
    }
    return List.copyOf(applications);
  }

  /** One application. */
  public PluginApplication application(ApplicationKey key) throws RegistryException {
    Answer answer = client.get(BASE + "/application", names(key));
    return application(answer, data(answer));
  }

  /**
   * Switches the translation of an application on or off; doing so again changes nothing.
   *
   * @return the application once the switch was committed; what it entails may still be under way
   */
  public PluginApplication switchTranslation(ApplicationKey key, boolean enabled)
      throws RegistryException {
    Answer answer =
        client.put(
            BASE + "/translation",
            Map.of(
                "namespace", key.namespace().value(),
                "application", key.name().value(),
                "enabled", String.valueOf(enabled)));
    return application(answer, data(answer));
  }

  private static Map<String, String> names(ApplicationKey key) {
    return Map.of("namespace", key.namespace().value(), "application", key.name().value());
  }

  private static PluginApplication application(Answer answer, JsonNode node)
      throws RegistryException {
    try {
      return new PluginApplication(
          new ApplicationKey(
              NamespaceId.of(node.path("namespace").asText("")),
              new ApplicationName(node.path("application").asText(""))),
          TranslationState.valueOf(node.path("state").asText()),
          node.path("instances").asInt(),
          texts(node.path("interfaces")),
          texts(node.path("revisions")),
          texts(node.path("problems")),
          node.path("since").asLong());
    } catch (IllegalArgumentException e) {
      throw answer.unexpected(String.valueOf(e.getMessage()));
    }
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static JsonNode data(Answer answer) throws RegistryException {
    boolean ours = answer.json().map(json -> json.has("code") && json.has("data")).orElse(false);
    if (answer.status() == 404 && !ours) {
      throw missing(answer);
    }
    if (answer.status() != 200) {
      throw answer.failure();
    }
    if (!ours) {
      throw answer.unexpected("not the admin API of the plugin");
    }
    return answer.requireJson().path("data");
  }

  private static RegistryException missing(Answer answer) {
    return new RegistryException(
        Kind.PLUGIN_MISSING,
        "the server has no Landbridge plugin (status %d)".formatted(answer.status()),
        answer.server().toString(),
        "put the plugin's jar into the plugins directory of every server and restart them one by"
            + " one");
  }
}
