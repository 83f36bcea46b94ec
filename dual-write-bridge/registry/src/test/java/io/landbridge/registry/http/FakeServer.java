package io.landbridge.registry.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.landbridge.registry.ConnectionSettings;
import io.landbridge.registry.Credentials;
import io.landbridge.registry.ServerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that misbehaves as told; what a real one answers is tested on real ones. */
public final class FakeServer implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** Starts a server on a free port. */
  public FakeServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(executor);
    server.start();
  }

  /** Answers everything below a path. */
  public FakeServer on(String path, int status, String body) {
    return on(path, exchange -> answer(exchange, status, body));
  }

  /** Does as told for everything below a path. */
  public FakeServer on(String path, Behaviour behaviour) {
    server.createContext(
        path,
        exchange -> {
          requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          behaviour.handle(exchange);
        });
    return this;
  }

  /** Answers one request. */
  public static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** What was asked, as method and path with query. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Where it is, with the usual context path. */
  public ServerAddress address() {
    return ServerAddress.parse("127.0.0.1:" + server.getAddress().getPort());
  }

  /** A client with short limits. */
  public static ServerClient client(FakeServer... servers) {
    return client(Credentials.ANONYMOUS, servers);
  }

  /** A client with short limits that logs in. */
  public static ServerClient client(Credentials credentials, FakeServer... servers) {
    return new ServerClient(
        new ConnectionSettings(
            Arrays.stream(servers).map(FakeServer::address).toList(),
            credentials,
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            10_000));
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }

  /** What is done with a request. */
  public interface Behaviour {
    /** Answers, or does not. */
    void handle(HttpExchange exchange) throws IOException;
  }
}
