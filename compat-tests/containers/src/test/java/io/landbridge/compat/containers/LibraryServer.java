package io.landbridge.compat.containers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Stands for Maven Central where an image downloads libraries: shows the local repository of the
 * build to containers, and to nobody else.
 */
final class LibraryServer implements AutoCloseable {

  private final HttpServer server;

  private LibraryServer(HttpServer server) {
    this.server = server;
  }

  /** Starts it at the address that this machine has on the network images are built in. */
  static LibraryServer start() throws IOException {
    Path repository = Path.of(System.getProperty("landbridge.repository"));
    HttpServer server = HttpServer.create(new InetSocketAddress(here(repository), 0), 0);
    server.createContext("/", exchange -> answer(exchange, repository));
    server.start();
    return new LibraryServer(server);
  }

  /** A network tells its gateway only once the engine was started again; its interface is there. */
  private static InetAddress here(Path anywhere) throws IOException {
    String name =
        Command.run(
                anywhere,
                "docker",
                "network",
                "inspect",
                "-f",
                "{{index .Options \"com.docker.network.bridge.name\"}}",
                "bridge")
            .ok()
            .out()
            .strip();
    return NetworkInterface.getByName(name)
        .inetAddresses()
        .filter(Inet4Address.class::isInstance)
        .findFirst()
        .orElseThrow(() -> new IOException(name + " has no address"));
  }

  private static void answer(HttpExchange exchange, Path repository) throws IOException {
    Path file = repository.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
    try (exchange) {
      if (file.startsWith(repository) && Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(200, Files.size(file));
        Files.copy(file, exchange.getResponseBody());
      } else {
        exchange.sendResponseHeaders(404, -1);
      }
    }
  }

  /** Where it is. */
  String address() {
    return "http://%s:%d"
        .formatted(server.getAddress().getHostString(), server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
