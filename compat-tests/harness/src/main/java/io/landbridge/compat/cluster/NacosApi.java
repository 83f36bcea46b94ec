package io.landbridge.compat.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Raw HTTP to one server, on purpose without any client library: what is tested is what is on the
 * wire. Safe to share between threads.
 */
public final class NacosApi {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  private final HttpClient http;
  private final NacosVersion version;
  private final String baseUrl;
  private final String token;
  private final String agent;
  private final Duration limit;

  /**
   * An unauthenticated view of a server.
   *
   * @param baseUrl with context path and without a slash at the end
   */
  public NacosApi(NacosVersion version, String baseUrl) {
    this(HttpClient.newBuilder().connectTimeout(CONNECT).build(), version, baseUrl, "", "", ANSWER);
  }

  private NacosApi(
      HttpClient http,
      NacosVersion version,
      String baseUrl,
      String token,
      String agent,
      Duration limit) {
    this.http = http;
    this.version = version;
    this.baseUrl = baseUrl;
    this.token = token;
    this.agent = agent;
    this.limit = limit;
  }

  /**
   * A server's answer.
   *
   * @param status HTTP status
   * @param body text as received
   */
  public record Answer(int status, String body) {

    /** Whether the status is 200. */
    public boolean ok() {
      return status == 200;
    }

    /**
     * The body as JSON.
     *
     * @throws UncheckedIOException if it is not; shows it
     */
    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new UncheckedIOException("Not JSON (status " + status + "): " + body, e);
      }
    }
  }

  /** The server line this talks to. */
  public NacosVersion version() {
    return version;
  }

  /** Where the server is, with its context path. */
  public String baseUrl() {
    return baseUrl;
  }

  /** The same server, with a token from {@link #login} sent along. */
  public NacosApi withToken(String accessToken) {
    return new NacosApi(http, version, baseUrl, accessToken, agent, limit);
  }

  /**
   * The same server, asked by a client library.
   *
   * @param name what it calls itself, such as {@code Nacos-Go-Client:v1.0.1}: servers treat clients
   *     by it
   */
  public NacosApi withAgent(String name) {
    return new NacosApi(http, version, baseUrl, token, name, limit);
  }

  /** The same server, waited for so long. */
  public NacosApi withLimit(Duration other) {
    return new NacosApi(http, version, baseUrl, token, agent, other);
  }

  /** GET of a path below the base URL. */
  public Answer get(String path, Map<String, String> parameters) {
    return send("GET", path, parameters, Map.of());
  }

  /** GET without parameters. */
  public Answer get(String path) {
    return get(path, Map.of());
  }

  /** POST with the parameters as a form, the way every Nacos version takes them. */
  public Answer post(String path, Map<String, String> form) {
    return send("POST", path, Map.of(), form);
  }

  /** PUT with the parameters in the query. */
  public Answer put(String path, Map<String, String> parameters) {
    return send("PUT", path, parameters, Map.of());
  }

  /** PUT of a text. */
  public Answer putText(String path, String text) {
    return send(
        HttpRequest.newBuilder(URI.create(baseUrl + path))
            .PUT(HttpRequest.BodyPublishers.ofString(text))
            .header("Content-Type", "text/plain"));
  }

  /** POST of a JSON document. */
  public Answer postJson(String path, String json) {
    return send(
        HttpRequest.newBuilder(URI.create(baseUrl + path))
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .header("Content-Type", "application/json"));
  }

  /** POST of a text as the one file of a form. */
  public Answer postFile(String path, String text) {
    String boundary = "one-file-only";
    String body =
        "--%1$s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\r\n%2$s\r\n--%1$s--\r\n"
            .formatted(boundary, text);
    return send(
        HttpRequest.newBuilder(URI.create(baseUrl + path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "multipart/form-data; boundary=" + boundary));
  }

  /** DELETE with the parameters in the query. */
  public Answer delete(String path, Map<String, String> parameters) {
    return send("DELETE", path, parameters, Map.of());
  }

  /**
   * Exchanges a name and a password for a token; status 403 or an answer without a token gives an
   * empty string.
   */
  public String login(Credentials credentials) {
    Answer answer =
        post(
            version.loginPath(),
            Map.of("username", credentials.user(), "password", credentials.password()));
    if (!answer.ok()) {
      return "";
    }
    JsonNode json = answer.json();
    // 3.x wraps some answers in {code, message, data} and not others.
    return json.path("accessToken").asText(json.path("data").path("accessToken").asText(""));
  }

  private Answer send(
      String method, String path, Map<String, String> query, Map<String, String> form) {
    String target = baseUrl + path + (query.isEmpty() ? "" : "?" + encode(query));
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target));
    if (form.isEmpty()) {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    } else {
      request.method(method, HttpRequest.BodyPublishers.ofString(encode(form)));
      request.header("Content-Type", "application/x-www-form-urlencoded");
    }
    return send(request);
  }

  private Answer send(HttpRequest.Builder unfinished) {
    if (!token.isEmpty()) {
      unfinished.header("Authorization", "Bearer " + token);
    }
    if (!agent.isEmpty()) {
      unfinished.header("User-Agent", agent).header("Client-Version", agent);
    }
    HttpRequest request = unfinished.timeout(limit).build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      // The query may hold what is not for a log.
      URI target = request.uri().resolve(request.uri().getPath());
      throw new UncheckedIOException(request.method() + " " + target + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for " + baseUrl, e);
    }
  }

  private static String encode(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
