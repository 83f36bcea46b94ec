package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.registry.http.JsonTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * The UDP port pushes come to. What does not come from a server of the cluster is dropped before it
 * is looked at. What does is read, and acknowledged to where it came from in the form of the Java
 * client 1.x; the server sends what is not acknowledged once more.
 */
final class PushSocket implements AutoCloseable {

  private static final int MAX_DATAGRAM_BYTES = 64 * 1024;

  /** The most a push is when unpacked: a thousand times as much fits into a datagram. */
  private static final int MAX_PUSH_BYTES = 2 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final DatagramSocket socket;
  private final int maxBytes;
  private final Receiver receiver;
  private final Thread thread;

  /** What is done with a push. */
  interface Receiver {
    /** Whether a push may come from there; on the thread of the socket. */
    boolean isSender(InetAddress from);

    /**
     * Takes it, on the thread of the socket.
     *
     * @param service what a list query for the service would answer
     */
    void pushed(JsonNode service);
  }

  /**
   * Opens the port; nothing is read before {@link #start}.
   *
   * @param maxBytes how much a push may be when unpacked, up to 2 MiB
   */
  PushSocket(int maxBytes, Receiver receiver) throws IOException {
    this.socket = new DatagramSocket();
    this.maxBytes = Math.min(maxBytes, MAX_PUSH_BYTES);
    this.receiver = receiver;
    this.thread = new Thread(this::receive, "landbridge-legacy-push");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  private void receive() {
    byte[] buffer = new byte[MAX_DATAGRAM_BYTES];
    while (!socket.isClosed()) {
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(packet);
        if (receiver.isSender(packet.getAddress())) {
          received(packet);
        }
      } catch (IOException | RuntimeException | Error e) {
        // Closed, or something that is no push.
        continue;
      }
    }
  }

  private void received(DatagramPacket packet) throws IOException {
    JsonNode push = read(packet.getData(), packet.getLength(), maxBytes);
    boolean understood = isOfService(push);
    acknowledge(packet, understood ? "push-ack" : "unknown-ack", push.path("lastRefTime"));
    if (understood) {
      receiver.pushed(service(push));
    }
  }

  /**
   * Reads a datagram, packed or not.
   *
   * @param maxBytes how much it may be when unpacked
   * @throws IOException if it is more, or no JSON
   */
  static JsonNode read(byte[] datagram, int length, int maxBytes) throws IOException {
    return JsonTree.read(text(datagram, length, maxBytes));
  }

  /** Whether a push is about a service. */
  static boolean isOfService(JsonNode push) {
    String type = push.path("type").asText("");
    return type.equals("dom") || type.equals("service");
  }

  /**
   * What a push says of its service.
   *
   * @throws IOException if that is no JSON
   */
  static JsonNode service(JsonNode push) throws IOException {
    return JsonTree.read(push.path("data").asText(""));
  }

  private static String text(byte[] bytes, int length, int maxBytes) throws IOException {
    InputStream raw = new ByteArrayInputStream(bytes, 0, length);
    boolean packed = length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
    try (InputStream in = packed ? new GZIPInputStream(raw) : raw) {
      byte[] unpacked = in.readNBytes(maxBytes + 1);
      if (unpacked.length > maxBytes) {
        throw new IOException("a push of more than " + maxBytes + " bytes");
      }
      return new String(unpacked, StandardCharsets.UTF_8);
    }
  }

  private void acknowledge(DatagramPacket push, String type, JsonNode time) throws IOException {
    byte[] bytes = acknowledgement(type, time);
    socket.send(new DatagramPacket(bytes, bytes.length, push.getSocketAddress()));
  }

  private static byte[] acknowledgement(String type, JsonNode time) throws JsonProcessingException {
    return JSON.writeValueAsBytes(Map.of("type", type, "lastRefTime", time.asText(""), "data", ""));
  }

  @Override
  public void close() {
    socket.close();
  }
}
