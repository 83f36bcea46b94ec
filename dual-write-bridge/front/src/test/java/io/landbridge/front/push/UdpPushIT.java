package io.landbridge.front.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.landbridge.front.Caller;
import io.landbridge.front.ClientAgent;
import io.landbridge.front.MemoryServer;
import io.landbridge.front.PushData;
import io.landbridge.front.V1Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Networks;
import io.landbridge.model.ServiceKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real sockets on both sides. */
@Timeout(30)
class UdpPushIT {

  private static final ServiceKey SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "s");
  private static final ServiceKey OTHER =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "other");
  private static final Caller JAVA =
      new Caller(ClientAgent.of("Nacos-Java-Client:v1.4.6"), "app", "127.0.0.1");
  private static final String HERE = "127.0.0.1";

  private final MemoryServer server = new MemoryServer();
  private final List<Throwable> problems = new CopyOnWriteArrayList<>();
  private Networks named = Networks.NONE;
  private UdpPush push;

  @BeforeEach
  void start() {
    push = push(Duration.ofMillis(300), Duration.ofSeconds(20), 100);
  }

  private UdpPush push(Duration acknowledgement, Duration patience, int most) {
    return new UdpPush(
        new PushData(server),
        new PushSettings(
            Duration.ofMillis(20), acknowledgement, patience, most, 1 << 22, 1 << 21, named),
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
      isHeard(client);
      long acknowledged = push.counts().acknowledged();
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
      assertThat(push.counts().acknowledged()).isEqualTo(acknowledged);
    }
  }

  /** Whoever it is that does not want it. */
  @Test
  void whoHasNeverAnsweredIsSentOnePacketAndNoneFromThenOn() throws Exception {
    try (Client client = new Client()) {
      client.subscribe(push, "");
      client.subscribe(push, "a");
      push.subscribe(OTHER, "", JAVA, HERE, client.port());
      register("10.0.0.1", 1, "");
      push.changed(SERVICE);
      Push first = client.receive();
      for (int i = 0; i < 3; i++) {
        register("10.0.0.2", 2, "v" + i);
        push.changed(SERVICE);
        push.changed(OTHER);
        assertThat(client.isSilent()).isTrue();
      }
      assertThat(push.counts().sent()).isEqualTo(1);
      assertThat(push.counts().repeated()).isZero();
      // It is told to ask sooner, as who is not pushed to.
      assertThat(client.subscribe(push, "")).isFalse();

      // Late, and still the answer to what was sent: from now on it is like any other.
      client.acknowledge(first);
      List<String> told = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        told.add(client.receive().text());
      }
      assertThat(told.toString()).contains("\\\"v2\\\"", "@@other");
      assertThat(client.subscribe(push, "")).isTrue();
    }
  }

  @Test
  void pushesGoToWhereTheRequestCameFrom() throws Exception {
    try (Client client = new Client();
        DatagramSocket stranger = new DatagramSocket(client.port(), address("127.0.0.9"))) {
      stranger.setSoTimeout(1_000);
      assertThat(push.subscribe(SERVICE, "", JAVA, "127.0.0.9", client.port())).isTrue();
      register("10.0.0.1", 1, "");
      push.changed(SERVICE);
      client.acknowledge(client.receive());
      assertThatThrownBy(() -> stranger.receive(new DatagramPacket(new byte[9], 9)))
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(push.subscribers(SERVICE).get(0).ip()).isEqualTo("127.0.0.9");
    }
  }

  @Test
  void orToAnAddressThatASettingLets() throws Exception {
    push.close();
    named = Networks.parse("127.0.0.8/30, 255.255.255.255, 169.254.0.0/16, 0.0.0.0, 224.0.0.0/4");
    push = push(Duration.ofMillis(300), Duration.ofSeconds(20), 100);
    try (DatagramSocket other = new DatagramSocket(0, address("127.0.0.9"))) {
      other.setSoTimeout(10_000);
      assertThat(push.subscribe(SERVICE, "", JAVA, "127.0.0.9", other.getLocalPort())).isTrue();
      register("10.0.0.1", 1, "");
      push.changed(SERVICE);
      other.receive(new DatagramPacket(new byte[9], 9));
    }
    // Whatever the setting says.
    for (String each : List.of("255.255.255.255", "169.254.169.254", "0.0.0.0", "224.0.0.1")) {
      assertThat(push.subscribe(SERVICE, "", JAVA, each, 9)).as(each).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "255.255.255.255", "224.0.0.1", "169.254.1.1", "fe80::1", ""})
  void whoIsAtNoAddressOfAClientIsNotPushedTo(String address) {
    Caller caller = new Caller(JAVA.agent(), "", address);
    assertThat(push.subscribe(SERVICE, "", caller, HERE, 9)).isFalse();
  }

  @Test
  void subscriptionsAreWeighedTogetherAndByAddress() {
    String much = "c".repeat(100_000);
    int one = 0;
    while (push.subscribe(SERVICE, one + much, JAVA, HERE, 9)) {
      one++;
    }
    assertThat(one).isBetween(5, 20);
    int others = 0;
    for (int i = 0; i < 50; i++) {
      Caller other = new Caller(JAVA.agent(), "", "127.0.1." + i);
      others += push.subscribe(SERVICE, much, other, HERE, 9) ? 1 : 0;
    }
    assertThat(others).isBetween(5, 20);
    assertThat(push.counts().subscriptions()).isEqualTo(one + others);
    // What is small has its place again once the others are forgotten, and not before.
    assertThat(push.subscribe(SERVICE, "", JAVA, HERE, 10)).isTrue();
  }

  @Test
  void whatIsForgottenGivesItsWeightBack() {
    push.close();
    push = push(Duration.ofSeconds(10), Duration.ofMillis(100), 100);
    String much = "c".repeat(900_000);
    for (int i = 0; i < 3; i++) {
      assertThat(push.subscribe(SERVICE, much + i, JAVA, HERE, 9)).isTrue();
      await().until(() -> !push.any(SERVICE));
    }
  }

  /** Each with a packet of its own to be put together, and none that answers. */
  @Test
  void spoofedSubscriptionsDoNotDelayWhoListens() throws Exception {
    push.close();
    push = push(Duration.ofMillis(300), Duration.ofSeconds(20), 5_000);
    for (int i = 0; i < 500; i++) {
      register("10.1.0." + i % 250, i, "x".repeat(1_000));
    }
    try (Client client = new Client()) {
      client.subscribe(push, "");
      isHeard(client);
      for (int i = 0; i < 1_500; i++) {
        push.subscribe(SERVICE, "DEFAULT,c" + i, JAVA, HERE, 10_000 + i);
      }
      for (int i = 0; i < 5; i++) {
        long begin = System.nanoTime();
        register("10.0.0.1", 1, "v" + i);
        push.changed(SERVICE);
        Push told = client.receive();
        client.acknowledge(told);
        assertThat(told.text()).contains("v" + i);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
      }
    }
  }

  /** An Error in the middle of a push ends that push and nothing else. */
  @Test
  void theThreadsSurviveErrors() throws Exception {
    try (Client client = new Client()) {
      client.subscribe(push, "");
      isHeard(client);
      server.failing(new StackOverflowError("once"));
      push.changed(SERVICE);
      await().until(() -> problems.stream().anyMatch(StackOverflowError.class::isInstance));
      server.failing(null);
      problems.clear();
      register("10.0.0.3", 3, "");
      push.changed(SERVICE);
      assertThat(client.receive().text()).contains("10.0.0.3");
    }
  }

  private void isHeard(Client client) throws IOException {
    long before = push.counts().acknowledged();
    push.push(SERVICE);
    client.acknowledge(client.receive());
    await().until(() -> push.counts().acknowledged() > before);
  }

  private static InetAddress address(String ip) throws IOException {
    return InetAddress.getByName(ip);
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
      push.subscribe(SERVICE, "", JAVA, "127.1.0." + (i % 250 + 1), 10_000 + i);
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
        new V1Registration(ip, port, cluster, 1, true, true, true, Map.of("k", value)),
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
