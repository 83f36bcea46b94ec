package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One server, asked over HTTP: the plugin's admin API, and what any user sees. */
final class Member {

  private static final int RESTORE_AGAIN = 3;

  private final NacosServer server;
  private final NacosApi api;

  Member(NacosServer server) {
    this.server = server;
    this.api = server.api();
  }

  /**
   * What a member says of itself.
   *
   * @param state of the plugin
   * @param applied entries
   * @param digest of the catalog
   * @param applications in the catalog
   * @param instances in the catalog
   */
  record Status(String state, long applied, String digest, int applications, int instances) {

    boolean isActive() {
      return state.equals("ACTIVE");
    }
  }

  NacosServer server() {
    return server;
  }

  /** The plugin's status; empty while the server does not answer. */
  Optional<Status> status() {
    return ask("/landbridge/v1/status", Map.of())
        .map(json -> json.path("data"))
        .map(
            data ->
                new Status(
                    data.path("state").asText(),
                    data.path("catalog").path("applied").asLong(),
                    data.path("catalog").path("digest").asText(),
                    data.path("catalog").path("applications").asInt(),
                    data.path("catalog").path("instances").asInt()));
  }

  /** The addresses of an application's instances in this member's catalog. */
  Set<String> catalogAddresses(String application) {
    Set<String> addresses = new HashSet<>();
    String after = "";
    do {
      Map<String, String> query =
          new HashMap<>(Map.of("application", application, "limit", "1000"));
      if (!after.isEmpty()) {
        query.put("after", after);
      }
      Optional<JsonNode> answer = ask("/landbridge/v1/instances", query);
      after = "";
      if (answer.isPresent()) {
        answer.get().path("data").forEach(each -> addresses.add(address(each)));
        after = answer.get().path("next").asText("");
      }
    } while (!after.isEmpty() && !after.equals("null"));
    return addresses;
  }

  /**
   * Which applications changed.
   *
   * @param applied up to which entry this is known
   * @param all whether any may have changed
   * @param applications which did, if not
   */
  record Changes(long applied, boolean all, Set<String> applications) {

    boolean mayInclude(String application) {
      return all || applications.contains(application);
    }
  }

  /** Which applications changed after an entry, without waiting; any, while nothing is known. */
  Changes changesSince(long entry) {
    return ask(
            "/landbridge/v1/watch",
            Map.of("since", String.valueOf(entry), "timeoutMillis", "0", "namespace", "public"))
        .map(json -> json.path("data"))
        .map(
            data -> {
              Set<String> applications = new HashSet<>();
              data.path("changes")
                  .forEach(each -> applications.add(each.path("application").asText()));
              return new Changes(
                  data.path("applied").asLong(),
                  entry == 0 || data.path("reset").asBoolean(),
                  applications);
            })
        .orElse(new Changes(entry, true, Set.of()));
  }

  /** The state of an application, for example TRANSLATED; empty while it is unknown. */
  String applicationState(String application) {
    return ask("/landbridge/v1/application", Map.of("application", application))
        .map(json -> json.path("data").path("state").asText())
        .orElse("");
  }

  /** Switches an application on. */
  void translate(String application) {
    switchTranslation(application, true);
  }

  /** Switches an application off. */
  void switchOff(String application) {
    switchTranslation(application, false);
  }

  private void switchTranslation(String application, boolean on) {
    NacosApi.Answer answer =
        api.put(
            "/landbridge/v1/translation",
            Map.of(
                "application",
                application,
                "enabled",
                Boolean.toString(on),
                "namespace",
                "public"));
    if (!answer.ok()) {
      throw new BenchException(
          "%s cannot be switched %s: %s".formatted(application, on ? "on" : "off", answer.body()));
    }
  }

  /** The catalog as this member has it: the entries of a backup that hold instances. */
  List<String> backup() {
    List<String> entries = new ArrayList<>();
    String after = "";
    do {
      JsonNode page =
          ask("/landbridge/v1/backup", Map.of("stale", "true", "after", after))
              .map(json -> json.path("data"))
              .orElseThrow(() -> new BenchException(this + " gives no backup"));
      for (JsonNode entry : page.path("entries")) {
        if (entry.path("instances").asInt() > 0) {
          entries.add(entry.path("entry").asText());
        }
      }
      after = page.path("next").asText();
    } while (!after.isEmpty());
    return List.copyOf(entries);
  }

  /** Proposes one entry of a backup, and waits until it is committed; again if that is unknown. */
  void restore(String entry) {
    NacosApi.Answer answer = api.putText("/landbridge/v1/restore", entry);
    for (int again = 0; answer.status() == 503 && again < RESTORE_AGAIN; again++) {
      answer = api.putText("/landbridge/v1/restore", entry);
    }
    if (!answer.ok()) {
      throw new BenchException("an entry cannot be restored: " + answer.body());
    }
  }

  /** The addresses in a service, as any user of the server sees them. */
  Set<String> shownAddresses(String service) {
    Set<String> addresses = new HashSet<>();
    ask("/v1/ns/instance/list", Map.of("serviceName", service))
        .ifPresent(json -> json.path("hosts").forEach(host -> addresses.add(address(host))));
    return addresses;
  }

  private Optional<JsonNode> ask(String path, Map<String, String> query) {
    try {
      NacosApi.Answer answer = api.get(path, query);
      return answer.ok() ? Optional.of(answer.json()) : Optional.empty();
    } catch (UncheckedIOException notAnswering) {
      return Optional.empty();
    }
  }

  private static String address(JsonNode instance) {
    return instance.path("ip").asText() + ":" + instance.path("port").asInt();
  }

  @Override
  public String toString() {
    return server.address();
  }
}
