package io.landbridge.migrate.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.landbridge.migrate.Registrations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of one server with the plugin, in memory, as far as switches and configurations go. How
 * real ones answer is tested on real ones; this one can be left alone with members that are dead.
 */
final class PluginServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** By application: whether it is translated. */
  final SortedMap<String, Boolean> applications = new ConcurrentSkipListMap<>();

  /** By group and data id, with a slash between them. */
  final SortedMap<String, String> configurations = new ConcurrentSkipListMap<>();

  /** Other members that it names. */
  final List<String> others = new CopyOnWriteArrayList<>();

  /** By application: the port of its provider, whose interface is its name after demo.S. */
  final SortedMap<String, Integer> providers = new ConcurrentSkipListMap<>();

  /** By application: the port of an instance under its name that is not Dubbo's. */
  final SortedMap<String, Integer> foreign = new ConcurrentSkipListMap<>();

  /** The namespaces whose consumers were asked for, empty for all, in order. */
  final List<String> consumersOf = new CopyOnWriteArrayList<>();

  /** Who has subscribed to what, as the plugin says it. */
  final List<Map<String, Object>> subscribers = new CopyOnWriteArrayList<>();

  /** By the application whose consumers are asked for, empty for all: whether there are any. */
  volatile Predicate<String> answered = application -> true;

  /** What clients listen to in the configuration centre, from wherever: key and digest. */
  final Map<String, String> listened = new ConcurrentSkipListMap<>();

  /** What cannot be translated: kind, service and address each. */
  final List<List<String>> losses = new CopyOnWriteArrayList<>();

  /** Namespaces it refuses every question about. */
  final List<String> refusedNamespaces = new CopyOnWriteArrayList<>();

  /** What it says of the bridge. */
  volatile Map<String, ?> bridge = Map.of("phase", "OFF");

  /** By application: why the plugin keeps nothing of it, and does not know it therefore. */
  final Map<String, String> unknown = new ConcurrentSkipListMap<>();

  /** What was changed, in order. */
  final List<String> changes = new CopyOnWriteArrayList<>();

  /** Members that it names and that are up, whether they have the plugin or not. */
  final List<String> neighbours = new CopyOnWriteArrayList<>();

  /** Other members in the server's own member list, whether it has the plugin or not. */
  final List<String> listed = new CopyOnWriteArrayList<>();

  /** Whether it has the plugin. */
  volatile boolean plugin = true;

  /** Whether its group has a leader. */
  volatile boolean ready = true;

  /** Whether whoever asks is an administrator, whom alone the plugin answers. */
  volatile boolean administrator = true;

  /** The number of the entry of the log at which it has stopped; 0 while it follows. */
  volatile int stoppedAt;

  /** How many entries of the log it has passed over. */
  volatile int damaged;

  /** Whether it leaves that entry out. */
  volatile boolean leavesOut;

  /** The key entries must be signed with. */
  volatile String requiredKey = "";

  /** The key of the server's identity. */
  String ownKey = "c0ffee";

  /** By the number of a list of services that is asked for, from 1: whether it is answered. */
  volatile IntPredicate lists = number -> true;

  /** By the number of a configuration that is read, from 1: whether it is answered. */
  volatile IntPredicate reads = number -> true;

  /** How many configurations were read. */
  final AtomicInteger readConfigurations = new AtomicInteger();

  /** How far its clock is ahead. */
  volatile long clockAheadMillis;

  private final AtomicInteger lookedAt = new AtomicInteger();

  private final HttpServer server;

  PluginServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/nacos", this::answer);
    server.start();
  }

  /** Where it is. */
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring("/nacos".length());
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    boolean put = exchange.getRequestMethod().equals("PUT");
    int refused = refused(path);
    if (refused != 0) {
      exchange.sendResponseHeaders(refused, -1);
      exchange.close();
      return;
    }
    if (refusedNamespaces.contains(query.getOrDefault("namespaceId", ""))) {
      refuse(exchange, 400, "mismatch the pattern");
      return;
    }
    String why = unknown.get(query.getOrDefault("application", ""));
    if (path.startsWith("/landbridge/") && !path.endsWith("/consumers") && why != null) {
      refuse(exchange, 404, why);
      return;
    }
    if (path.equals("/landbridge/v1/translation") && isRefused(query)) {
      refuse(exchange, 409, "service has non-Dubbo instances");
      return;
    }
    Object data =
        !plugin && path.startsWith("/landbridge") ? null : data(path, query, put, exchange);
    byte[] body =
        data == null
            ? new byte[0]
            : JSON.writeValueAsBytes(
                Map.of("code", 0, "message", "success", "data", data, "next", ""));
    exchange.sendResponseHeaders(data == null ? 404 : 200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Whether an application is to be switched on whose service is shared. */
  private boolean isRefused(Map<String, String> query) {
    return foreign.containsKey(query.getOrDefault("application", ""))
        && query.getOrDefault("enabled", "").equals("true")
        && !query.getOrDefault("force", "").equals("true");
  }

  private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
    byte[] body = JSON.writeValueAsBytes(Map.of("code", status, "message", why, "data", List.of()));
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private int refused(String path) {
    if (path.startsWith("/landbridge/") && !administrator) {
      return 403;
    }
    if (path.equals("/v3/client/cs/config") && !reads.test(readConfigurations.incrementAndGet())) {
      return 503;
    }
    boolean list = path.equals("/v3/admin/ns/service/list");
    return list && !lists.test(lookedAt.incrementAndGet()) ? 503 : 0;
  }

  private @Nullable Object data(
      String path, Map<String, String> query, boolean put, HttpExchange exchange)
      throws IOException {
    return switch (path) {
      case "/v3/admin/core/state" -> Map.of("version", "3.1.0");
      case "/v3/admin/core/cluster/node/self" -> Map.of("address", address());
      case "/v3/admin/core/cluster/node/list" ->
          Stream.concat(Stream.of(address()), listed.stream())
              .map(each -> Map.of("address", each))
              .toList();
      case "/v3/admin/core/namespace/list" ->
          List.of(Map.of("namespace", "public", "namespaceShowName", "public"));
      case "/v3/admin/cs/config/list" -> configurations(query);
      case "/v3/admin/ns/service/list" ->
          Map.of(
              "totalCount",
              providers.size() + foreign.size(),
              "pageItems",
              Stream.concat(
                      providers.keySet().stream().map(PluginServer::service),
                      foreign.keySet().stream().map(PluginServer::named))
                  .toList());
      case "/v3/admin/ns/instance/list", "/v3/client/ns/instance/list" -> instances(query);
      case "/v3/client/cs/config" -> Map.of("content", "");
      case "/landbridge/v1/status" ->
          Map.of(
              "state",
              "ACTIVE",
              "ready",
              ready,
              "leader",
              true,
              "member",
              address(),
              "pluginVersion",
              "test",
              "server",
              "Nacos 3.1.0",
              "untranslatableTotal",
              losses.size(),
              "entries",
              entries());
      case "/landbridge/v1/skipped-entry" -> {
        changes.add("skip " + new TreeMap<>(query));
        yield entries();
      }
      case "/landbridge/v1/signatures" -> {
        boolean required = query.getOrDefault("required", "").equals("true");
        String now = required ? ownKey : "";
        if (!query.getOrDefault("dryRun", "").equals("true")) {
          changes.add("signatures " + required);
          requiredKey = now;
        }
        yield Map.of("required", now, "own", ownKey);
      }
      case "/landbridge/v1/group" -> group();
      case "/landbridge/v1/consumers" -> {
        consumersOf.add(query.getOrDefault("namespace", ""));
        yield answered.test(query.getOrDefault("application", "")) ? subscribers : List.of();
      }
      case "/v3/admin/cs/listener" -> Map.of("listenersStatus", listened);
      case "/landbridge/v1/losses" -> losses.stream().map(PluginServer::loss).toList();
      case "/landbridge/v1/bridge" -> bridge;
      case "/landbridge/v1/applications" ->
          applications.keySet().stream().map(this::application).toList();
      case "/landbridge/v1/application" -> application(query.getOrDefault("application", ""));
      case "/landbridge/v1/translation" -> turn(query);
      case "/landbridge/v1/configuration" ->
          put ? replace(query, exchange) : configuration(query, false);
      default -> null;
    };
  }

  private static Map<String, String> query(@Nullable String raw) {
    Map<String, String> query = new HashMap<>();
    for (String each : raw == null ? new String[0] : raw.split("&", -1)) {
      String[] parts = each.split("=", 2);
      query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return query;
  }

  private Map<String, Object> entries() {
    return stoppedAt == 0
        ? Map.of("damaged", damaged)
        : Map.of(
            "stopped",
            Map.of("entry", stoppedAt, "sha256", "ab", "reason", "format 9", "skipped", leavesOut));
  }

  private static Map<String, Object> service(String application) {
    return named("providers:demo.S" + application + "::");
  }

  private static Map<String, Object> named(String service) {
    return Map.of("name", service, "groupName", "DEFAULT_GROUP", "ipCount", 1, "clusterCount", 1);
  }

  private List<Map<String, Object>> instances(Map<String, String> query) {
    String name = query.getOrDefault("serviceName", "");
    Stream<Map<String, Object>> ofDubbo =
        providers.entrySet().stream()
            .filter(each -> service(each.getKey()).containsValue(name))
            .map(
                each ->
                    instance(
                        each.getValue(),
                        Registrations.of(
                                each.getKey(),
                                "demo.S" + each.getKey(),
                                "10.0.0.1",
                                each.getValue())
                            .metadata()));
    Stream<Map<String, Object>> others =
        foreign.entrySet().stream()
            .filter(each -> each.getKey().equals(name))
            .map(each -> instance(each.getValue(), Map.of()));
    return Stream.concat(ofDubbo, others).toList();
  }

  private static Map<String, Object> instance(int port, Map<String, String> metadata) {
    return Map.of(
        "ip",
        "10.0.0.1",
        "port",
        port,
        "clusterName",
        "DEFAULT",
        "weight",
        1.0,
        "healthy",
        true,
        "enabled",
        true,
        "ephemeral",
        true,
        "metadata",
        metadata);
  }

  private static Map<String, String> loss(List<String> loss) {
    return Map.of(
        "kind",
        loss.get(0),
        "namespace",
        loss.size() > 4 ? loss.get(4) : "public",
        "group",
        "DEFAULT_GROUP",
        "service",
        loss.get(1),
        "address",
        loss.get(2),
        "detail",
        "as the plugin says",
        "application",
        loss.size() > 3 ? loss.get(3) : "");
  }

  private Map<String, Object> group() {
    List<Map<String, Object>> members = new CopyOnWriteArrayList<>();
    members.add(Map.of("member", address(), "up", true, "announced", true));
    neighbours.forEach(each -> members.add(Map.of("member", each, "up", true, "announced", false)));
    others.forEach(each -> members.add(Map.of("member", each, "up", false, "announced", false)));
    return Map.of(
        "member",
        address(),
        "now",
        System.currentTimeMillis() + clockAheadMillis,
        "members",
        members,
        "signatures",
        Map.of("required", requiredKey, "own", ownKey));
  }

  private Map<String, Object> configurations(Map<String, String> query) {
    String start = query.get("groupName") + "/";
    List<Map<String, String>> items =
        configurations.keySet().stream()
            .filter(each -> each.startsWith(start))
            .map(each -> Map.of("dataId", each.substring(start.length())))
            .toList();
    return Map.of("totalCount", items.size(), "pageItems", items);
  }

  private Map<String, Object> application(String name) {
    return Map.of(
        "namespace",
        "public",
        "application",
        name,
        "state",
        applications.getOrDefault(name, false) ? "TRANSLATED" : "OBSERVED",
        "interfaces",
        List.of("demo.S" + name));
  }

  private Map<String, Object> turn(Map<String, String> query) {
    String name = query.getOrDefault("application", "");
    boolean on = Boolean.parseBoolean(query.get("enabled"));
    applications.put(name, on);
    changes.add((on ? "on " : "off ") + name);
    return application(name);
  }

  private Map<String, Object> configuration(Map<String, String> query, boolean written) {
    String present = configurations.get(id(query));
    return present == null
        ? Map.of("exists", false, "written", written)
        : Map.of("exists", true, "content", present, "written", written);
  }

  private Map<String, Object> replace(Map<String, String> query, HttpExchange exchange)
      throws IOException {
    String id = id(query);
    String present = configurations.get(id);
    String state = present == null ? "absent" : sha256(present);
    if (!state.equals(query.get("expected"))) {
      return configuration(query, false);
    }
    configurations.put(
        id, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    changes.add("write " + id);
    return configuration(query, true);
  }

  private static String id(Map<String, String> query) {
    return query.get("group") + "/" + query.get("dataId");
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
