package io.landbridge.registry.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.landbridge.certificate.TestAuthority;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.Trust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS asked for where there is none, none where it is wanted, and certificates of strangers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class TlsIT {

  private HttpsServer server;
  private Trust authority;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    TestAuthority made = TestAuthority.make(directory, "server");
    authority = new Trust(made.certificate().toString());
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(made.server()));
    server.createContext("/", exchange -> FakeServer.answer(exchange, 200, "{}"));
    server.start();
  }

  @AfterAll
  void stop() {
    server.stop(0);
  }

  private static ServerClient client(String scheme, int port, Trust trust) {
    return new ServerClient(
        ConnectionSettings.of(
                List.of(ServerAddress.parse(scheme + "://127.0.0.1:" + port)),
                Credentials.ANONYMOUS)
            .withTrust(trust));
  }

  private static RegistryException failure(ServerClient client) {
    return catchThrowableOfType(RegistryException.class, () -> client.get("/x", Map.of()));
  }

  @Test
  void whoeverIsBelievedIsAsked() throws Exception {
    assertThat(client("https", server.getAddress().getPort(), authority).get("/x", Map.of()).text())
        .isEqualTo("{}");
  }

  @Test
  void whoeverIsNotBelievedIsNot() {
    RegistryException failure =
        failure(client("https", server.getAddress().getPort(), Trust.SYSTEM));

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure)
        .hasMessageContaining("certificate is not trusted")
        .hasMessageContaining("--ca-file");
  }

  @Test
  void tlsWhereThereIsNone() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> answerPlainly(plain));
      RegistryException failure = failure(client("https", plain.getLocalPort(), Trust.SYSTEM));

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure)
          .hasMessageContaining("does not speak TLS")
          .hasMessageContaining("use an http:// address");
      answered.get(10, TimeUnit.SECONDS);
    }
  }

  /** As Tomcat answers what is no request. */
  private static void answerPlainly(ServerSocket plain) {
    try (Socket socket = plain.accept()) {
      socket.getInputStream().read();
      socket.getOutputStream().write("HTTP/1.1 400 \r\n\r\n".getBytes(US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void tlsWhereNobodyAnswersIt() throws Exception {
    try (FakeServer plain = new FakeServer().on("/", 200, "{}")) {
      RegistryException failure =
          failure(client("https", plain.address().base().getPort(), Trust.SYSTEM));

      assertThat(failure).hasMessageContaining("that it speaks TLS");
    }
  }

  @Test
  void noTlsWhereItIsWanted() {
    RegistryException failure =
        failure(client("http", server.getAddress().getPort(), Trust.SYSTEM));

    assertThat(failure).hasMessageContaining("https://");
  }

  @Test
  void noTlsWhereAServerSaysThatItIsWanted() throws Exception {
    String tomcat = "Bad Request\r\nThis combination of host and port requires TLS.\r\n";
    try (FakeServer said = new FakeServer().on("/", 400, tomcat)) {
      RegistryException failure = failure(FakeServer.client(said));

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure)
          .hasMessageContaining("requires TLS")
          .hasMessageContaining("use an https:// address");
    }
  }
}
