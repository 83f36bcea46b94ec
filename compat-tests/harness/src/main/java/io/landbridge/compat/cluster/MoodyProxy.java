package io.landbridge.compat.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in front of a Nacos 1.x server on the loopback address and passes everything on, until it
 * is told to answer in its place. Safe for use from any thread.
 */
public final class MoodyProxy implements AutoCloseable {

  /** The file with the certificate of one that speaks TLS. */
  public static final String AUTHORITY = "authority.pem";

  private static final int BACKLOG = 64;
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final List<String> PASSED_ON =
      List.of("content-type", "user-agent", "authorization");

  private final NacosServer target;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Object mended = new Object();
  private volatile Mood mood = Mood.PASSES_ON;

  /** How it answers. */
  public enum Mood {
    /** As the server does. */
    PASSES_ON,
    /** Status 500 to everything. */
    FAILS,
    /** Status 200 and a page nobody asked for, as portals and login pages do. */
    TALKS_NONSENSE,
    /**
     * Nothing, ever, as when a network loses whatever is sent. What is asked meanwhile is not
     * passed on later either.
     */
    SAYS_NOTHING,
    /** As a server that has just lost everything and knows it not: well-formed empty lists. */
    KNOWS_NOTHING
  }

  private record Reply(int status, String type, byte[] body) {

    static Reply of(int status, String type, String body) {
      return new Reply(status, type, body.getBytes(StandardCharsets.UTF_8));
    }
  }

  private MoodyProxy(NacosServer target, HttpServer server) {
    this.target = target;
    this.server = server;
  }

  /**
   * Starts to listen, on a free port.
   *
   * @throws UncheckedIOException if there is none
   */
  public static MoodyProxy before(NacosServer target) {
    try {
      return new MoodyProxy(target, HttpServer.create(anyPort(), BACKLOG)).started();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The same, speaking TLS, as what stands before a server that does not.
   *
   * @param directory that exists; {@value #AUTHORITY} in it is what clients have to believe in
   * @throws UncheckedIOException if there is no free port
   */
  public static MoodyProxy overTls(NacosServer target, Path directory) {
    ServerCertificate certificate = ServerCertificate.in(directory, AUTHORITY);
    try {
      HttpsServer server = HttpsServer.create(anyPort(), BACKLOG);
      server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
      return new MoodyProxy(target, server).started();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private MoodyProxy started() {
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    return this;
  }

  /** {@code ip:port}. */
  public String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /**
   * How many requests there were so far.
   *
   * @param path without a query, such as {@code /nacos/v1/ns/instance/beat}
   */
  public int asked(String path) {
    return Optional.ofNullable(asked.get(path)).map(AtomicInteger::get).orElse(0);
  }

  /** Answers so from the next request on. */
  public void be(Mood wanted) {
    synchronized (mended) {
      mood = wanted;
      mended.notifyAll();
    }
  }

  private Reply lost() throws IOException {
    synchronized (mended) {
      while (mood == Mood.SAYS_NOTHING) {
        try {
          mended.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException(e);
        }
      }
    }
    throw new IOException("lost");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked
          .computeIfAbsent(exchange.getRequestURI().getPath(), path -> new AtomicInteger())
          .incrementAndGet();
      byte[] body = exchange.getRequestBody().readAllBytes();
      Reply reply =
          switch (mood) {
            case PASSES_ON -> passedOn(exchange, body);
            case FAILS -> Reply.of(500, "text/plain", "java.lang.NullPointerException");
            case TALKS_NONSENSE -> Reply.of(200, "text/html", "<html>Please log in</html>");
            case SAYS_NOTHING -> lost();
            case KNOWS_NOTHING -> nothing(exchange, body);
          };
      exchange.getResponseHeaders().set("Content-Type", reply.type());
      exchange.sendResponseHeaders(
          reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
      exchange.getResponseBody().write(reply.body());
    }
  }

  private Reply nothing(HttpExchange exchange, byte[] body) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (exchange.getRequestMethod().equals("GET")) {
      if (path.endsWith("/distro/datums")) {
        return Reply.of(200, "application/json", "{}");
      }
      if (path.endsWith("/catalog/services")) {
        return Reply.of(200, "application/json", "{\"count\":0,\"serviceList\":[]}");
      }
      if (path.endsWith("/catalog/service")) {
        return Reply.of(500, "text/plain", "caused: serivce DEFAULT_GROUP@@it is not found!;");
      }
      if (path.endsWith("/instance/list")) {
        return Reply.of(200, "application/json", "{\"hosts\":[],\"cacheMillis\":3000}");
      }
    }
    return passedOn(exchange, body);
  }

  private Reply passedOn(HttpExchange exchange, byte[] body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + target.address() + exchange.getRequestURI()))
            .timeout(LIMIT)
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    for (String name : PASSED_ON) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    try {
      HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
      return new Reply(
          answer.statusCode(),
          answer.headers().firstValue("content-type").orElse("text/plain"),
          answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
