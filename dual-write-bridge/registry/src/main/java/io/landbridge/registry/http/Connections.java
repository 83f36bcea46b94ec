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

  /** Nobody lets a connection carry fewer requests because of their number. */
  private static final int COUNTED = 50;

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

  /** How many requests a server lets a connection carry, of those that were found to count them. */
  private final Map<ServerAddress, Integer> most = new ConcurrentHashMap<>();

  private record Idle(Connection connection, long since) {}

  /** A connection, for one thread at a time. */
  final class Connection {

    private final ServerAddress server;
    private final HttpClientConnection http;
    private int carried;

    private Connection(ServerAddress server, HttpClientConnection http) {
      this.server = server;
      this.http = http;
    }

    HttpClientConnection http() {
      return http;
    }

    /**
     * How many more requests the server answers on it, as far as is known; at least one. What is
     * sent beyond that is lost: Tomcat closes a connection after 100 requests, others after 1000.
     */
    int room() {
      @Nullable Integer limit = most.get(server);
      return limit == null ? Integer.MAX_VALUE : Math.max(1, limit - carried);
    }

    /** A request on it was answered, as one that the server could answer, and it stays open. */
    void carried() {
      carried++;
      @Nullable Integer limit = most.get(server);
      if (limit != null && carried >= limit) {
        // It counts otherwise now.
        most.remove(server, limit);
      }
    }

    /**
     * Likewise, and the server closes it now. One that closes it for another reason does so soon.
     */
    void carriedLast() {
      carried++;
      if (carried >= COUNTED) {
        most.put(server, carried);
      }
    }
  }

  /** Makes an empty collection that believes whom the settings say. */
  Connections(ConnectionSettings settings) {
    this.tls = context(settings).getSocketFactory();
  }

  /** One that was used before and is still open as far as is known, or null. */
  @Nullable Connection kept(ServerAddress server) {
    closeIdle(IDLE_NANOS);
    Deque<Idle> all = idle.get(server);
    Idle last = all == null ? null : all.pollFirst();
    return last == null ? null : last.connection();
  }

  /** Takes one back that can be used again. */
  void keep(Connection connection) {
    idle.computeIfAbsent(connection.server, key -> new ConcurrentLinkedDeque<>())
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
          oldest.connection().http().close(CloseMode.IMMEDIATE);
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
  Connection open(ServerAddress server, Duration limit) throws IOException {
    return new Connection(server, connected(server, limit));
  }

  private HttpClientConnection connected(ServerAddress server, Duration limit) throws IOException {
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
