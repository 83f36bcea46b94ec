package io.landbridge.registry.http;

import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A port that speaks whatever it is told to. */
final class RawServer implements AutoCloseable {

  private final ServerSocket port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger connections = new AtomicInteger();

  /** What is done with a connection; it is closed afterwards. */
  @FunctionalInterface
  interface Speech {
    void speak(Socket connection) throws IOException, InterruptedException;
  }

  RawServer(Speech speech) throws IOException {
    threads.execute(
        () -> {
          while (!port.isClosed()) {
            try {
              Socket connection = port.accept();
              connections.incrementAndGet();
              threads.submit(
                  () -> {
                    try (connection) {
                      speech.speak(connection);
                    }
                    return null;
                  });
            } catch (IOException closed) {
              return;
            }
          }
        });
  }

  /** Reads a request without a body, to the empty line. Returns what came until then. */
  static String readRequest(Socket connection) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int last = 0, next; (next = connection.getInputStream().read()) != -1; ) {
      text.append((char) next);
      last = next == '\n' ? last + 1 : next == '\r' ? last : 0;
      if (last == 2) {
        break;
      }
    }
    return text.toString();
  }

  static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    connection.getOutputStream().flush();
  }

  /** How many were accepted. */
  int connections() {
    return connections.get();
  }

  ServerClient client() {
    return new ServerClient(
        new ConnectionSettings(
            List.of(ServerAddress.parse("127.0.0.1:" + port.getLocalPort())),
            Credentials.ANONYMOUS,
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            10_000));
  }

  @Override
  public void close() throws IOException {
    port.close();
    threads.shutdownNow();
  }
}
