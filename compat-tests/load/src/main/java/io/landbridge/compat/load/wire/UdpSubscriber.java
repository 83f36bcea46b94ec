package io.landbridge.compat.load.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * A subscriber as the 1.x client is one: it asks for a list over HTTP and leaves a UDP port with
 * the question, to which the server sends what changes, and asks again every ten seconds, because
 * the server forgets the port after half a minute.
 *
 * <p>Unlike that client it does not fall back on what it asks for: listeners are told of pushes
 * only. Listeners run on its own thread and must not wait. Safe for use from any thread.
 */
public final class UdpSubscriber implements AutoCloseable {

  private static final int MAX_DATAGRAM = 64 * 1024;
  private static final int GZIP_MAGIC = 0x1f8b;
  private static final Duration AGAIN = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Wire wire;
  private final ServerEndpoint server;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final DatagramSocket socket;
  private final Map<String, Consumer<ServiceInstances>> listeners = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private UdpSubscriber(Wire wire, ServerEndpoint server, DatagramSocket socket) {
    this.wire = wire;
    this.server = server;
    this.socket = socket;
  }

  /**
   * Opens a port and listens to it.
   *
   * @param server on this machine
   */
  public static UdpSubscriber open(Wire wire, ServerEndpoint server) {
    UdpSubscriber subscriber;
    try {
      subscriber =
          new UdpSubscriber(
              wire,
              server,
              new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(subscriber::receive, "udp-subscriber");
    thread.setDaemon(true);
    thread.start();
    wire.later(AGAIN, subscriber::renew);
    return subscriber;
  }

  /**
   * Subscribes, in the default namespace.
   *
   * @param onPush told of every push from now on
   * @return what is in the service now; exceptionally with a {@link WireException} if the server
   *     does not say
   */
  public CompletableFuture<ServiceInstances> subscribe(
      ServiceName service, Consumer<ServiceInstances> onPush) {
    String name = service.group() + "@@" + service.name();
    listeners.put(name, onPush);
    return ask(name).thenApply(answer -> NamingMessages.instances(service, answer));
  }

  private CompletableFuture<JsonNode> ask(String name) {
    String query =
        "serviceName=%s&namespaceId=public&clientIP=127.0.0.1&udpPort=%d&clusters=&healthyOnly=false"
            .formatted(URLEncoder.encode(name, StandardCharsets.UTF_8), socket.getLocalPort());
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://%s/nacos/v1/ns/instance/list?%s".formatted(server, query)))
            // The server pushes to clients it knows to understand that.
            .header("User-Agent", "Nacos-Java-Client:v1.4.6")
            .header("Client-Version", "Nacos-Java-Client:v1.4.6")
            .timeout(TIMEOUT)
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenApply(
            answer -> {
              if (answer.statusCode() != 200) {
                throw WireException.refused(answer.statusCode(), answer.body());
              }
              return read(answer.body());
            });
  }

  private void renew() {
    if (closed) {
      return;
    }
    listeners.keySet().forEach(this::ask);
    wire.later(AGAIN, this::renew);
  }

  private void receive() {
    byte[] buffer = new byte[MAX_DATAGRAM];
    while (!closed) {
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(packet);
        JsonNode push = read(text(packet));
        acknowledge(push, packet);
        JsonNode data = read(push.path("data").asText());
        Consumer<ServiceInstances> listener = listeners.get(data.path("name").asText());
        if (listener != null) {
          listener.accept(NamingMessages.instances(name(data.path("name").asText()), data));
        }
      } catch (IOException | RuntimeException e) {
        // Closed, or something else came to this port.
        continue;
      }
    }
  }

  private static ServiceName name(String grouped) {
    int separator = grouped.indexOf("@@");
    return new ServiceName(
        ServiceName.PUBLIC, grouped.substring(0, separator), grouped.substring(separator + 2));
  }

  /** The server sends what is not acknowledged again, once. */
  private void acknowledge(JsonNode push, DatagramPacket packet) throws IOException {
    byte[] answer =
        Message.JSON
            .createObjectNode()
            .put("type", "push-ack")
            .put("lastRefTime", push.path("lastRefTime").asText())
            .put("data", "")
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
  }

  private static String text(DatagramPacket packet) throws IOException {
    byte[] bytes = packet.getData();
    ByteArrayInputStream raw = new ByteArrayInputStream(bytes, 0, packet.getLength());
    boolean packed =
        packet.getLength() > 2 && ((bytes[0] & 0xff) << 8 | bytes[1] & 0xff) == GZIP_MAGIC;
    try (var in = packed ? new GZIPInputStream(raw) : raw) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static JsonNode read(String text) {
    try {
      return Message.JSON.readTree(text);
    } catch (IOException e) {
      throw new WireException(WireException.Kind.MALFORMED, "no JSON: " + e.getMessage());
    }
  }

  /** Closes the port; the server forgets it by itself. */
  @Override
  public void close() {
    closed = true;
    socket.close();
  }
}
