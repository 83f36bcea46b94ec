package io.landbridge.front.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.front.Caller;
import io.landbridge.front.ClientAgent;
import io.landbridge.front.MemoryServer;
import io.landbridge.front.PushData;
import io.landbridge.front.Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets on both sides. */
@Timeout(30)
class UdpPushIT {

  private static final ServiceKey SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "s");
  private static final Caller JAVA =
      new Caller(ClientAgent.of("Nacos-Java-Client:v1.4.6"), "app", "127.0.0.1");
  private static final String HERE = "127.0.0.1";

  private final MemoryServer server = new MemoryServer();
  private final List<Throwable> problems = new CopyOnWriteArrayList<>();
  private UdpPush push;

  @BeforeEach
  void start() {
    push = push(Duration.ofMillis(300), Duration.ofSeconds(20), 100);
  }

  private UdpPush push(Duration acknowledgement, Duration patience, int most) {
    return new UdpPush(
        new PushData(server),
        new PushSettings(Duration.ofMillis(20), acknowledgement, patience, most),
        problems::add);
  }

  @AfterEach
  void stop() {
    push.close();
    assertThat(problems).isEmpty();
  }

  @Test
  void whoSubscribesIsToldOfChangesAndAcknowledges() throws Exception {
    try (Client client = new Client()) {
      assertThat(client.subscribe(push, "")).isTrue();
      register("10.0.0.1", 1, "x");
      push.changed(SERVICE);
      Push first = client.receive();
      assertThat(first.text())
          .startsWith("{\"type\":\"dom\",\"data\":\"{\\\"hosts\\\":[{\\\"ip\\\":\\\"10.0.0.1\\\"")
          .contains("\\\"cacheMillis\\\":10000")
          .matches(".*\"lastRefTime\":\\d+}");
      assertThat(first.compressed()).isFalse();
      client.acknowledge(first);
      await().until(() -> push.counts().acknowledged() == 1);

      register("10.0.0.2", 2, "x".repeat(2_000));
      push.changed(SERVICE);
      Push second = client.receive();
      assertThat(second.compressed()).isTrue();
      assertThat(second.text()).contains("10.0.0.1", "10.0.0.2");
      client.acknowledge(second);
      await().until(() -> push.counts().acknowledged() == 2);
      assertThat(push.counts().sent()).isEqualTo(2);
      assertThat(push.counts().repeated()).isZero();
      assertThat(push.subscribers(SERVICE))
          .containsExactly(new UdpPush.Subscriber(HERE, client.port(), JAVA.agent().text(), "app"));
    }
  }

  @Test
  void changesInOneMomentAreToldTogether() throws Exception {
    try (Client client = new Client()) {
      client.subscribe(push, "");
      for (int i = 1; i <= 50; i++) {
        register("10.0.0." + i, i, "");
        push.changed(SERVICE);
      }
      Push last = client.receive();
      while (!last.text().contains("10.0.0.50")) {
        client.acknowledge(last);
        last = client.receive();
      }
      client.acknowledge(last);
      assertThat(push.counts().sent()).isLessThan(10);
    }
  }

  @Test
  void whoDoesNotAnswerIsSentWhatIsThenTheCaseOnceMoreAndNoMore() throws Exception {
    try (Client client = new Client()) {
      client.subscribe(push, "");
      register("10.0.0.1", 1, "");
      push.changed(SERVICE);
      Push first = client.receive();
      // Nobody tells of this one: it is seen because the packet is made anew.
      register("10.0.0.2", 2, "");
      Push second = client.receive();
      assertThat(second.text()).contains("10.0.0.2");
      assertThat(second.reference()).isNotEqualTo(first.reference());
      await().until(() -> push.counts().failed() == 1);
      assertThat(client.isSilent()).isTrue();
      assertThat(push.counts().repeated()).isEqualTo(1);
      // What comes late or twice or from nowhere changes nothing.
      client.acknowledge(first);
      client.acknowledge(second);
      client.send("{\"type\":\"push-ack\",\"lastRefTime\":\"99999999999999999999\"}");
      client.send("bogus");
      assertThat(client.isSilent()).isTrue();
      assertThat(push.counts().acknowledged()).isZero();
    }
  }

  @Test
  void eachIsToldOfTheClustersItAskedFor() throws Exception {
    try (Client one = new Client();
        Client both = new Client()) {
      one.subscribe(push, "a");
      both.subscribe(push, "");
      register("10.0.0.1", 1, "a", "");
      register("10.0.0.2", 2, "b", "");
      push.push(SERVICE);
      assertThat(one.receive().text()).contains("10.0.0.1").doesNotContain("10.0.0.2");
      assertThat(both.receive().text()).contains("10.0.0.1", "10.0.0.2");
    }
  }

  @Test
  void eachIsToldWhatItIsMeantToSee() throws Exception {
    server.personal(SERVICE);
    try (Client client = new Client()) {
      client.subscribe(push, "");
      register(HERE, 1, "");
      register("10.0.0.2", 2, "");
      push.push(SERVICE);
      assertThat(client.receive().text()).contains("\\\"127.0.0.1\\\"").doesNotContain("10.0.0.2");
    }
  }

  @Test
  void whoDoesNotAskAgainIsForgotten() throws Exception {
    push.close();
    push = push(Duration.ofSeconds(10), Duration.ofMillis(100), 100);
    try (Client client = new Client()) {
      client.subscribe(push, "");
      await().until(() -> !push.any(SERVICE));
      assertThat(push.counts().subscriptions()).isZero();
      push.changed(SERVICE);
      assertThat(client.isSilent()).isTrue();
      assertThat(client.subscribe(push, "")).isTrue();
      assertThat(push.any(SERVICE)).isTrue();
    }
  }

  @Test
  void thereAreOnlySoManyAndNoneThatMustBeLookedUp() throws Exception {
    push.close();
    push = push(Duration.ofSeconds(10), Duration.ofSeconds(20), 2);
    assertThat(push.subscribe(SERVICE, "", JAVA, HERE, 1)).isTrue();
    assertThat(push.subscribe(SERVICE, "", JAVA, HERE, 2)).isTrue();
    assertThat(push.subscribe(SERVICE, "", JAVA, HERE, 3)).isFalse();
    assertThat(push.subscribe(SERVICE, "", JAVA, HERE, 1)).isTrue();
    for (String name : List.of("localhost", "", "999.1.1.1", "1.2.3", "a:b", "example.com")) {
      assertThat(push.subscribe(SERVICE, "x", JAVA, name, 4)).as(name).isFalse();
    }
    assertThat(push.counts().subscriptions()).isEqualTo(2);
    assertThat(push.counts().refused()).isEqualTo(7);
  }

  @Test
  void deadClientsHoldNobodyUp() throws Exception {
    push.close();
    push = push(Duration.ofMillis(300), Duration.ofSeconds(20), 5_000);
    for (int i = 0; i < 2_000; i++) {
      push.subscribe(SERVICE, "", JAVA, "127.1.0." + (i % 250 + 1), 40_000 + i);
    }
    try (Client client = new Client()) {
      client.subscribe(push, "");
      for (int i = 0; i < 20; i++) {
        register("10.0.0.1", 1, "v" + i);
        push.changed(SERVICE);
        Push told = client.receive();
        while (!told.text().contains("v" + i)) {
          told = client.receive();
        }
        client.acknowledge(told);
      }
    }
    assertThat(push.counts().subscriptions()).isEqualTo(2_001);
  }

  private void register(String ip, int port, String value) {
    register(ip, port, "DEFAULT", value);
  }

  private void register(String ip, int port, String cluster, String value) {
    server.register(
        SERVICE,
        new Registration(ip, port, cluster, 1, true, true, true, Map.of("k", value)),
        JAVA);
  }

  /** A push as it came. */
  private record Push(String text, boolean compressed, int port) {

    private static final Pattern REFERENCE = Pattern.compile("\"lastRefTime\":(\\d+)}$");

    String reference() {
      Matcher matcher = REFERENCE.matcher(text);
      assertThat(matcher.find()).as(text).isTrue();
      return matcher.group(1);
    }
  }

  private static final class Client implements AutoCloseable {

    private final DatagramSocket socket;

    Client() throws IOException {
      socket = new DatagramSocket(0, InetAddress.getByName(HERE));
      socket.setSoTimeout(10_000);
    }

    int port() {
      return socket.getLocalPort();
    }

    boolean subscribe(UdpPush to, String clusters) {
      return to.subscribe(SERVICE, clusters, JAVA, HERE, port());
    }

    Push receive() throws IOException {
      DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
      socket.receive(packet);
      byte[] bytes = packet.getData();
      boolean compressed = bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
      ByteArrayInputStream in = new ByteArrayInputStream(bytes, 0, packet.getLength());
      byte[] plain = compressed ? new GZIPInputStream(in).readAllBytes() : in.readAllBytes();
      return new Push(new String(plain, StandardCharsets.UTF_8), compressed, packet.getPort());
    }

    /** For longer than it takes to send something again. */
    boolean isSilent() throws IOException {
      socket.setSoTimeout(1_800);
      try {
        receive();
        return false;
      } catch (SocketTimeoutException e) {
        return true;
      } finally {
        socket.setSoTimeout(10_000);
      }
    }

    private int last;

    void acknowledge(Push received) throws IOException {
      last = received.port();
      send(
          "{\"type\":\"push-ack\",\"lastRefTime\":\"%s\",\"data\":\"\"}"
              .formatted(received.reference()));
    }

    void send(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getByName(HERE), last));
    }

    @Override
    public void close() {
      socket.close();
    }
  }
}
