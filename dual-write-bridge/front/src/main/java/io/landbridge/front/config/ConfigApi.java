package io.landbridge.front.config;

import static io.landbridge.front.RefusedException.malformed;
import static io.landbridge.front.RefusedException.missing;

import io.landbridge.front.Parameters;
import io.landbridge.front.RefusedException;
import io.landbridge.front.V1Answer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The API of Nacos 1.x for configurations, as its clients use it: the same parameters, headers,
 * answers and errors. Who waits for a change is not kept here. Safe for use from any thread.
 */
public final class ConfigApi {

  /** How long a client waits for a change, in milliseconds; without it the client does not wait. */
  public static final String TIMEOUT_HEADER = "Long-Pulling-Timeout";

  /** {@code true} if a client does not want to wait this time. */
  public static final String NO_WAIT_HEADER = "Long-Pulling-Timeout-No-Hangup";

  /** The tag of a client. */
  public static final String TAG_HEADER = "Vipserver-Tag";

  /** The addresses of the clients that a configuration is for alone. */
  public static final String BETA_HEADER = "betaIps";

  /** The MD5 of the content to be replaced. */
  public static final String CAS_HEADER = "casMd5";

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  /** Clients give up after the time they name; as in 1.4 they are answered a bit before. */
  private static final long EARLIER_MILLIS = 500;

  private static final long LEAST_MILLIS = 10_000;

  private static final Map<String, String> NO_CACHE =
      Map.of(
          "Pragma", "no-cache",
          "Expires", "Thu, 01 Jan 1970 00:00:00 GMT",
          "Cache-Control", "no-cache,no-store");

  private final ConfigServer server;
  private final Duration longest;

  /**
   * Makes the API.
   *
   * @param server that has the configurations
   * @param longest time that a client waits for a change, whatever it names
   */
  public ConfigApi(ConfigServer server, Duration longest) {
    this.server = server;
    this.longest = longest;
  }

  /**
   * The configuration a request is about.
   *
   * @throws RefusedException if it names none
   */
  public static ConfigName name(Parameters parameters) throws RefusedException {
    return new ConfigName(
        present(parameters, "dataId"), present(parameters, "group"), tenant(parameters));
  }

  /** The id of the namespace that a request names; empty if it names none. */
  public static String tenant(Parameters parameters) {
    return parameters.optional("tenant", "");
  }

  private static String present(Parameters parameters, String name) throws RefusedException {
    @Nullable String value = parameters.get(name);
    if (value == null) {
      throw missing(name);
    }
    return value;
  }

  /** Answers who reads a configuration. */
  public V1Answer get(Parameters parameters, ConfigCaller caller) throws RefusedException {
    StoredConfig found = server.find(name(parameters), parameters.optional("tag", ""), caller);
    return switch (found.state()) {
      case ABSENT -> V1Answer.text(404, "config data not exist\n");
      case BUSY -> V1Answer.text(409, "requested file is being modified, please try later.\n");
      case FOUND ->
          new V1Answer(
              200,
              found.contentType(),
              found.content().getBytes(StandardCharsets.UTF_8),
              headers(found));
    };
  }

  private static Map<String, String> headers(StoredConfig found) {
    Map<String, String> headers = new HashMap<>(NO_CACHE);
    headers.put("Config-Type", found.type());
    headers.put("Content-MD5", found.md5());
    headers.put("Last-Modified", HTTP_DATE.format(Instant.ofEpochMilli(found.modified())));
    if (!found.dataKey().isEmpty()) {
      headers.put("Encrypted-Data-Key", found.dataKey());
    }
    if (found.beta()) {
      headers.put("isBeta", "true");
    }
    if (!found.tag().isEmpty()) {
      headers.put(TAG_HEADER, found.tag());
    }
    return headers;
  }

  /**
   * Answers who publishes a configuration.
   *
   * @param betaIps the header of that name; empty if there is none
   * @param casMd5 the header of that name; empty if there is none
   */
  public V1Answer publish(Parameters parameters, String betaIps, String casMd5, ConfigCaller caller)
      throws RefusedException {
    server.publish(
        new Publication(
            name(parameters),
            present(parameters, "content"),
            parameters.optional("tag", ""),
            betaIps,
            casMd5.isEmpty() ? parameters.optional(CAS_HEADER, "") : casMd5,
            parameters.optional("type", ""),
            parameters.optional("appName", ""),
            parameters.optional("src_user", ""),
            parameters.optional("config_tags", ""),
            parameters.optional("desc", ""),
            parameters.optional("use", ""),
            parameters.optional("effect", ""),
            parameters.optional("schema", "")),
        caller);
    return yes();
  }

  /** Answers who removes a configuration. */
  public V1Answer remove(Parameters parameters, ConfigCaller caller) throws RefusedException {
    server.remove(name(parameters), parameters.optional("tag", ""), caller);
    return yes();
  }

  private static V1Answer yes() {
    return V1Answer.json("true".getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What a client listens to.
   *
   * @throws RefusedException if it names nothing, or in another form
   */
  public static List<ListenedConfig> listened(Parameters parameters) throws RefusedException {
    @Nullable String listened = parameters.get("Listening-Configs");
    // Decoded once more, as by 1.4. Not trimmed: that would take the end of a line away.
    return ListenedConfig.parse(listened == null ? "" : Parameters.decode(listened));
  }

  /** Those of which the server has something else than the client. */
  public List<ConfigName> changed(List<ListenedConfig> listened, ConfigCaller caller) {
    List<ConfigName> changed = new ArrayList<>();
    for (ListenedConfig each : listened) {
      if (!server.isCurrent(each.name(), each.md5(), caller)) {
        changed.add(each.name());
      }
    }
    return changed;
  }

  /**
   * How long a client waits if nothing has changed.
   *
   * @param timeout the header of that name, null if there is none
   * @return nothing if the client does not want to wait
   * @throws RefusedException if it is no number
   */
  public @Nullable Duration wait(@Nullable String timeout) throws RefusedException {
    if (timeout == null) {
      return null;
    }
    try {
      long millis = Math.max(LEAST_MILLIS, Long.parseLong(timeout) - EARLIER_MILLIS);
      return Duration.ofMillis(Math.min(longest.toMillis(), millis));
    } catch (NumberFormatException e) {
      throw malformed("For input string: \"" + timeout + "\"");
    }
  }

  /** Answers who has waited; of no change if there is none. */
  public static V1Answer told(List<ConfigName> changed) {
    return changed.isEmpty()
        ? V1Answer.text(200, "")
        : new V1Answer(
            200,
            V1Answer.TEXT,
            (ListenedConfig.changed(changed) + "\n").getBytes(StandardCharsets.UTF_8),
            NO_CACHE);
  }

  /** Answers who does not wait for changes, as clients before 2.0 of the protocol ask. */
  public static V1Answer toldAtOnce(List<ConfigName> changed) {
    StringBuilder old = new StringBuilder();
    for (ConfigName each : changed) {
      old.append(each.dataId()).append(':').append(each.group()).append(';');
    }
    Map<String, String> headers = new HashMap<>(NO_CACHE);
    headers.put("Probe-Modify-Response", old.toString());
    headers.put("Probe-Modify-Response-New", ListenedConfig.changed(changed));
    return new V1Answer(200, V1Answer.TEXT, new byte[0], headers);
  }
}
