package io.landbridge.registry.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.admin.AdminPaths;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Asks the plugin of a cluster, over the admin API it adds to every server.
 *
 * <p>Besides the kinds every request has, calls fail with {@link Kind#PLUGIN_MISSING} where the
 * server has no plugin, {@link Kind#UNAVAILABLE} where the plugin is off or its group has no
 * leader, {@link Kind#NOT_FOUND} for an application it does not know and {@link Kind#CONFLICT}
 * where the application's state forbids it. Safe for use by several threads at once.
 */
public final class PluginClient {

  private static final int MOST_IN_A_PART = 1000;

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
    Answer answer = client.only(server).get(AdminPaths.ROOT + AdminPaths.STATUS, Map.of());
    if (answer.status() != 200 && answer.status() != 401 && answer.status() != 403) {
      throw missing(answer);
    }
    return PluginAnswers.status(server, data(answer));
  }

  /**
   * Takes everything derived out of the answers of one server, not of another one in its place, or
   * lets it be shown again; doing so again changes nothing. Needs no leader.
   */
  public PluginSuspension suspend(ServerAddress server, boolean suspended)
      throws RegistryException {
    JsonNode data =
        data(
            client
                .only(server)
                .put(
                    AdminPaths.ROOT + AdminPaths.SUSPENSION,
                    Map.of("suspended", String.valueOf(suspended))));
    return PluginAnswers.suspension(data);
  }

  /** The entry of the log at which the plugin of one server has stopped; empty while it follows. */
  public Optional<PluginStoppedEntry> stoppedEntry(ServerAddress server) throws RegistryException {
    return PluginAnswers.stoppedEntry(
        data(client.only(server).get(AdminPaths.ROOT + AdminPaths.STATUS, Map.of()))
            .path("entries"));
  }

  /**
   * Has the plugin of one server agree to leave out the entry at which it has stopped; doing so
   * again changes nothing.
   *
   * @param without members whose agreement is not waited for because they are down
   */
  public Optional<PluginStoppedEntry> skipEntry(
      ServerAddress server, PluginStoppedEntry entry, List<String> without)
      throws RegistryException {
    return PluginAnswers.stoppedEntry(
        data(
            client
                .only(server)
                .put(
                    AdminPaths.ROOT + AdminPaths.SKIPPED_ENTRY,
                    Map.of(
                        "entry",
                        String.valueOf(entry.entry()),
                        "sha256",
                        entry.sha256(),
                        "without",
                        String.join(",", without)))));
  }

  /** Whether entries of the log must be signed. */
  public PluginSignatures signatures() throws RegistryException {
    return PluginAnswers.signatures(
        data(client.get(AdminPaths.ROOT + AdminPaths.GROUP, Map.of())).path("signatures"));
  }

  /**
   * Has entries of the log signed from now on, or not any more; doing so again changes nothing.
   *
   * @param dryRun only tell what would be so
   */
  public PluginSignatures requireSignatures(boolean required, boolean dryRun)
      throws RegistryException {
    return PluginAnswers.signatures(
        data(
            client.put(
                AdminPaths.ROOT + AdminPaths.SIGNATURES,
                Map.of("required", String.valueOf(required), "dryRun", String.valueOf(dryRun)))));
  }

  /** The plugin's group as one server sees it, not another one in its place. */
  public PluginGroup group(ServerAddress server) throws RegistryException {
    return PluginAnswers.group(
        data(client.only(server).get(AdminPaths.ROOT + AdminPaths.GROUP, Map.of())));
  }

  /**
   * A page of a backup of one server's catalog, not of another one's in its place.
   *
   * @param after what the page before ended with; empty for the first
   * @param stale whether it may lack what others have committed; only a leader can do otherwise
   */
  public PluginBackupPage backup(ServerAddress server, String after, boolean stale)
      throws RegistryException {
    JsonNode data =
        data(
            client
                .only(server)
                .get(
                    AdminPaths.ROOT + AdminPaths.BACKUP,
                    Map.of("after", after, "stale", String.valueOf(stale))));
    return PluginAnswers.backupPage(data);
  }

  /**
   * Puts an entry of a backup back; doing so again changes nothing.
   *
   * @param dryRun only tell what would become of it
   */
  public PluginRestoreOutcome restore(PluginBackupEntry entry, boolean dryRun)
      throws RegistryException {
    JsonNode data =
        data(
            client.put(
                AdminPaths.ROOT + AdminPaths.RESTORE,
                Map.of("dryRun", String.valueOf(dryRun)),
                entry.entry()));
    return PluginAnswers.restoreOutcome(data);
  }

  /**
   * Reads one of the configurations that migrating needs from the cluster's database, not from a
   * member's cache.
   *
   * @param group {@code DUBBO_SERVICEDISCOVERY_MIGRATION} or {@code LANDBRIDGE}
   */
  public PluginConfiguration configuration(NamespaceId namespace, String group, String dataId)
      throws RegistryException {
    return PluginAnswers.configuration(
        data(
            client.get(
                AdminPaths.ROOT + AdminPaths.CONFIGURATION,
                configurationNames(namespace, group, dataId))));
  }

  /**
   * Writes such a configuration if it still is what it was, and tells what it is now. A write that
   * was answered by nobody may have happened; reading tells.
   *
   * @param expected what it must be now; empty when there must be none
   */
  public PluginConfiguration replaceConfiguration(
      NamespaceId namespace, String group, String dataId, Optional<String> expected, String content)
      throws RegistryException {
    Map<String, String> parameters = new HashMap<>(configurationNames(namespace, group, dataId));
    parameters.put("expected", expected.map(PluginClient::sha256).orElse("absent"));
    return PluginAnswers.configuration(
        data(client.put(AdminPaths.ROOT + AdminPaths.CONFIGURATION, parameters, content)));
  }

  private static Map<String, String> configurationNames(
      NamespaceId namespace, String group, String dataId) {
    return Map.of("namespace", namespace.value(), "group", group, "dataId", dataId);
  }

  private static String sha256(String content) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(content.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** All applications of all namespaces, sorted. */
  public List<PluginApplication> applications() throws RegistryException {
    List<PluginApplication> applications = new ArrayList<>();
    String after = "";
    do {
      Answer answer =
          client.get(
              AdminPaths.ROOT + AdminPaths.APPLICATIONS,
              after.isEmpty() ? Map.of() : Map.of("after", after));
      JsonNode page = data(answer);
      for (JsonNode each : page) {
        applications.add(PluginAnswers.application(answer, each));
      }
      after = next(answer, after);
    } while (!after.isEmpty());
    return List.copyOf(applications);
  }

  /**
   * The clients that subscribed through one server, not through another one in its place.
   *
   * @param query whose
   */
  public List<PluginConsumer> consumers(ServerAddress server, PluginConsumerQuery query)
      throws RegistryException {
    return inParts(
        client.only(server), AdminPaths.CONSUMERS, query.parameters(), PluginAnswers::consumer);
  }

  /**
   * What the clients of one server registered and cannot be translated, or not fully; not of
   * another server in its place.
   */
  public List<PluginLoss> losses(ServerAddress server) throws RegistryException {
    return inParts(client.only(server), AdminPaths.LOSSES, Map.of(), PluginAnswers::loss);
  }

  private static <T> List<T> inParts(
      ServerClient from, String path, Map<String, String> query, Function<JsonNode, T> read)
      throws RegistryException {
    List<T> all = new ArrayList<>();
    Map<String, String> parameters = new HashMap<>(query);
    parameters.put("limit", String.valueOf(MOST_IN_A_PART));
    String after = "";
    do {
      Answer answer = from.get(AdminPaths.ROOT + path, parameters);
      for (JsonNode each : data(answer)) {
        all.add(read.apply(each));
      }
      after = next(answer, after);
      parameters.put("after", after);
    } while (!after.isEmpty());
    return List.copyOf(all);
  }

  /** What the next part of a list is asked for with; empty when there is none. */
  static String next(Answer answer, String before) throws RegistryException {
    JsonNode json = answer.requireJson();
    String next = json.path("next").asText("");
    if (!next.isEmpty() && (json.path("data").isEmpty() || next.equals(before))) {
      throw answer.unexpected("a part of a list that leads nowhere");
    }
    return next;
  }

  /**
   * Waits until an application changes; any server of the cluster may answer.
   *
   * @param since the {@link PluginChanges#applied} of the answer before, or of what was read
   * @param timeout how long to wait, at most a minute; then an answer without changes comes
   */
  public PluginChanges watch(long since, Duration timeout) throws RegistryException {
    Answer answer =
        client
            .patient(timeout)
            .get(
                AdminPaths.ROOT + AdminPaths.WATCH,
                Map.of(
                    "since", String.valueOf(since),
                    "timeoutMillis", String.valueOf(timeout.toMillis())));
    return PluginAnswers.changes(answer, data(answer));
  }

  /**
   * The digest of the catalog of one member.
   *
   * @param server the member, not another one in its place
   * @param at after how many applied entries, which may be a few more than the member has applied
   *     yet; empty for now
   */
  public MemberDigest digest(ServerAddress server, OptionalLong at) throws RegistryException {
    Answer answer =
        client
            .only(server)
            .get(
                AdminPaths.ROOT + AdminPaths.DIGESTS,
                at.isEmpty() ? Map.of() : Map.of("at", String.valueOf(at.getAsLong())));
    return PluginAnswers.digest(server, data(answer));
  }

  /**
   * The digests of all servers this client was given, at the same applied count: members whose
   * digests differ have diverged.
   *
   * @throws RegistryException if one of them cannot be asked, or does not get as far as the others
   */
  public List<MemberDigest> digests() throws RegistryException {
    long furthest = 0;
    for (ServerAddress server : client.servers()) {
      furthest = Math.max(furthest, digest(server, OptionalLong.empty()).applied());
    }
    List<MemberDigest> digests = new ArrayList<>();
    for (ServerAddress server : client.servers()) {
      digests.add(digest(server, OptionalLong.of(furthest)));
    }
    return List.copyOf(digests);
  }

  /**
   * A metadata document; of instances of all namespaces that have the same one.
   *
   * @return empty when the catalog has none of that revision
   */
  public Optional<PluginDocument> document(String revision) throws RegistryException {
    Answer answer = client.get(AdminPaths.ROOT + AdminPaths.DOCUMENT, Map.of("revision", revision));
    JsonNode data;
    try {
      data = data(answer);
    } catch (RegistryException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
    return Optional.of(PluginAnswers.document(data));
  }

  /** The instances of an application. */
  public List<PluginInstance> instances(ApplicationKey key) throws RegistryException {
    return inParts(client, AdminPaths.INSTANCES, names(key), PluginAnswers::instance);
  }

  /** One application. */
  public PluginApplication application(ApplicationKey key) throws RegistryException {
    Answer answer = client.get(AdminPaths.ROOT + AdminPaths.APPLICATION, names(key));
    return PluginAnswers.application(answer, data(answer));
  }

  /**
   * Switches the translation of an application on or off; doing so again changes nothing.
   *
   * @param force show it although foreign instances share its service name
   * @return the application once the switch was committed; what it entails may still be under way
   */
  public PluginApplication switchTranslation(ApplicationKey key, boolean enabled, boolean force)
      throws RegistryException {
    Answer answer =
        client.put(
            AdminPaths.ROOT + AdminPaths.TRANSLATION,
            Map.of(
                "namespace", key.namespace().value(),
                "application", key.name().value(),
                "enabled", String.valueOf(enabled),
                "force", String.valueOf(force)));
    return PluginAnswers.application(answer, data(answer));
  }

  /**
   * Switches the translation of an application on, and shows it to some consumers alone.
   *
   * @param audience which; its salt is taken where no share of the application was selected yet
   * @param force show it although foreign instances share its service name
   * @return the application once that was committed; what it entails may still be under way
   */
  public PluginApplication showTo(ApplicationKey key, Audience audience, boolean force)
      throws RegistryException {
    Map<String, String> parameters = new HashMap<>(names(key));
    parameters.put("showTo", audience.text());
    parameters.put("force", String.valueOf(force));
    if (!audience.salt().isEmpty()) {
      parameters.put("salt", audience.salt());
    }
    Answer answer = client.put(AdminPaths.ROOT + AdminPaths.AUDIENCE, parameters);
    JsonNode data;
    try {
      data = data(answer);
    } catch (RegistryException e) {
      throw e.kind() == Kind.PLUGIN_MISSING && hasPlugin(answer.server()) ? tooOld(answer) : e;
    }
    return PluginAnswers.application(answer, data);
  }

  private boolean hasPlugin(ServerAddress server) {
    try {
      var unused = status(server);
      return true;
    } catch (RegistryException e) {
      return false;
    }
  }

  /** The plugin is there, and was made before this could be asked of it. */
  private static RegistryException tooOld(Answer answer) {
    return new RegistryException(
        Kind.REFUSED,
        "the server's plugin is older than this command and cannot show an application to some"
            + " consumers first",
        answer.server().toString(),
        "install this version of the plugin on every member, and restart one after the other");
  }

  private static Map<String, String> names(ApplicationKey key) {
    return Map.of("namespace", key.namespace().value(), "application", key.name().value());
  }

  static JsonNode data(Answer answer) throws RegistryException {
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
        "copy the plugin's jar into the plugins directory of every server and restart the servers"
            + " one by one");
  }
}
