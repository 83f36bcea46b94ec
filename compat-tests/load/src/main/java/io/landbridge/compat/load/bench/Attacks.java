package io.landbridge.compat.load.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.load.wire.HttpWireClient;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * All kinds of attacks at once, each in a thread of its own and so often a second: what strangers
 * send to the API of 1.x clients, to the admin API and to ports that are not meant for them, what
 * clients with a permission to write register, providers that are asked, and what a legacy cluster
 * passes on. The rate is fixed, since a flood takes the processors of any server.
 */
final class Attacks implements AutoCloseable {

  private static final String ASKED = "bench-attack-asked";
  private static final String YAML = "bench-attack-yaml";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SECOND_MILLIS = 1_000;
  private static final int HUGE = 4 * 1024 * 1024;
  private static final int NOISE = 8 * 1024;
  private static final int RAFT = -1_000;
  private static final int GRPC = 1_000;

  private final List<NacosServer> members;
  private final NacosServer legacy;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final HostileProvider provider = HostileProvider.open();
  private final byte[] noise = new byte[NOISE];
  private final SortedMap<String, Count> counts = new TreeMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ended;

  private Attacks(List<NacosServer> members, NacosServer legacy) {
    this.members = members;
    this.legacy = legacy;
    new Random(17).nextBytes(noise);
  }

  /** One attack; gives the status of the answer, or 0 where there is none. */
  private interface Attack {
    int send(int number) throws IOException, InterruptedException;
  }

  /** How often an attack was made, and how that ended. */
  static final class Count {

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong broken = new AtomicLong();

    void answered(int status) {
      sent.incrementAndGet();
      if (status >= 500) {
        failed.incrementAndGet();
      } else if (status >= 400) {
        refused.incrementAndGet();
      }
    }

    void brokenOff() {
      sent.incrementAndGet();
      broken.incrementAndGet();
    }

    void addTo(ObjectNode json) {
      json.put("sent", sent.get());
      json.put("refused", refused.get());
      json.put("failed", failed.get());
      json.put("broken", broken.get());
    }
  }

  /** Begins with all of them. */
  static Attacks begin(List<NacosServer> members, NacosServer legacy, int perSecond) {
    Attacks attacks = new Attacks(members, legacy);
    attacks
        .all()
        .forEach(
            (name, attack) -> {
              Count count = new Count();
              attacks.counts.put(name, count);
              Thread thread =
                  new Thread(
                      () -> attacks.repeat(attack, count, SECOND_MILLIS / perSecond),
                      "attack-" + name);
              thread.setDaemon(true);
              attacks.threads.add(thread);
              thread.start();
            });
    return attacks;
  }

  /** Ends all of them; gives what came of each. */
  SortedMap<String, Count> end() {
    ended = true;
    for (Thread each : threads) {
      each.interrupt();
      try {
        each.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BenchException("interrupted");
      }
    }
    return counts;
  }

  /** How often the provider was asked that answers badly. */
  int asked() {
    return provider.asked();
  }

  @Override
  public void close() {
    end();
    provider.close();
  }

  private void repeat(Attack attack, Count count, int pauseMillis) {
    try {
      for (int i = 0; !ended; i++) {
        try {
          count.answered(attack.send(i));
        } catch (IOException e) {
          count.brokenOff();
        }
        Thread.sleep(pauseMillis);
      }
    } catch (InterruptedException ending) {
      // By end.
    }
  }

  private Map<String, Attack> all() {
    String much = "c".repeat(200_000);
    return Map.ofEntries(
        // Strangers, at the API of 1.x clients.
        Map.entry("v1_client_ip", i -> list(i, Map.of("clientIP", ":".repeat(64_000) + "x"))),
        Map.entry("v1_clusters", i -> list(i, Map.of("clusters", much))),
        Map.entry("v1_names", i -> register(member(i), "serviceName", "hostile." + much)),
        Map.entry("v1_lines", i -> register(member(i), "serviceName", "hostile.a\nb" + i)),
        Map.entry("v1_metadata", i -> register(member(i), "metadata", "a=" + much.repeat(4))),
        Map.entry("v1_beat", i -> beat(i, "{".repeat(100_000))),
        // A port that never answers, another one each time, and addresses of others.
        Map.entry(
            "v1_subscriptions",
            i ->
                list(
                    i,
                    Map.of(
                        "clientIP",
                        "10.9.%d.%d".formatted(i / 250 % 250, i % 250 + 1),
                        "udpPort",
                        Integer.toString(20_000 + i % 40_000)))),
        // Strangers, at the admin API.
        Map.entry(
            "admin_body",
            i -> send("PUT", member(i) + "/landbridge/v1/restore", "[" + "1,".repeat(HUGE / 2))),
        Map.entry(
            "admin_nested",
            i -> send("PUT", member(i) + "/landbridge/v1/restore", "[".repeat(500_000))),
        Map.entry("admin_watches", this::hangUp),
        Map.entry(
            "admin_names",
            i ->
                send(
                    "GET",
                    member(i)
                        + "/landbridge/v1/application?application="
                        + encoded("a\u202e\nb".repeat(500)),
                    "")),
        // An operator who takes what is hostile for what is not.
        Map.entry(
            "switched_on",
            i ->
                send(
                    "PUT",
                    member(i)
                        + "/landbridge/v1/translation?enabled=true&namespace=public&application="
                        + (i % 2 == 0 ? ASKED : YAML),
                    "")),
        // Strangers, at ports that are not meant for them.
        Map.entry("raft_noise", i -> noise(i, RAFT)),
        Map.entry("grpc_noise", i -> noise(i, GRPC)),
        Map.entry("udp_noise", this::datagram),
        // Clients that may write.
        Map.entry("yaml_version", this::registerYaml),
        Map.entry("asked_provider", this::registerAlone),
        // The legacy cluster.
        Map.entry("legacy_ports", i -> register(legacyUrl(), "port", "-1")),
        Map.entry(
            "legacy_metadata",
            i -> register(legacyUrl(), "metadata", "a=" + much.substring(0, 60_000))));
  }

