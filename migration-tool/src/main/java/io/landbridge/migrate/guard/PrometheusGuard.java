package io.landbridge.migrate.guard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.migrate.run.Guard;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.Trust;
import io.landbridge.registry.http.TrustedCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the HTTP API of Prometheus for the value of a query. A server that does not answer, or
 * answers with something else, is an objection like a query that is out of bounds. Redirections are
 * not followed, and an answer has at most {@value #MAX_BYTES} bytes. For one thread.
 */
public final class PrometheusGuard implements Guard {

  /** How large an answer may be. */
  static final int MAX_BYTES = 1024 * 1024;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client;
  private final HttpRequest request;
  private final String query;
  private final Duration limit;

  /**
   * Makes a guard; nothing is asked yet.
   *
   * @param base the address of the server, to which {@code /api/v1/query} is added
   * @param query in PromQL
   * @param authorization the header of that name; empty for none
   * @param limit how long an answer may take
   * @param trust which certificates are believed in, for an https address
   * @throws IllegalArgumentException if the certificates cannot be read; says which file and why
   */
  public PrometheusGuard(
      URI base, String query, String authorization, Duration limit, Trust trust) {
    this.query = query;
    this.limit = limit;
    this.client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limit)
            .sslContext(TrustedCertificates.context(trust))
            .build();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(
                URI.create(
                    base.toString().replaceAll("/+$", "")
                        + "/api/v1/query?query="
                        + URLEncoder.encode(query, StandardCharsets.UTF_8)))
            .timeout(limit)
            .header("Accept", "application/json");
    if (!authorization.isEmpty()) {
      builder.header("Authorization", authorization);
    }
    this.request = builder.GET().build();
  }

  @Override
  public Optional<Objection> objection() throws RegistryException {
    CompletableFuture<HttpResponse<byte[]>> exchange =
        client.sendAsync(request, head -> new BoundedBody(MAX_BYTES));
    try {
      return judged(exchange.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return QueryAnswer.none("no answer within %d s".formatted(limit.toSeconds()));
    } catch (ExecutionException e) {
      return QueryAnswer.none(reason(e.getCause() == null ? e : e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RegistryException(
          Kind.INTERRUPTED,
          "interrupted while the guard was asked",
          request.uri().getHost(),
          "run the command again to continue");
    } finally {
      exchange.cancel(true);
    }
  }

  private static String reason(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof CertificateException) {
        return "the server's certificate is not trusted (%s); pass the issuing CA with "
                .formatted(QueryAnswer.shortened(String.valueOf(each.getMessage())))
            + "--guard-ca-file, and use a host name from the certificate";
      }
    }
    String message = failure.getMessage();
    return QueryAnswer.shortened(message == null ? failure.getClass().getSimpleName() : message);
  }

  private Optional<Objection> judged(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    if (status == 200) {
      return QueryAnswer.objection(query, response.body());
    }
    return QueryAnswer.none(
        status >= 300 && status < 400
            ? "answered with %d, and redirections are not followed".formatted(status)
            : "answered with %d%s".formatted(status, error(response.body())));
  }

  /** What Prometheus says of a query that it refuses. */
  private static String error(byte[] body) {
    try {
      JsonNode answer = JSON.readTree(body);
      String error = answer == null ? "" : answer.path("error").asText();
      return error.isEmpty() ? "" : ": " + QueryAnswer.shortened(error);
    } catch (IOException e) {
      return "";
    }
  }
}
