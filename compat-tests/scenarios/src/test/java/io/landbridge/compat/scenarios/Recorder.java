package io.landbridge.compat.scenarios;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Listens where somebody might connect to, and keeps what is sent. Answers HTTP requests with a
 * token and nothing else, or never. Safe for use from any thread.
 */
final class Recorder implements AutoCloseable {

  private static final byte[] ANSWER =
      """
      HTTP/1.1 200 OK\r
      Content-Type: application/json\r
      Content-Length: 40\r
      Connection: close\r
      \r
      {"accessToken":"token","tokenTtl":18000}"""
          .getBytes(StandardCharsets.US_ASCII);

  /** Somebody who waits for an answer sends nothing more; then it is answered. */
  private static final int QUIET_MILLIS = 300;

  private final ServerSocket socket;
  private final boolean answers;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final AtomicInteger connections = new AtomicInteger();

  private Recorder(String ip, boolean answers) throws IOException {
    this.answers = answers;
    socket = new ServerSocket();
    socket.bind(new InetSocketAddress(ip, 0));
    threads.execute(this::accept);
  }

  /** One that stands for an HTTP server. */
  static Recorder http(String ip) throws IOException {
    return new Recorder(ip, true);
  }

  /** One that takes connections and ends them. */
  static Recorder tcp(String ip) throws IOException {
    return new Recorder(ip, false);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** How often somebody connected. */
  int connections() {
    return connections.get();
  }

  /** Everything that was sent, as text. */
  synchronized String received() {
    return received.toString(StandardCharsets.ISO_8859_1);
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.incrementAndGet();
        threads.execute(() -> record(connection));
      } catch (IOException e) {
        // Closed.
        return;
      }
    }
  }

  private void record(Socket connection) {
    try (connection) {
      connection.setSoTimeout(QUIET_MILLIS);
      InputStream in = connection.getInputStream();
      byte[] buffer = new byte[8192];
      try {
        for (int read = in.read(buffer); answers && read >= 0; read = in.read(buffer)) {
          keep(buffer, read);
        }
      } catch (SocketTimeoutException e) {
        // The request is complete.
      }
      if (answers) {
        connection.getOutputStream().write(ANSWER);
      }
    } catch (IOException e) {
      // The client has closed its connection.
    }
  }

  private synchronized void keep(byte[] buffer, int length) {
    received.write(buffer, 0, length);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