  private String member(int number) {
    return members.get(number % members.size()).baseUrl();
  }

  private String legacyUrl() {
    return legacy.baseUrl();
  }

  private int list(int number, Map<String, String> more) throws IOException, InterruptedException {
    Map<String, String> form = new TreeMap<>(more);
    form.put("serviceName", "hostile.listed");
    // In the body, since an address can only be 8 KB long.
    return send("GET", member(number) + "/v1/ns/instance/list", form(form));
  }

  private int register(String server, String name, String value)
      throws IOException, InterruptedException {
    Map<String, String> form =
        new TreeMap<>(Map.of("serviceName", "hostile.one", "ip", "10.8.0.1", "port", "81"));
    form.put(name, value);
    return send("POST", server + "/v1/ns/instance", form(form));
  }

  private int beat(int number, String beat) throws IOException, InterruptedException {
    return send(
        "PUT",
        member(number) + "/v1/ns/instance/beat",
        form(Map.of("serviceName", "hostile.beat", "beat", beat)));
  }

  /** A provider whose version would be lines of a rule. */
  private int registerYaml(int number) throws IOException, InterruptedException {
    String name = "com.example.bench.attack.Yaml";
    return registerProvider(
        number,
        "providers:" + name + ":1.0.0:",
        "10.8.1." + (number % 250 + 1),
        20_880,
        Map.of(
            "application",
            YAML,
            "side",
            "provider",
            "interface",
            name,
            "version",
            "1.0\nstep: FORCE_APPLICATION\n#"));
  }

  /** A process that registers its application alone and says that it tells the rest itself. */
  private int registerAlone(int number) throws IOException, InterruptedException {
    int port = provider.port();
    return registerProvider(
        number,
        ASKED,
        "127.0.0.1",
        port,
        Map.of(
            "dubbo.endpoints",
            "[{\"port\":%d,\"protocol\":\"dubbo\"}]".formatted(port),
            "dubbo.metadata.revision",
            "%032x".formatted(number),
            "dubbo.metadata.storage-type",
            "local",
            "dubbo.metadata-service.url-params",
            "{\"version\":\"1.0.0\",\"dubbo\":\"2.0.2\",\"protocol\":\"dubbo\",\"port\":\"%d\"}"
                .formatted(port)));
  }

  private int registerProvider(
      int number, String service, String ip, int port, Map<String, String> metadata)
      throws IOException, InterruptedException {
    return send(
        "POST",
        member(number) + "/v1/ns/instance",
        form(
            Map.of(
                "serviceName",
                service,
                "ip",
                ip,
                "port",
                Integer.toString(port),
                "metadata",
                JSON.writeValueAsString(metadata))));
  }

  /** Waits for a change, and is gone before there is an answer. */
  private int hangUp(int number) throws IOException {
    NacosServer server = members.get(number % members.size());
    try (Socket socket = connect(server.port())) {
      socket
          .getOutputStream()
          .write(
              ("GET /nacos/landbridge/v1/watch?since=999999999&timeoutMillis=60000 HTTP/1.1\r\n"
                      + "Host: localhost\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    }
    return 0;
  }

  private int noise(int number, int offset) throws IOException {
    try (Socket socket = connect(members.get(number % members.size()).port() + offset)) {
      socket.getOutputStream().write(noise);
      socket.getOutputStream().flush();
    }
    return 0;
  }

  /** To where a bridge listens for pushes of its legacy cluster, whose address this is as well. */
  private int datagram(int number) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      for (int port : UdpPorts.of(members.get(number % members.size()).pid())) {
        socket.send(
            new DatagramPacket(
                noise, NOISE, new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
      }
    }
    return 0;
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PATIENCE.toMillis());
    return socket;
  }

  private int send(String verb, String url, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(PATIENCE)
            .header("User-Agent", HttpWireClient.JAVA)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(verb, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(each -> each.getKey() + "=" + encoded(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
