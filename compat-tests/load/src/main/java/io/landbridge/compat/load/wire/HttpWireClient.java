package io.landbridge.compat.load.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosApi;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * A naming client of the 1.x kind, as they are in every language: it asks over HTTP, leaves a UDP
 * port with its question, is told of changes there and acknowledges them, and asks again every few
 * seconds, or the server forgets it. It beats for what it registered at the same pace.
 *
 * <p>What it sends and how it reads is what the Java client 1.4 and the Go client 1.x do. Safe for
 * use from any thread; listeners run on a thread of its own and must not wait.
 */
public final class HttpWireClient implements AutoCloseable {

  /** What a Go client calls itself. */
  public static final String GO = "Nacos-Go-Client:v1.0.1";

  /** What a Java client calls itself. */
  public static final String JAVA = "Nacos-Java-Client:v1.4.6";

  private static final String LIST = "/v1/ns/instance/list";
  private static final String INSTANCE = "/v1/ns/instance";
  private static final String GROUP_DELIMITER = "@@";
  private static final String HERE = "127.0.0.1";
  private static final int MAX_DATAGRAM_BYTES = 64 * 1024;
  private static final int MAX_PUSH_BYTES = 1024 * 1024;

  /** Half of what the real ones take, and a sixth of what a server's memory lasts. */
  private static final int ASK_AGAIN_SECONDS = 5;

  private final NacosApi api;
  private final String namespace;
  private final DatagramSocket socket;
  private final ScheduledExecutorService asking;
  private final Map<ServiceName, Subscription> subscriptions = new ConcurrentHashMap<>();
  private final Set<Registered> registered = ConcurrentHashMap.newKeySet();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final AtomicInteger repeated = new AtomicInteger();
  private final AtomicInteger plain = new AtomicInteger();
  private final AtomicInteger compressed = new AtomicInteger();

  /** A question that is asked again and again. */
  private record Subscription(String clusters, Consumer<ServiceInstances> onPush) {}

  /** An ephemeral instance it registered. */
  private record Registered(ServiceName service, Instance instance) {}

