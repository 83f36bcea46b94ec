package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.landbridge.certificate.Keytool;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that answers nobody without a certificate it believes in. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class ClientCertificateIT {

  private static final char[] SECRET = "for this test".toCharArray();

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private Path directory;
  private SSLContext context;

  @BeforeAll
  void make(@TempDir Path temporary) throws Exception {
    directory = temporary;
    identity("server", "-keyalg EC -groupname secp256r1", "SAN=IP:127.0.0.1");
    identity("ec", "-keyalg EC -groupname secp256r1", "BC=ca:false");
    identity("rsa", "-keyalg RSA -keysize 2048", "BC=ca:false");
    identity("stranger", "-keyalg EC -groupname secp256r1", "BC=ca:false");
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(store("server"), SECRET);
    KeyStore believed = KeyStore.getInstance("PKCS12");
    believed.load(null, null);
    for (String each : List.of("ec", "rsa")) {
      believed.setCertificateEntry(each, store(each).getCertificate("one"));
    }
    TrustManagerFactory others =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    others.init(believed);
    context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), others.getTrustManagers(), null);
  }

  @AfterAll
  void end() {
    executor.shutdownNow();
  }

  /** A key pair as a store, and as the two PEM files an operator has. */
  private void identity(String name, String algorithm, String extension) throws Exception {
    keytool(name, "-genkeypair -dname CN=" + name + " " + algorithm + " -ext " + extension);
    keytool(name, "-exportcert -rfc -file " + directory.resolve(name + ".pem"));
    Files.writeString(
        directory.resolve(name + ".key"),
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(
                Base64.getMimeEncoder()
                    .encodeToString(store(name).getKey("one", SECRET).getEncoded())));
  }

  private void keytool(String name, String arguments) throws Exception {
    Keytool.run(
        arguments + " -alias one -storetype PKCS12",
        directory.resolve(name + ".p12"),
        String.valueOf(SECRET));
  }

  private KeyStore store(String name) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve(name + ".p12"))) {
      store.load(in, SECRET);
    }
    return store;
  }

  private HttpsServer server(String protocol) throws Exception {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters strict = context.getDefaultSSLParameters();
            strict.setNeedClientAuth(true);
            strict.setProtocols(new String[] {protocol});
            parameters.setSSLParameters(strict);
          }
        });
    server.setExecutor(executor);
    server.createContext("/", exchange -> FakeServer.answer(exchange, 200, "{}"));
    server.start();
    return server;
  }

  private ServerClient client(int port, String certificate, String key) {
    return new ServerClient(
        ConnectionSettings.of(
                List.of(ServerAddress.parse("https://127.0.0.1:" + port)), Credentials.ANONYMOUS)
            .withTrust(new Trust(file("server.pem"), file(certificate), file(key))));
  }

  private String file(String name) {
    return name.isEmpty() ? "" : directory.resolve(name).toString();
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3, ec", "TLSv1.3, rsa", "TLSv1.2, ec", "TLSv1.2, rsa"})
  void whoeverShowsOneIsAnswered(String protocol, String who) throws Exception {
    HttpsServer server = server(protocol);
    try {
      assertThat(
              client(server.getAddress().getPort(), who + ".pem", who + ".key")
                  .get("/x", Map.of())
                  .text())
          .isEqualTo("{}");
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3, ''", "TLSv1.3, stranger", "TLSv1.2, ''", "TLSv1.2, stranger"})
  void whoeverDoesNotIsTold(String protocol, String who) throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      executor.execute(() -> refuseAll(plain, protocol));
      RegistryException failure = failure(plain.getLocalPort(), who);

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure)
          .hasMessageContaining("rejects the client certificate, or requires one")
          .hasMessageContaining("--client-certificate");
    }
  }

  /** The JDK's server closes the connection and says nothing. */
  @ParameterizedTest
  @CsvSource({"TLSv1.3, ''", "TLSv1.3, stranger", "TLSv1.2, ''", "TLSv1.2, stranger"})
  void whereNothingIsSaidItIsGuessed(String protocol, String who) throws Exception {
    HttpsServer server = server(protocol);
    try {
      RegistryException failure = failure(server.getAddress().getPort(), who);

      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure).hasMessageContaining("--client-certificate");
    } finally {
      server.stop(0);
    }
  }

  private RegistryException failure(int port, String who) {
    ServerClient client =
        who.isEmpty() ? client(port, "", "") : client(port, who + ".pem", who + ".key");
    return catchThrowableOfType(RegistryException.class, () -> client.get("/x", Map.of()));
  }

  /** Says why, as Tomcat does, and stays until the client is gone. */
  private void refuseAll(ServerSocket plain, String protocol) {
    while (!plain.isClosed()) {
      try (Socket socket = plain.accept()) {
        SSLSocket encrypted =
            (SSLSocket) context.getSocketFactory().createSocket(socket, null, 0, false);
        encrypted.setUseClientMode(false);
        encrypted.setNeedClientAuth(true);
        encrypted.setEnabledProtocols(new String[] {protocol});
        try {
          encrypted.startHandshake();
        } catch (SSLException e) {
          socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
      } catch (IOException e) {
        // The client went first, or the test is over.
        continue;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent.key", "rsa.key", "ec.pem", "old.key"})
  void aKeyThatCannotBeUsedIsNamedAndNotShown(String key) throws Exception {
    Files.writeString(
        directory.resolve("old.key"),
        "-----BEGIN EC PRIVATE KEY-----\naHVudGVyMg==\n-----END EC PRIVATE KEY-----\n");
    HttpsServer server = server("TLSv1.3");
    try {
      assertThatThrownBy(() -> client(server.getAddress().getPort(), "ec.pem", key))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(key)
          .message()
          .doesNotContain("aHVudGVyMg");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aCertificateThatIsNoneIsNamed() throws Exception {
    Files.writeString(directory.resolve("empty.pem"), "");
    HttpsServer server = server("TLSv1.3");
    try {
      assertThatThrownBy(() -> client(server.getAddress().getPort(), "empty.pem", "ec.key"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("empty.pem");
    } finally {
      server.stop(0);
    }
  }
}
