package io.landbridge.compat.fault;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.history.MemberState;
import io.landbridge.compat.history.Operation.Outcome;
import io.landbridge.compat.history.Sample;
import io.landbridge.compat.load.wire.ServiceName;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/** One member, as an operator and its clients see it. Safe to use from several threads. */
final class Member {

  private static final String API = "/landbridge/v1";

  /** Instances with this are derived. */
  private static final String MARK = "landbridge.origin";

  /** One that stands still has to be told from one that is busy. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private final NacosServer server;
  private final NacosApi api;

  Member(NacosServer server) {
    this.server = server;
    this.api = server.api().withLimit(ANSWER);
  }

  NacosServer server() {
    return server;
  }

  String address() {
    return server.address();
  }

  /** Whether the plugin says that it leads its group. */
  boolean leads() {
    return status().map(status -> status.path("leader").asBoolean()).orElse(false);
  }

  /** Whether the plugin is active. */
  boolean isActive() {
    return status().map(status -> status.path("state").asText().equals("ACTIVE")).orElse(false);
  }

  /** What its catalog is at, if it says so. */
  Optional<Sample> sample(Recorder recorder) {
    if (!server.isAlive()) {
      return Optional.empty();
    }
    long run = server.pid();
    long at = recorder.now();
    Optional<JsonNode> catalog =
        status().map(status -> status.path("catalog")).filter(JsonNode::isObject);
    // Otherwise the answer may be that of another run.
    return catalog
        .filter(position -> server.pid() == run)
        .map(
            position ->
                new Sample(
                    at,
                    address(),
                    run,
                    position.path("applied").asLong(),
                    position.path("digest").asText()));
  }

  /** What became of asking for a switch. */
  record Answer(Outcome outcome, String detail) {}

  /** Switches the translation of an application. */
  Answer switchTranslation(String application, boolean enabled) {
    try {
      NacosApi.Answer answer =
          api.put(
              API + "/translation",
              Map.of("application", application, "enabled", Boolean.toString(enabled)));
      Outcome outcome =
          switch (answer.status()) {
            case 200 -> Outcome.OK;
            case 400, 404, 409 -> Outcome.FAILED;
            default -> Outcome.UNKNOWN;
          };
      return new Answer(outcome, outcome == Outcome.OK ? "" : answer.body());
    } catch (UncheckedIOException e) {
      boolean neverSent =
          e.getCause() instanceof ConnectException
              || e.getCause() instanceof HttpConnectTimeoutException;
      return new Answer(neverSent ? Outcome.FAILED : Outcome.UNKNOWN, String.valueOf(e.getCause()));
    }
  }

  /**
   * Everything it shows, if it stayed the same while it was read.
   *
   * @param names of the applications to look at
   */
  Optional<MemberState> state(SortedSet<String> names) {
    Optional<JsonNode> before = status().map(status -> status.path("catalog"));
    SortedMap<String, MemberState.Application> applications = new TreeMap<>();
    try {
      for (String name : names) {
        applications.put(name, application(name));
      }
    } catch (UncheckedIOException notAnswered) {
      return Optional.empty();
    }
    Optional<JsonNode> after = status().map(status -> status.path("catalog"));
    return before
        .filter(catalog -> catalog.isObject() && before.equals(after))
        .map(
            catalog ->
                new MemberState(
                    address(),
                    catalog.path("applied").asLong(),
                    catalog.path("digest").asText(),
                    applications));
  }

  /** Whether its own list of a service has an address that a client registered there. */
  boolean lists(ServiceName service, String address) {
    try {
      JsonNode hosts =
          api.get(
                  "/v1/ns/instance/list",
                  Map.of("serviceName", service.name(), "groupName", service.group()))
              .json()
              .path("hosts");
      return StreamSupport.stream(hosts.spliterator(), false)
          .filter(each -> each.path("metadata").path(MARK).isMissingNode())
          .anyMatch(each -> address(each).equals(address));
    } catch (UncheckedIOException notAnswered) {
      return false;
    }
  }

  private MemberState.Application application(String name) {
    NacosApi.Answer answer = api.get(API + "/application", Map.of("application", name));
    SortedSet<String> shown =
        addresses(
            api.get("/v1/ns/instance/list", Map.of("serviceName", name)).json().path("hosts"));
    if (!answer.ok()) {
      return new MemberState.Application(false, false, new TreeSet<>(), shown, new TreeSet<>());
    }
    JsonNode data = answer.json().path("data");
    String state = data.path("state").asText();
    return new MemberState.Application(
        state.equals("TRANSLATED") || state.equals("SWITCHING_ON"),
        state.equals("TRANSLATED"),
        addresses(api.get(API + "/instances", Map.of("application", name)).json().path("data")),
        shown,
        missing(name, data));
  }

  /** What a consumer looks up: the document of each revision and the mapping of each interface. */
  private SortedSet<String> missing(String application, JsonNode data) {
    SortedSet<String> missing = new TreeSet<>();
    for (JsonNode revision : data.path("revisions")) {
      if (!configuration(application, revision.asText()).contains("\"services\"")) {
        missing.add("document " + revision.asText());
      }
    }
    for (JsonNode key : data.path("interfaces")) {
      String name = key.asText().replaceFirst("^.*/", "").replaceFirst(":.*$", "");
      if (!Arrays.asList(configuration(name, "mapping").split(",", -1)).contains(application)) {
        missing.add("mapping of " + name);
      }
    }
    return missing;
  }

  private String configuration(String dataId, String group) {
    NacosApi.Answer answer = api.get("/v1/cs/configs", Map.of("dataId", dataId, "group", group));
    return answer.ok() ? answer.body() : "";
  }

  private Optional<JsonNode> status() {
    try {
      NacosApi.Answer answer = api.get(API + "/status");
      return answer.ok() ? Optional.of(answer.json().path("data")) : Optional.empty();
    } catch (UncheckedIOException notAnswered) {
      return Optional.empty();
    }
  }

  private static SortedSet<String> addresses(JsonNode instances) {
    SortedSet<String> all = new TreeSet<>();
    StreamSupport.stream(instances.spliterator(), false).forEach(each -> all.add(address(each)));
    return all;
  }

  private static String address(JsonNode instance) {
    return instance.path("ip").asText() + ":" + instance.path("port").asInt();
  }
}
