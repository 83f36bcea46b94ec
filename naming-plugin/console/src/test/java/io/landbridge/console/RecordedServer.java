package io.landbridge.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Answers the page as a server does, from a recorded fleet: the same paths and the same JSON. The
 * end-to-end test with real servers shows that these answers are right.
 */
final class RecordedServer implements AutoCloseable {

  private static final String CONTEXT = "/nacos/";
  private static final String TOKEN = "a.b.c";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ConsolePage page;
  private final RecordedFleet fleet;
  private final boolean login;
  private final AtomicBoolean suspended = new AtomicBoolean();
  private final ConcurrentLinkedQueue<String> changes = new ConcurrentLinkedQueue<>();

  private RecordedServer(HttpServer http, ConsolePage page, RecordedFleet fleet, boolean login) {
    this.http = http;
    this.page = page;
    this.fleet = fleet;
    this.login = login;
  }

  /**
   * Starts it on a free port of this machine.
   *
   * @param login whether somebody has to log in, as {@code nacos} with the password {@code secret}
   */
  static RecordedServer start(RecordedFleet fleet, boolean login) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    RecordedServer server =
        new RecordedServer(http, ConsolePage.load("v3/auth/user/login"), fleet, login);
    http.setExecutor(server.threads);
    http.createContext("/", server::handle);
    http.start();
    return server;
  }

  /** Scheme, host and port. */
  String origin() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** Where the page is. */
  String url() {
    return origin() + "/nacos/landbridge/";
  }

  /** The changes that were asked for, with their parameters. */
  List<String> changes() {
    return List.copyOf(changes);
  }

  @Override
  public void close() {
    closed.countDown();
    http.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
      if (!path.startsWith(CONTEXT)) {
        answer(exchange, 404, Map.of("code", 404));
        return;
      }
      String below = path.substring(CONTEXT.length());
      if (below.startsWith("landbridge/") && !below.startsWith("landbridge/v1/")) {
        file(exchange, below.substring("landbridge/".length()));
      } else if (below.equals("v3/auth/user/login")) {
        logIn(exchange);
      } else if (login
          && !("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        answer(exchange, 403, Map.of("code", 403, "message", "user not found!"));
      } else if (below.equals("v3/client/ns/instance/list")) {
        answer(exchange, 200, Map.of("code", 0, "data", fleet.answered(query)));
      } else {
        api(exchange, below.replace("landbridge/v1/", ""), query);
      }
    }
  }

  private void logIn(HttpExchange exchange) throws IOException {
    Map<String, String> form =
        query(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    boolean known = "nacos".equals(form.get("username")) && "secret".equals(form.get("password"));
    answer(
        exchange,
        known ? 200 : 403,
        known ? Map.of("accessToken", TOKEN) : Map.of("code", 403, "message", "unknown user!"));
  }

  private void file(HttpExchange exchange, String path) throws IOException {
    Optional<ConsoleFile> found = page.find(path);
    if (found.isEmpty()) {
      answer(exchange, 404, Map.of("code", 404));
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", found.get().contentType());
    found.get().headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(200, found.get().content().length);
    exchange.getResponseBody().write(found.get().content());
  }

  private void api(HttpExchange exchange, String path, Map<String, String> query)
      throws IOException {
    if (exchange.getRequestMethod().equals("PUT")) {
      changes.add(path + " " + query);
      suspended.set(Boolean.parseBoolean(query.get("suspended")));
      success(exchange, suspension(), null);
      return;
    }
    switch (path) {
      case "status" -> success(exchange, status(), null);
      case "watch" -> {
        waited();
        success(exchange, Map.of("applied", 12, "reset", false, "changes", List.of()), null);
      }
      case "applications" -> page(exchange, query, fleet.applications());
      case "consumers" ->
          page(exchange, query, fleet.consumers(query.getOrDefault("application", "")));
      case "losses" -> page(exchange, query, fleet.losses());
      case "bridge/differences" -> page(exchange, query, fleet.differences());
      case "instances" -> page(exchange, query, fleet.instances(query));
      default -> {
        Optional<Object> data = fleet.answer(path, query);
        if (data.isPresent()) {
          success(exchange, data.get(), null);
        } else {
          answer(exchange, 404, Map.of("code", 404, "message", "not known"));
        }
      }
    }
  }

  /** A watch ends when its time is up, or with the server. */
  private void waited() {
    try {
      if (closed.await(30, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, Object> suspension() {
    return Map.of(
        "suspended",
        suspended.get(),
        "since",
        suspended.get() ? 1795176524665L : 0,
        "durable",
        true);
  }

  private Map<String, Object> status() {
    Map<String, Object> status = new LinkedHashMap<>(fleet.status());
    status.put("state", suspended.get() ? "SUSPENDED" : "ACTIVE");
    status.put("suspension", suspension());
    return status;
  }

  private static void page(HttpExchange exchange, Map<String, String> query, List<?> all)
      throws IOException {
    int from = Integer.parseInt(query.getOrDefault("after", query.getOrDefault("cursor", "0")));
    int to = Math.min(all.size(), from + Integer.parseInt(query.getOrDefault("limit", "500")));
    success(exchange, all.subList(from, to), to < all.size() ? String.valueOf(to) : null);
  }

  private static void success(HttpExchange exchange, Object data, @Nullable String next)
      throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("code", 0);
    body.put("message", "success");
    body.put("applied", 12);
    body.put("next", next);
    body.put("data", data);
    answer(exchange, 200, body);
  }

  private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = bytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static byte[] bytes(Object body) {
    try {
      return JSON.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> query(@Nullable String text) {
    Map<String, String> query = new LinkedHashMap<>();
    List<String> parts = new ArrayList<>();
    if (text != null && !text.isEmpty()) {
      parts.addAll(List.of(text.split("&")));
    }
    for (String each : parts) {
      String[] pair = each.split("=", 2);
      query.put(
          URLDecoder.decode(pair[0], StandardCharsets.UTF_8),
          URLDecoder.decode(pair.length > 1 ? pair[1] : "", StandardCharsets.UTF_8));
    }
    return query;
  }
}
