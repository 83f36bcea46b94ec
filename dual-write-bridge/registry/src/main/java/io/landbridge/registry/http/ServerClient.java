package io.landbridge.registry.http;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Asks the servers of one cluster over HTTP.
 *
 * <p>A request goes to the server that answered last; when that one cannot be reached, does not
 * answer in time or says that it is unavailable, the others are tried once each. Only requests that
 * may be repeated are sent: reads, and writes that set a state. Answers are limited in size and
 * time as {@link ConnectionSettings} says. Redirects are not followed. The token of a {@link Login}
 * goes into the {@code Authorization} header, never into a URL.
 *
 * <p>Safe for use by several threads at once.
 */
public final class ServerClient {

  private final HttpClient http;
  private final ConnectionSettings settings;
  private final Login login;
  private final AtomicInteger preferred = new AtomicInteger();

  /**
   * Makes a client that logs in.
   *
   * @param settings the servers and limits
   */
  public ServerClient(ConnectionSettings settings) {
    this(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            .build(),
        settings,
        new Login(settings.credentials()));
  }

  private ServerClient(HttpClient http, ConnectionSettings settings, Login login) {
    this.http = http;
    this.settings = settings;
    this.login = login;
  }

  /** The servers this client may ask. */
  public List<ServerAddress> servers() {
    return settings.servers();
  }

  /** A client for one server alone; connections and the login are shared with this one. */
  public ServerClient only(ServerAddress server) {
    return with(List.of(server), settings.requestTimeout());
  }

  /**
   * A client for requests that a server answers later on purpose; connections and the login are
   * shared with this one.
   *
   * @param longer how much longer than usual an answer may take
   */
  public ServerClient patient(Duration longer) {
    return with(servers(), settings.requestTimeout().plus(longer));
  }

  private ServerClient with(List<ServerAddress> servers, Duration requestTimeout) {
    return new ServerClient(
        http,
        new ConnectionSettings(
            servers,
            settings.credentials(),
            settings.connectTimeout(),
            requestTimeout,
            settings.maxAnswerBytes()),
        login);
  }

  /**
   * Reads.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer get(String path, Map<String, String> parameters) throws RegistryException {
    return send("GET", path, parameters, Body.NONE);
  }

  /**
   * Sets a state; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer put(String path, Map<String, String> parameters) throws RegistryException {
    return send("PUT", path, parameters, Body.NONE);
  }

  /**
   * Sets a state that does not fit into a URL; may be sent more than once.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   * @param text the body
   * @return the answer, whatever its status
   * @throws RegistryException if no server answered, or the login failed
   */
  public Answer put(String path, Map<String, String> parameters, String text)
      throws RegistryException {
    return send("PUT", path, parameters, new Body("text/plain", text));
  }

  /** What is sent along, and what it is. */
  private record Body(String type, String text) {
    static final Body NONE = new Body("", "");
  }

  private Answer send(String method, String path, Map<String, String> parameters, Body body)
      throws RegistryException {
    String query = parameters.isEmpty() ? "" : "?" + encode(parameters);
    List<RegistryException> failures = new ArrayList<>();
    int first = Math.floorMod(preferred.get(), servers().size());
    for (int i = 0; i < servers().size(); i++) {
      int index = (first + i) % servers().size();
      ServerAddress server = servers().get(index);
      try {
        Answer answer = authorised(method, server, path + query, body);
        if (answer.status() >= 502 && answer.status() <= 504) {
          failures.add(answer.failure());
          continue;
        }
        preferred.set(index);
        return answer;
      } catch (RegistryException e) {
        if (e.kind() != Kind.UNREACHABLE) {
          throw e;
        }
        failures.add(e);
      }
    }
    throw failures.size() == 1 ? failures.get(0) : allFailed(failures);
  }

  private static RegistryException allFailed(List<RegistryException> failures) {
    return new RegistryException(
        failures.stream().allMatch(each -> each.kind() == Kind.UNREACHABLE)
            ? Kind.UNREACHABLE
            : Kind.UNAVAILABLE,
        "none of %d servers answered".formatted(failures.size()),
        failures.stream()
            .map(each -> each.where() + " (" + each.what() + ")")
            .collect(Collectors.joining(", ")),
        "check that the servers run, and their addresses");
  }

  private Answer authorised(String method, ServerAddress server, String pathAndQuery, Body body)
      throws RegistryException {
    Login.Token token = login.token(this, server);
    Answer answer = exchange(method, server, pathAndQuery, token.value(), body);
    boolean refused = answer.status() == 401 || answer.status() == 403;
    if (!refused || login.isAnonymous()) {
      return answer;
    }
    Login.Token fresh = login.renewed(this, server, token);
    return exchange(method, server, pathAndQuery, fresh.value(), body);
  }

  /** Sends a form without a token. */
  Answer postForm(ServerAddress server, String path, Map<String, String> form)
      throws RegistryException {
    return exchange(
        "POST", server, path, "", new Body("application/x-www-form-urlencoded", encode(form)));
  }

  private Answer exchange(
      String method, ServerAddress server, String pathAndQuery, String token, Body body)
      throws RegistryException {
    String url = server + pathAndQuery;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(pathAndQuery))
            .timeout(settings.requestTimeout())
            .header("User-Agent", "landbridge")
            .header("Accept", "application/json, text/plain, */*")
            .method(
                method,
                body.text().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(body.text()));
    if (!body.text().isEmpty()) {
      request.header("Content-Type", body.type());
    }
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<byte[]>> future =
        http.sendAsync(request.build(), info -> new LimitedBody(settings.maxAnswerBytes()));
    // The request's own time limit ends with the headers; this one includes the body.
    Duration limit = settings.connectTimeout().plus(settings.requestTimeout());
    try {
      HttpResponse<byte[]> response = future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return Answer.of(server, url, response.statusCode(), response.body());
    } catch (TimeoutException e) {
      future.cancel(true);
      throw silent(url, limit);
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new RegistryException(Kind.INTERRUPTED, "interrupted", url, "run it again");
    } catch (ExecutionException e) {
      throw translated(e.getCause() == null ? e : e.getCause(), url);
    }
  }

  private RegistryException silent(String url, Duration limit) {
    return new RegistryException(
        Kind.UNREACHABLE,
        "no complete answer within %d ms".formatted(limit.toMillis()),
        url,
        "check that the server is well and not overloaded");
  }

  private RegistryException translated(Throwable failure, String url) {
    if (failure instanceof LimitedBody.TooLarge tooLarge) {
      return new RegistryException(
          Kind.TOO_LARGE,
          String.valueOf(tooLarge.getMessage()),
          url,
          "check that this is a Nacos server");
    }
    if (failure instanceof HttpTimeoutException) {
      return silent(url, settings.requestTimeout());
    }
    if (failure instanceof ProtocolException) {
      return new RegistryException(
          Kind.UNEXPECTED_ANSWER,
          "unexpected answer: not HTTP (" + failure.getMessage() + ")",
          url,
          "check that this is the HTTP port of a Nacos server");
    }
    String why =
        failure instanceof ConnectException
                && failure.getCause() instanceof UnresolvedAddressException
            ? "the host name is not known"
            : failure instanceof ConnectException ? "connection refused" : reason(failure);
    return new RegistryException(
        Kind.UNREACHABLE,
        "the server cannot be reached (" + why + ")",
        url,
        "check that the server runs, and its address");
  }

  private static String reason(Throwable failure) {
    String kind = failure instanceof IOException ? "connection lost" : "failure";
    String message = failure.getMessage();
    return message == null ? kind : kind + ", " + message.toLowerCase(Locale.ROOT);
  }

  private static String encode(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
