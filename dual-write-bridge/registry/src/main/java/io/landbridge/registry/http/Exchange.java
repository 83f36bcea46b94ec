package io.landbridge.registry.http;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * One request to one server and its answer, within the limits of {@link ConnectionSettings}. Safe
 * for use by several threads at once.
 */
final class Exchange {

  /** What Tomcat, nginx and others answer to plain HTTP where they expect TLS. */
  private static final Pattern WANTS_TLS =
      Pattern.compile("requires TLS|HTTP request (was )?sent to (an )?HTTPS", CASE_INSENSITIVE);

  private final HttpClient http;
  private final Semaphore places;

  Exchange(ConnectionSettings settings) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout());
    if (!settings.trust().isSystem()) {
      builder.sslContext(TrustedCertificates.context(settings.trust()));
    }
    this.http = builder.build();
    this.places = new Semaphore(settings.maxRequests(), true);
  }

  /**
   * What is asked.
   *
   * @param pathAndQuery below the context path
   * @param token empty for none
   * @param agent what the client calls itself
   * @param type of the body
   * @param body empty for none
   */
  record Question(
      String method,
      ServerAddress server,
      String pathAndQuery,
      String token,
      String agent,
      String type,
      String body) {

    String url() {
      return server + pathAndQuery;
    }

    @Override
    public String toString() {
      return method + " " + url();
    }
  }

  /**
   * Asks. A connection that was kept open and turns out to be closed is replaced once: servers
   * close idle ones, and nothing is asked that may not be asked twice.
   */
  Answer ask(Question question, ConnectionSettings limits) throws RegistryException {
    String url = question.url();
    Duration limit = limits.connectTimeout().plus(limits.requestTimeout());
    try {
      if (!places.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new RegistryException(
            Kind.UNAVAILABLE,
            "%d requests are under way and none ended within %d ms"
                .formatted(limits.maxRequests(), limit.toMillis()),
            url,
            "check that the server is well and not overloaded");
      }
    } catch (InterruptedException e) {
      throw interrupted(url);
    }
    try {
      try {
        return attempt(question, limits);
      } catch (ConnectionLost e) {
        return attempt(question, limits);
      }
    } catch (ConnectionLost e) {
      throw translated(e.cause, url, limits);
    } finally {
      places.release();
    }
  }

  private Answer attempt(Question question, ConnectionSettings limits)
      throws RegistryException, ConnectionLost {
    String url = question.url();
    try {
      // sendAsync costs half as much processor time again.
      // The request's own time limit ends with the headers.
      HttpResponse<byte[]> response =
          http.send(
              request(question, limits),
              info -> new LimitedBody(limits.maxAnswerBytes(), limits.requestTimeout()));
      Answer answer =
          Answer.of(question.server(), url, response.statusCode(), response.body(), date(response));
      if (answer.status() == 400 && WANTS_TLS.matcher(answer.text()).find()) {
        throw new RegistryException(
            Kind.UNREACHABLE, "the server wants TLS at this port", url, "give https:// for it");
      }
      return answer;
    } catch (InterruptedException e) {
      throw interrupted(url);
    } catch (IOException e) {
      // What happened is in one that has the caller's stack.
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause.getClass().equals(IOException.class)) {
        throw new ConnectionLost(cause);
      }
      throw translated(cause, url, limits);
    }
  }

  private static HttpRequest request(Question question, ConnectionSettings limits) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(question.server().resolve(question.pathAndQuery()))
            .timeout(limits.requestTimeout())
            .header("User-Agent", question.agent())
            .header("Accept", "application/json, text/plain, */*")
            .method(
                question.method(),
                question.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(question.body()));
    if (!question.body().isEmpty()) {
      request.header("Content-Type", question.type());
    }
    if (!question.token().isEmpty()) {
      request.header("Authorization", "Bearer " + question.token());
    }
    return request.build();
  }

  private static long date(HttpResponse<?> response) {
    String text = response.headers().firstValue("Date").orElse("");
    if (text.isEmpty()) {
      return 0;
    }
    try {
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant()
          .toEpochMilli();
    } catch (DateTimeException e) {
      return 0;
    }
  }

  private static RegistryException interrupted(String url) {
    Thread.currentThread().interrupt();
    return new RegistryException(Kind.INTERRUPTED, "interrupted", url, "run it again");
  }

  private static RegistryException silent(String url, Duration limit) {
    return new RegistryException(
        Kind.UNREACHABLE,
        "no complete answer within %d ms".formatted(limit.toMillis()),
        url,
        "check that the server is well and not overloaded"
            + (url.startsWith("https:") ? ", and that it speaks TLS at this port" : ""));
  }

  private static RegistryException translated(
      Throwable failure, String url, ConnectionSettings limits) {
    if (failure instanceof LimitedBody.TooLarge tooLarge) {
      return new RegistryException(
          Kind.TOO_LARGE,
          String.valueOf(tooLarge.getMessage()),
          url,
          "check that this is a Nacos server");
    }
    if (failure instanceof TimeoutException) {
      return silent(url, limits.requestTimeout());
    }
    if (failure instanceof HttpTimeoutException) {
      return silent(
          url,
          failure instanceof HttpConnectTimeoutException
              ? limits.connectTimeout()
              : limits.requestTimeout());
    }
    if (failure instanceof ProtocolException) {
      return new RegistryException(
          Kind.UNEXPECTED_ANSWER,
          "unexpected answer: not HTTP (" + failure.getMessage() + ")",
          url,
          "check that this is the HTTP port of a Nacos server, and give https:// if it wants TLS");
    }
    if (failure instanceof SSLException tls) {
      return withoutTls(tls, url);
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
        "check that the server runs, and its address"
            + (failure instanceof ConnectException ? "" : ", and give https:// if it wants TLS"));
  }

  private static RegistryException withoutTls(SSLException failure, String url) {
    boolean disbelieved = failure.getCause() instanceof CertificateException;
    return new RegistryException(
        Kind.UNREACHABLE,
        (disbelieved
                ? "the server's certificate is not believed (%s)"
                : "the server does not speak TLS at this port (%s)")
            .formatted(failure.getMessage()),
        url,
        disbelieved
            ? "give its authority with --ca-file, and the server by a name in its certificate"
            : "give http:// for it, or its port for https://");
  }

  private static String reason(Throwable failure) {
    String kind = failure instanceof IOException ? "connection lost" : "failure";
    String message = failure.getMessage();
    return message == null ? kind : kind + ", " + message.toLowerCase(Locale.ROOT);
  }

  /** The connection ended before an answer. */
  private static final class ConnectionLost extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Throwable cause;

    ConnectionLost(Throwable cause) {
      super(cause);
      this.cause = cause;
    }
  }
}
