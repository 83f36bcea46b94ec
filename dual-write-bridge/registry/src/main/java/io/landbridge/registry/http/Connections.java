package io.landbridge.registry.http;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnectionFactory;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Open connections to servers. One that was used is kept for the next request, for a shorter time
 * than servers keep theirs. There are never more than requests under way at once. Safe for use by
 * several threads at once.
 */
final class Connections {

  /** Tomcat closes what was idle for 20 s. */
  private static final long IDLE_NANOS = Duration.ofSeconds(15).toNanos();

  /** With room for what is sent together. */
  private static final Http1Config LIMITS =
      Http1Config.custom()
          .setMaxLineLength(64 << 10)
          .setMaxHeaderCount(200)
          .setBufferSize(32 << 10)
          .build();

  private final SSLSocketFactory tls;
  private final HttpConnectionFactory<? extends HttpClientConnection> factory =
      DefaultBHttpClientConnectionFactory.builder().http1Config(LIMITS).build();

  /** Those that are idle, the last one used first. */
  private final Map<ServerAddress, Deque<Idle>> idle = new ConcurrentHashMap<>();

  private record Idle(HttpClientConnection connection, long since) {}

  /** Makes an empty collection that believes whom the settings say. */
  Connections(ConnectionSettings settings) {
    this.tls = context(settings).getSocketFactory();
  }

  /** One that was used before and is still open as far as is known, or null. */
  @Nullable HttpClientConnection kept(ServerAddress server) {
    closeIdle(IDLE_NANOS);
    Deque<Idle> all = idle.get(server);
    Idle last = all == null ? null : all.pollFirst();
    return last == null ? null : last.connection();
  }

  /** Takes one back that can be used again. */
  void keep(ServerAddress server, HttpClientConnection connection) {
    idle.computeIfAbsent(server, key -> new ConcurrentLinkedDeque<>())
        .addFirst(new Idle(connection, System.nanoTime()));
  }

  /** Those that are idle now; a later request opens another one. */
  void closeIdle() {
    closeIdle(0);
  }

  /** Those of all servers, also of those that are not asked any more. */
  private void closeIdle(long forNanos) {
    long now = System.nanoTime();
    for (Deque<Idle> all : idle.values()) {
      for (Idle oldest = all.peekLast();
          oldest != null && now - oldest.since() >= forNanos;
          oldest = all.peekLast()) {
        // Another thread may have taken it.
        if (all.remove(oldest)) {
          oldest.connection().close(CloseMode.IMMEDIATE);
        }
      }
    }
  }

  /**
   * Opens another one.
   *
   * @param limit how long the connection may take, and each step of its encryption
   * @throws IOException if there is none; {@link java.net.SocketTimeoutException} after the limit
   */
  HttpClientConnection open(ServerAddress server, Duration limit) throws IOException {
    String host = server.base().getHost();
    int port = server.base().getPort();
    Socket socket = new Socket();
    try {
      int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, limit.toMillis()));
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), millis);
      if (!server.base().getScheme().equals("https")) {
        return factory.createConnection(socket);
      }
      socket.setSoTimeout(millis);
      SSLSocket encrypted = (SSLSocket) tls.createSocket(socket, host, port, true);
      SSLParameters parameters = encrypted.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      encrypted.setSSLParameters(parameters);
      encrypted.startHandshake();
      return factory.createConnection(encrypted, socket);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static SSLContext context(ConnectionSettings settings) {
    if (!settings.trust().isSystem() || settings.trust().hasIdentity()) {
      return TrustedCertificates.context(settings.trust());
    }
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no TLS", e);
    }
  }
}
