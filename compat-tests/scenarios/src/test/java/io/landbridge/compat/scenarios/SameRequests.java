package io.landbridge.compat.scenarios;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Requests to a server without the plugin and to one with it and nothing switched on: status,
 * headers and body are the same, but for what a page says.
 */
final class SameRequests {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of the connection, or of the moment. */
  private static final Set<String> OTHER_HEADERS =
      Set.of(
          "connection",
          "content-length",
          "date",
          "etag",
          "expires",
          "keep-alive",
          "last-modified",
          "set-cookie");

  /** What only a server with the plugin answers with. */
  private static final List<Documented> DIFFERENT =
      List.of(
          new Documented("/landbridge/v1/status", "admin-api.md", "GET /landbridge/v1/status"),
          new Documented("/v1/core/cluster/nodes", "operations.md", "landbridgeMembers"),
          new Documented("/v1/core/cluster/self", "operations.md", "landbridgeMembers"),
          new Documented("/v2/core/cluster/node/self", "operations.md", "landbridgeMembers"),
          new Documented("/v3/admin/core/cluster/node/list", "operations.md", "landbridgeMembers"),
          new Documented("/v3/admin/core/cluster/node/self", "operations.md", "landbridgeMembers"));

  /** What those of the cluster have more; without it they are the same. */
  private static final List<String> ADDED =
      List.of("landbridgeMembers", "landbridgeKey", "landbridgeFormat", "landbridge_catalog");

  /**
   * An answer that is another one.
   *
   * @param path of the request
   * @param page of docs that says so
   * @param words of that page
   */
  private record Documented(String path, String page, String words) {}

  /** What a server's Raft port is below its HTTP port. */
  private static final int RAFT_BELOW = 1_000;

  private record Request(String verb, String path) {}

  private record Answer(int status, SortedMap<String, List<String>> headers, JsonNode body) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI stock;
  private final URI server;
  private final List<Request> requests = new ArrayList<>();

  private SameRequests(URI stock, URI server) {
    this.stock = stock;
    this.server = server;
    collect();
  }

  /**
   * Sends all of them to both; leaves nothing behind.
   *
   * @param stock where a server without the plugin answers, with its context path
   * @param withPlugin where one with it does
   */
  static void areAnsweredAlike(URI stock, URI withPlugin) throws IOException {
    SameRequests same = new SameRequests(stock, withPlugin);
    for (Documented each : DIFFERENT) {
      assertThat(Files.readString(Artifacts.locate().root().resolve("docs/" + each.page())))
          .as("%s says that %s is another answer", each.page(), each.path())
          .contains(each.words());
    }
    for (Request each : same.requests) {
      if (each.verb().equals("GET")) {
        // What was registered is found a moment later.
        eventually(() -> same.compare(each));
      } else {
        same.compare(each);
      }
    }
  }

  private void compare(Request request) {
    Answer without = answer(stock, request);
    Answer with = answer(server, request);
    String path = request.path().replaceFirst("\\?.*", "");
    boolean differs = DIFFERENT.stream().anyMatch(each -> each.path().equals(path));
    if (differs && without.status() == 200) {
      assertThat(with.body()).as("%s", request).isNotEqualTo(without.body());
      remove(with.body());
    } else if (differs) {
      // One line of servers has the path, the other has not; the plugin's own has neither.
      assertThat(path.startsWith("/landbridge/")).isEqualTo(!with.equals(without));
      return;
    }
    assertThat(with).as("%s", request).isEqualTo(without);
  }