  private HttpWireClient(NacosApi api, String namespace, DatagramSocket socket) {
    this.api = api;
    this.namespace = namespace;
    this.socket = socket;
    this.asking = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "http-wire"));
  }

  /**
   * Starts listening; nothing is asked yet.
   *
   * @param api the server
   * @param namespace of everything it does, spelled as the server shall get it
   * @param agent {@link #GO}, {@link #JAVA} or another name a server pushes to
   * @throws UncheckedIOException if there is no UDP port
   */
  public static HttpWireClient open(NacosApi api, String namespace, String agent) {
    try {
      HttpWireClient client =
          new HttpWireClient(
              api.withAgent(agent),
              namespace,
              new DatagramSocket(new InetSocketAddress(InetAddress.getByName(HERE), 0)));
      daemon(client::listen, "udp-wire").start();
      var unused =
          client.asking.scheduleWithFixedDelay(
              client::again, ASK_AGAIN_SECONDS, ASK_AGAIN_SECONDS, TimeUnit.SECONDS);
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Asks and stays subscribed.
   *
   * @param clusters the labels of those wanted, separated by commas; empty for all
   * @param onPush told of what comes by UDP, in place of an earlier one for the service
   * @return what is there now
   * @throws WireException if the server refuses
   */
  public ServiceInstances subscribe(
      ServiceName service, String clusters, Consumer<ServiceInstances> onPush) {
    Subscription subscription = new Subscription(clusters, onPush);
    subscriptions.put(service, subscription);
    return NamingMessages.instances(service, ask(service, subscription));
  }

  /** Registers an ephemeral instance, which lives as long as this client beats for it. */
  public void register(ServiceName service, Instance instance) {
    done(api.post(INSTANCE, parameters(service, instance, true)));
    registered.add(new Registered(service, instance));
  }

  /** Registers an instance that stays until somebody takes it away. */
  public void registerPersistent(ServiceName service, Instance instance) {
    done(api.post(INSTANCE, parameters(service, instance, false)));
  }

  /** Takes an ephemeral instance away. */
  public void deregister(ServiceName service, Instance instance) {
    registered.remove(new Registered(service, instance));
    done(api.delete(INSTANCE, parameters(service, instance, true)));
  }

  /** Takes a persistent instance away. */
  public void deregisterPersistent(ServiceName service, Instance instance) {
    done(api.delete(INSTANCE, parameters(service, instance, false)));
  }

  /** How many pushes came a second time, as they do when no acknowledgement was received. */
  public int repeated() {
    return repeated.get();
  }

  /** How many pushes came as text. */
  public int plain() {
    return plain.get();
  }

  /** How many pushes came compressed. */
  public int compressed() {
    return compressed.get();
  }

  /** Stops; the server forgets this client, and what it registered, half a minute later. */
  @Override
  public void close() {
    asking.shutdownNow();
    socket.close();
  }

  private void again() {
    subscriptions.forEach((service, subscription) -> attempt(() -> ask(service, subscription)));
    registered.forEach(each -> attempt(() -> beat(each)));
  }

  /** A server that is away now is asked again as soon as any other. */
  private static void attempt(Runnable question) {
    try {
      question.run();
    } catch (WireException | UncheckedIOException e) {
      // Next time.
    }
  }

  /** In the short form, for an instance that the server knows. */
  private void beat(Registered of) {
    done(api.put(INSTANCE + "/beat", parameters(of.service(), of.instance(), true)));
  }

  private JsonNode ask(ServiceName service, Subscription subscription) {
    Map<String, String> question = new HashMap<>();
    question.put("namespaceId", namespace);
    question.put("serviceName", grouped(service));
    question.put("clusters", subscription.clusters());
    question.put("udpPort", Integer.toString(socket.getLocalPort()));
    question.put("clientIP", HERE);
    question.put("healthyOnly", "false");
    return done(api.get(LIST, question)).json();
  }

  private Map<String, String> parameters(
      ServiceName service, Instance instance, boolean ephemeral) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("namespaceId", namespace);
    parameters.put("serviceName", grouped(service));
    parameters.put("groupName", service.group());
    parameters.put("ip", instance.ip());
    parameters.put("port", Integer.toString(instance.port()));
    parameters.put("clusterName", instance.cluster());
    parameters.put("weight", Double.toString(instance.weight()));
    parameters.put("enable", Boolean.toString(instance.enabled()));
    parameters.put("healthy", Boolean.toString(instance.healthy()));
    parameters.put("ephemeral", Boolean.toString(ephemeral));
    parameters.put("metadata", Message.JSON.valueToTree(instance.metadata()).toString());
    return parameters;
  }

  private static String grouped(ServiceName service) {
    return service.group() + GROUP_DELIMITER + service.name();
  }

  private static NacosApi.Answer done(NacosApi.Answer answer) {
    if (!answer.ok()) {
      throw WireException.refused(answer.status(), answer.body());
    }
    return answer;
  }

  private void listen() {
    DatagramPacket packet = new DatagramPacket(new byte[MAX_DATAGRAM_BYTES], MAX_DATAGRAM_BYTES);
    while (!socket.isClosed()) {
      try {
        packet.setLength(MAX_DATAGRAM_BYTES);
        socket.receive(packet);
        received(packet);
      } catch (IOException | IllegalArgumentException e) {
        // Closed, or something that is no push: the real ones go on listening, too.
      }
    }
  }

  private void received(DatagramPacket packet) throws IOException {
    byte[] bytes = Arrays.copyOf(packet.getData(), packet.getLength());
    boolean isCompressed = bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
    JsonNode push = Message.JSON.readTree(isCompressed ? decompressed(bytes) : bytes);
    String time = push.path("lastRefTime").asText();
    (isCompressed ? compressed : plain).incrementAndGet();
    if (!seen.add(time)) {
      repeated.incrementAndGet();
    }
    acknowledge(packet, time);
    JsonNode info = Message.JSON.readTree(push.path("data").asText());
    String grouped = info.path("name").asText();
    int delimiter = grouped.indexOf(GROUP_DELIMITER);
    if (delimiter < 1) {
      throw new IOException("a push of a service without its group: " + grouped);
    }
    ServiceName service =
        new ServiceName(
            namespace.isEmpty() ? ServiceName.PUBLIC : namespace,
            grouped.substring(0, delimiter),
            grouped.substring(delimiter + GROUP_DELIMITER.length()));
    Subscription subscription = subscriptions.get(service);
    if (subscription != null) {
      subscription.onPush().accept(NamingMessages.instances(service, info));
    }
  }

  private static byte[] decompressed(byte[] bytes) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readNBytes(MAX_PUSH_BYTES);
    }
  }

  private void acknowledge(DatagramPacket push, String time) throws IOException {
    ObjectNode answer = Message.JSON.createObjectNode();
    answer.put("type", "push-ack");
    answer.put("lastRefTime", time);
    answer.put("data", "");
    byte[] bytes = Message.JSON.writeValueAsBytes(answer);
    socket.send(new DatagramPacket(bytes, bytes.length, push.getSocketAddress()));
  }
}
