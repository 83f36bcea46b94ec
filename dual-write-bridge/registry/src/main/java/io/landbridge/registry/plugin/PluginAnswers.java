package io.landbridge.registry.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what the admin API of the plugin answers. Pure. */
final class PluginAnswers {

  private PluginAnswers() {}

  /** The status of the plugin of a server. */
  static PluginStatus status(ServerAddress server, JsonNode data) {
    JsonNode catalog = data.path("catalog");
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
        data.path("untranslatableTotal").asInt(),
        data.path("suspension").path("suspended").asBoolean(),
        new PluginStatus.Held(
            data.path("held").path("applications").asInt(),
            data.path("held").path("instances").asInt()),
        data.path("entries").path("damaged").asLong(),
        data.path("entries").path("refused").asLong());
  }

  /** Whether a server's answers have nothing derived. */
  static PluginSuspension suspension(JsonNode data) {
    return new PluginSuspension(
        data.path("suspended").asBoolean(),
        data.path("since").asLong(),
        data.path("durable").asBoolean());
  }

  /** The entry at which the plugin has stopped; empty while it follows. */
  static Optional<PluginStoppedEntry> stoppedEntry(JsonNode entries) {
    JsonNode stopped = entries.path("stopped");
    return stopped.isObject()
        ? Optional.of(
            new PluginStoppedEntry(
                stopped.path("entry").asLong(),
                stopped.path("sha256").asText(),
                stopped.path("reason").asText(),
                texts(stopped.path("agreed")),
                stopped.path("skipped").asBoolean()))
        : Optional.empty();
  }

  /** Whether entries must be signed. */
  static PluginSignatures signatures(JsonNode node) {
    return new PluginSignatures(node.path("required").asText(), node.path("own").asText());
  }

  /** The plugin's group. */
  static PluginGroup group(JsonNode data) {
    List<PluginGroup.ListedMember> members = new ArrayList<>();
    for (JsonNode each : data.path("members")) {
      members.add(
          new PluginGroup.ListedMember(
              each.path("member").asText(),
              each.path("up").asBoolean(),
              each.path("announced").asBoolean(),
              texts(each.path("list"))));
    }
    List<PluginGroup.ServerGroup> serverGroups = new ArrayList<>();
    for (JsonNode each : data.path("serverGroups")) {
      serverGroups.add(
          new PluginGroup.ServerGroup(
              each.path("name").asText(),
              each.path("leads").asBoolean(),
              each.path("term").asLong(),
              texts(each.path("peers"))));
    }
    return new PluginGroup(
        data.path("member").asText(),
        data.path("leader").asText(),
        data.path("term").asLong(),
        texts(data.path("peers")),
        texts(data.path("alive")),
        members,
        data.path("applied").asLong(),
        data.path("snapshot").asLong(),
        data.path("freeBytes").asLong(-1),
        data.path("now").asLong(),
        data.path("reconcile").asBoolean(),
        serverGroups);
  }

  /** A page of a backup. */
  static PluginBackupPage backupPage(JsonNode data) {
    List<PluginBackupEntry> entries = new ArrayList<>();
    for (JsonNode each : data.path("entries")) {
      JsonNode enabled = each.path("enabled");
      entries.add(
          new PluginBackupEntry(
              each.path("namespace").asText(),
              each.path("application").asText(),
              enabled.isBoolean() ? enabled.asBoolean() : null,
              each.path("instances").asInt(),
              each.path("publications").asInt(),
              each.path("documents").asInt(),
              each.path("entry").asText()));
    }
    return new PluginBackupPage(
        data.path("member").asText(),
        data.path("applied").asLong(),
        data.path("digest").asText(),
        entries,
        data.path("next").asText());
  }

  /** What became of an entry that was put back. */
  static PluginRestoreOutcome restoreOutcome(JsonNode data) {
    return new PluginRestoreOutcome(
        counts(data.path("instances")),
        counts(data.path("publications")),
        counts(data.path("switches")));
  }

  private static PluginRestoreOutcome.Counts counts(JsonNode node) {
    return new PluginRestoreOutcome.Counts(
        node.path("added").asInt(), node.path("same").asInt(), node.path("kept").asInt());
  }

  /** A configuration. */
  static PluginConfiguration configuration(JsonNode data) {
    return new PluginConfiguration(
        data.path("exists").asBoolean()
            ? Optional.of(data.path("content").asText())
            : Optional.empty(),
        data.path("written").asBoolean());
  }

  /** A client that subscribed. */
  static PluginConsumer consumer(JsonNode node) {
    return new PluginConsumer(
        node.path("namespace").asText(),
        node.path("group").asText(),
        node.path("service").asText(),
        node.path("level").asText(),
        node.path("serviceInterface").asText(),
        node.path("ip").asText(),
        node.path("port").asInt(),
        node.path("protocol").asText(),
        node.path("client").asText(),
        node.path("app").asText(),
        node.path("application").asText(),
        node.path("provides").asBoolean());
  }

  /** What cannot be translated. */
  static PluginLoss loss(JsonNode node) {
    return new PluginLoss(
        node.path("kind").asText(),
        node.path("namespace").asText(),
        node.path("group").asText(),
        node.path("service").asText(),
        node.path("address").asText(),
        node.path("detail").asText(),
        node.path("application").asText());
  }

  static PluginInstance instance(JsonNode node) {
    Map<String, String> attributes = new TreeMap<>();
    node.path("attributes")
        .fields()
        .forEachRemaining(each -> attributes.put(each.getKey(), each.getValue().asText()));
    return new PluginInstance(
        node.path("group").asText(),
        node.path("ip").asText(),
        node.path("port").asInt(),
        node.path("revision").asText(),
        attributes);
  }

  /** Which applications changed. */
  static PluginChanges changes(Answer answer, JsonNode data) throws RegistryException {
    List<PluginChanges.Change> changes = new ArrayList<>();
    for (JsonNode each : data.path("changes")) {
      changes.add(new PluginChanges.Change(key(answer, each), each.path("applied").asLong()));
    }
    return new PluginChanges(
        data.path("applied").asLong(), data.path("reset").asBoolean(), changes);
  }

  /** The digest of a member's catalog. */
  static MemberDigest digest(ServerAddress server, JsonNode data) {
    return new MemberDigest(
        server,
        data.path("member").asText(),
        data.path("applied").asLong(),
        data.path("digest").asText());
  }

  /** A metadata document. */
  static PluginDocument document(JsonNode data) {
    List<PluginDocument.Service> services = new ArrayList<>();
    for (JsonNode each : data.path("services")) {
      SortedMap<String, String> params = new TreeMap<>();
      each.path("params")
          .fields()
          .forEachRemaining(param -> params.put(param.getKey(), param.getValue().asText()));
      services.add(
          new PluginDocument.Service(
              each.path("name").asText(),
              each.path("group").asText(),
              each.path("version").asText(),
              each.path("protocol").asText(),
              each.path("port").asInt(-1),
              each.path("path").asText(),
              params));
    }
    return new PluginDocument(
        data.path("revision").asText(), data.path("application").asText(), services);
  }

  /** An application. */
  static PluginApplication application(Answer answer, JsonNode node) throws RegistryException {
    try {
      return new PluginApplication(
          key(answer, node),
          TranslationState.valueOf(node.path("state").asText()),
          node.path("instances").asInt(),
          node.path("imported").asInt(),
          texts(node.path("interfaces")),
          texts(node.path("revisions")),
          texts(node.path("problems")),
          node.path("forced").asBoolean(),
          node.path("since").asLong(),
          audience(node.path("showTo").asText()));
    } catch (IllegalArgumentException e) {
      throw answer.unexpected(String.valueOf(e.getMessage()));
    }
  }

  /** Plugins that know of no audience show everybody. */
  private static Audience audience(String text) {
    return text.isEmpty() ? Audience.WHOLE : Audience.parse(text, "");
  }

  private static ApplicationKey key(Answer answer, JsonNode node) throws RegistryException {
    try {
      return new ApplicationKey(
          NamespaceId.of(node.path("namespace").asText("")),
          new ApplicationName(node.path("application").asText("")));
    } catch (IllegalArgumentException e) {
      throw answer.unexpected(String.valueOf(e.getMessage()));
    }
  }

  /** The texts of a list. */
  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }
}