  private static void remove(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(ADDED);
    }
    node.forEach(SameRequests::remove);
  }

  private Answer answer(URI to, Request request) {
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(to + request.path()))
                  .header("User-Agent", "Nacos-Java-Client:v2.2.4")
                  .method(request.verb(), BodyPublishers.noBody())
                  .build(),
              BodyHandlers.ofString());
      SortedMap<String, List<String>> headers = new TreeMap<>();
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!OTHER_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                  headers.put(name.toLowerCase(Locale.ROOT), values);
                }
              });
      return new Answer(answer.statusCode(), headers, normal(answer.body(), to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Without addresses, times, load and elections of the server. */
  private static JsonNode normal(String body, URI of) {
    String text =
        body.replace(of.getAuthority(), "HOST")
            .replace(String.valueOf(of.getPort()), "PORT")
            .replace("127.0.0.1:" + (of.getPort() - RAFT_BELOW), "RAFT")
            .replace("\"" + (of.getPort() - RAFT_BELOW) + "\"", "\"RAFT\"")
            .replaceAll("\\b\\d{10,}\\b", "0")
            // One member that waits long for a processor elects itself once more.
            .replaceAll("\"term\":\\d+", "\"term\":0")
            .replaceAll("\"(cpu|load|mem)\":[-\\d.E]+", "\"$1\":0")
            .replaceAll("\\d{4}-\\d\\d-\\d\\d[T ][\\d:.+Z]+", "TIME")
            .replaceAll("\":PORT", "\":0");
    try {
      return JSON.readTree(text.startsWith("{") || text.startsWith("[") ? text : quoted(text));
    } catch (JsonProcessingException e) {
      return JSON.getNodeFactory().textNode(text);
    }
  }

  private static String quoted(String text) throws JsonProcessingException {
    return JSON.writeValueAsString(text);
  }

  private void collect() {
    Map<String, String> one = Map.of("serviceName", "same", "ip", "10.3.0.1", "port", "81");
    String naming = "/v1/ns";
    String instance = naming + "/instance";
    send("POST", instance, one);
    send("POST", instance, with(one, "port", "82", "metadata", "{\"a\":\"1\"}", "weight", "2"));
    send("POST", instance, with(one, "port", "x"));
    send("POST", instance, Map.of());
    send("POST", instance, with(one, "serviceName", "same-stays", "ephemeral", "false"));
    send("PUT", instance + "/beat", one);
    send("PUT", instance + "/beat", with(one, "port", "99"));
    send("PUT", instance + "/beat", Map.of());
    send("PUT", instance, with(one, "weight", "3"));
    send("GET", instance + "/list", Map.of("serviceName", "same"));
    send("GET", instance + "/list", Map.of("serviceName", "same", "healthyOnly", "true"));
    send("GET", instance + "/list", Map.of("serviceName", "none"));
    send("GET", instance + "/list", Map.of("serviceName", "same", "udpPort", "x"));
    send("GET", instance + "/list", Map.of());
    send("GET", instance, one);
    send("GET", instance, with(one, "port", "99"));
    send("GET", naming + "/service", Map.of("serviceName", "same"));
    send("GET", naming + "/service", Map.of("serviceName", "none"));
    Map<String, String> made = Map.of("serviceName", "same-made");
    send("POST", naming + "/service", made);
    send("POST", naming + "/service", made);
    send("PUT", naming + "/service", with(made, "protectThreshold", "0.5"));
    send("DELETE", naming + "/service", made);
    send("DELETE", naming + "/service", Map.of("serviceName", "same"));
    Map<String, String> page = Map.of("pageNo", "1", "pageSize", "10");
    send("GET", naming + "/service/list", page);
    send("GET", naming + "/service/list", Map.of());
    send("GET", naming + "/service/subscribers", with(page, "serviceName", "same"));
    send("GET", naming + "/catalog/services", with(page, "hasIpCount", "true"));
    send("GET", naming + "/catalog/services", with(page, "withInstances", "true"));
    send("GET", naming + "/catalog/service", Map.of("serviceName", "same"));
    send(
        "GET",
        naming + "/catalog/instances",
        with(page, "serviceName", "same", "clusterName", "DEFAULT"));
    send("GET", naming + "/operator/switches", Map.of());
    send("PUT", naming + "/operator/switches", Map.of("entry", "none", "value", "true"));
    send("GET", naming + "/operator/metrics", Map.of());
    send("PUT", naming + "/health/instance", with(one, "healthy", "true"));
    send("GET", naming + "/health/checkers", Map.of());
    configurations();
    cluster(page);
    newer(one, page);
    send("GET", "/v1/none", Map.of());
    send("PATCH", instance, Map.of());
    send("OPTIONS", instance, Map.of());
    send("GET", "/", Map.of());
    send("GET", "/landbridge/v1/status", Map.of());
    send("DELETE", instance, one);
    send("DELETE", instance, with(one, "port", "82"));
    send("DELETE", instance, with(one, "port", "99"));
    send("DELETE", instance, with(one, "serviceName", "same-stays", "ephemeral", "false"));
    send("DELETE", instance, Map.of());
  }

  private void configurations() {
    String path = "/v1/cs/configs";
    Map<String, String> id = Map.of("dataId", "same", "group", "g");
    send("POST", path, with(id, "content", "c"));
    send("POST", path, Map.of());
    send("GET", path, id);
    send("GET", path, Map.of("dataId", "none", "group", "g"));
    send("DELETE", path, id);
    send("GET", path, Map.of());
  }

  private void cluster(Map<String, String> page) {
    send("GET", "/v1/console/namespaces", Map.of());
    send("GET", "/v1/console/health/liveness", Map.of());
    send("GET", "/v1/console/health/readiness", Map.of());
    send("GET", "/v1/console/server/state", Map.of());
    send("GET", "/v1/core/cluster/nodes", Map.of());
    send("GET", "/v1/core/cluster/self", Map.of());
    send("GET", "/v2/core/cluster/node/self", Map.of());
    send("GET", "/v3/admin/core/cluster/node/list", Map.of());
    send("GET", "/v3/admin/core/cluster/node/self", Map.of());
    send("GET", "/v3/admin/core/state", Map.of());
    send("GET", "/v3/admin/core/namespace/list", page);
    send("GET", "/actuator/health", Map.of());
  }

  private void newer(Map<String, String> one, Map<String, String> page) {
    send("POST", "/v2/ns/instance", with(one, "port", "84"));
    send("GET", "/v2/ns/instance/list", Map.of("serviceName", "same"));
    send("DELETE", "/v2/ns/instance", with(one, "port", "84"));
    send("GET", "/v2/ns/service", Map.of("serviceName", "none"));
    send("GET", "/v2/cs/config", Map.of("dataId", "none", "group", "g"));
    send("GET", "/v2/console/namespace/list", Map.of());
    send("GET", "/v3/client/ns/instance/list", Map.of("serviceName", "same"));
    send("GET", "/v3/admin/ns/service/list", page);
    send("GET", "/v3/admin/ns/service/subscribers", with(page, "serviceName", "same"));
    send("GET", "/v3/admin/ns/ops/switches", Map.of());
    send("GET", "/v3/admin/ns/instance/list", Map.of());
    send("GET", "/v3/admin/cs/config/list", page);
  }

  private void send(String verb, String path, Map<String, String> parameters) {
    String query =
        new TreeMap<>(parameters)
            .entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    requests.add(new Request(verb, query.isEmpty() ? path : path + "?" + query));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static Map<String, String> with(Map<String, String> all, String... namesAndValues) {
    Map<String, String> changed = new HashMap<>(all);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      changed.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return changed;
  }
}
