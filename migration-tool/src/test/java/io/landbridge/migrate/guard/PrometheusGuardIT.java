package io.landbridge.migrate.guard;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.landbridge.migrate.run.Guard.Objection;
import io.landbridge.registry.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guard asks a real Prometheus, and servers that answer what no Prometheus does. */
@Timeout(120)
class PrometheusGuardIT {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static Optional<Objection> ask(URI base, String query) throws Exception {
    return new PrometheusGuard(base, query, "", LIMIT, Trust.SYSTEM).objection();
  }

  /** A server that answers all requests alike. */
  private static final class Fake implements AutoCloseable {

    final List<String> requests = new CopyOnWriteArrayList<>();
    final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;

    Fake(int status, String location, byte[] body, boolean slow) throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            requests.add(
                exchange.getRequestURI()
                    + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            if (!location.isEmpty()) {
              exchange.getResponseHeaders().add("Location", location);
            }
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body, 0, slow ? body.length / 2 : body.length);
            exchange.getResponseBody().flush();
            if (slow) {
              try {
                closed.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }
            exchange.close();
          });
      server.start();
    }

    static Fake of(int status, String body) throws IOException {
      return new Fake(status, "", body.getBytes(StandardCharsets.UTF_8), false);
    }

    URI base() {
      return URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    }

    @Override
    public void close() {
      closed.countDown();
      server.stop(0);
    }
  }

  @Test
  void realPrometheusIsUnderstood(@TempDir Path directory) throws Exception {
    Path configuration = Files.writeString(directory.resolve("prometheus.yml"), "global: {}\n");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    try {
      URI base = URI.create("http://127.0.0.1:" + port);
      eventually("Prometheus answers", () -> assertThat(ask(base, "vector(1) > 2")).isEmpty());

      assertThat(ask(base, "vector(1)")).map(Objection::what).contains(QueryAnswer.OUT_OF_BOUNDS);
      assertThat(ask(base, "vector(0) == 0"))
          .hasValueSatisfying(each -> assertThat(each.detail()).contains("1 series", "= 0"));
      assertThat(ask(base, "vector(0) == bool 1")).isEmpty();
      assertThat(ask(base, "vector(1) == bool 1")).isPresent();
      assertThat(ask(base, "1 > bool 2")).isEmpty();
      assertThat(ask(base, "2 > bool 1")).isPresent();
      assertThat(ask(base, "absent(nobody_has_this)")).isPresent();
      assertThat(ask(base, "nobody_has_this > 1")).isEmpty();
      assertThat(ask(base, "vector(1)[5m:1m]"))
          .hasValueSatisfying(each -> assertThat(each.detail()).contains("'matrix'"));
      assertThat(ask(base, "sum("))
          .hasValueSatisfying(each -> assertThat(each.detail()).contains("400", "parse error"));
    } finally {
      prometheus.destroy();
      prometheus.waitFor();
    }
    assertThat(ask(URI.create("http://127.0.0.1:" + port), "vector(1) > 2"))
        .map(Objection::what)
        .contains(QueryAnswer.NO_ANSWER);
  }

  @Test
  void redirectionIsNotFollowed() throws Exception {
    try (Fake target = Fake.of(200, "{}");
        Fake server = new Fake(302, target.base().toString(), new byte[] {' '}, false)) {
      assertThat(
              new PrometheusGuard(server.base(), "x", "Bearer secret", LIMIT, Trust.SYSTEM)
                  .objection())
          .hasValueSatisfying(each -> assertThat(each.detail()).contains("302"));
      assertThat(server.requests).containsExactly("/api/v1/query?query=x Bearer secret");
      assertThat(target.requests).isEmpty();
    }
  }

  @Test
  void answerIsBounded() throws Exception {
    String start = "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}";
    String fits = start + " ".repeat(PrometheusGuard.MAX_BYTES - start.length());
    try (Fake server = Fake.of(200, fits);
        Fake larger = Fake.of(200, fits + " ")) {
      assertThat(ask(server.base(), "a > 1")).isEmpty();
      assertThat(ask(larger.base(), "a > 1"))
          .hasValueSatisfying(
              each -> assertThat(each.detail()).contains("more than 1048576 bytes"));
    }
  }

  @Test
  @Timeout(20)
  void answerThatDoesNotEndIsGivenUp() throws Exception {
    try (Fake server = new Fake(200, "", new byte[1000], true)) {
      assertThat(
              new PrometheusGuard(server.base(), "a > 1", "", Duration.ofSeconds(1), Trust.SYSTEM)
                  .objection())
          .hasValueSatisfying(each -> assertThat(each.detail()).contains("no answer within 1 s"));
    }
  }

  @Test
  void queryIsEscaped() throws Exception {
    try (Fake server = Fake.of(503, "")) {
      assertThat(ask(server.base(), "a{b=\"c&d\"} > 1 + 2"))
          .hasValueSatisfying(each -> assertThat(each.detail()).isEqualTo("answered with 503"));
      assertThat(server.requests)
          .containsExactly("/api/v1/query?query=a%7Bb%3D%22c%26d%22%7D+%3E+1+%2B+2 null");
    }
  }
}
