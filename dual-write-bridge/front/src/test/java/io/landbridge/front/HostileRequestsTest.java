package io.landbridge.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.landbridge.front.push.PushSettings;
import io.landbridge.front.push.UdpPush;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may come in a request of a megabyte. */
class HostileRequestsTest {

  private static final Duration SOON = Duration.ofSeconds(3);
  private static final int MUCH = 1 << 20;
  private static final Caller JAVA =
      new Caller(ClientAgent.of("Nacos-Java-Client:v1.4.6"), "", "127.0.0.1");
  private static final ServiceKey SERVICE =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "s");

  private final MemoryServer server = new MemoryServer();
  private final List<String> subscribed = new ArrayList<>();
  private final V1Api api =
      new V1Api(
          server, (service, clusters, caller, ip, port) -> subscribed.add(service.toString()));

  @ParameterizedTest
  @ValueSource(strings = {"&", "=", "%", "a&", "%26", "+"})
  void parametersAreReadInTimeProportionalToTheirLength(String part) {
    assertTimeoutPreemptively(
        SOON,
        () -> {
          try {
            Parameters.of(null, part.repeat(MUCH / part.length()));
          } catch (RefusedException e) {
            assertThat(e).hasMessageContaining("parameters");
          }
        });
  }

  /** Each text with an escape was given room for all that follows it. */
  @Test
  void aBeatIsReadInTimeAndMemoryProportionalToItsLength() {
    String beat = "{\"metadata\":{" + "\"\\n\":\"\\t\",".repeat(MUCH / 12) + "\"a\":\"b\"},";
    String text = beat + "\"ip\":\"10.0.0.1\",\"port\":1}";
    assertTimeoutPreemptively(SOON, () -> assertThat(Beat.parse(text).metadata()).hasSize(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.", ":", "f", "1", "[", "::1.", "fe80::"})
  void anAddressIsReadInTimeProportionalToItsLength(String part) {
    try (UdpPush push = new UdpPush(new PushData(server), PushSettings.DEFAULT, problem -> {})) {
      String ip = part.repeat(64_000 / part.length()) + "x";
      assertTimeoutPreemptively(
          SOON, () -> assertThat(push.subscribe(SERVICE, "", JAVA, ip, 1)).isFalse());
    }
  }

  /** Nothing is registered, subscribed to or asked for that the server itself would not take. */
  @ParameterizedTest
  @EnumSource(
      value = V1Operation.class,
      names = {"REGISTER", "DEREGISTER", "UPDATE", "BEAT", "DETAIL", "LIST", "SERVICES"})
  void theServersOwnRulesComeFirst(V1Operation operation) throws Exception {
    String name = "serviceName=s&ip=10.0.0.1&port=1&pageNo=1&pageSize=9&udpPort=9";
    List<String> wrong = new ArrayList<>();
    wrong.add(name + "&groupName=a%0Ab");
    wrong.add(name + "&groupName=" + "g".repeat(100_000));
    if (operation != V1Operation.SERVICES) {
      wrong.add(name.replace("=s&", "=" + "s".repeat(100_000) + "&"));
      wrong.add(name.replace("=s&", "=s%0As&"));
      String clusters = operation == V1Operation.LIST ? "clusters" : "clusterName";
      wrong.add(name + "&" + clusters + "=" + "c".repeat(100_000));
      String ip = operation == V1Operation.LIST ? "&clientIP=" : "&ip=";
      wrong.add(name.replace("&ip=10.0.0.1", ip + "a%0Ab"));
    }
    if (operation == V1Operation.REGISTER || operation == V1Operation.UPDATE) {
      wrong.add(name + "&metadata=a%3D" + "m".repeat(900_000));
    }
    if (operation == V1Operation.BEAT) {
      wrong.add(beat("{\"ip\":\"1.1.1.1\",\"port\":1,\"metadata\":{\"a\":\"%s\"}}", 900_000));
      wrong.add(beat("{\"ip\":\"%s\",\"port\":1}", 100_000));
      wrong.add(beat("{\"ip\":\"1.1.1.1\",\"port\":1,\"cluster\":\"%s\"}", 100_000));
      wrong.add(beat("{\"ip\":\"1.1.1.1\",\"port\":65536}", 0));
      wrong.add(beat("{\"ip\":\"1.1.1.1\",\"port\":1,\"weight\":-1}", 0));
    }
    for (String each : wrong) {
      Parameters parameters = Parameters.of(null, each);
      V1Answer answer = api.answer(operation, parameters, JAVA);
      assertThat(answer.status()).as("%.200s", each).isBetween(400, 500);
      assertThat(answer.body()).hasSizeLessThan(2_000);
      boolean handedOn = operation.responsibleOnly() && !each.contains("65536");
      if (handedOn && !each.contains("weight")) {
        assertThatThrownBy(() -> api.check(operation, parameters))
            .as("%.200s", each)
            .isInstanceOf(RefusedException.class);
      }
    }
    assertThat(server.in(SERVICE)).isEmpty();
    assertThat(subscribed).isEmpty();
  }

  @Test
  void whatIsKeptOfACallerIsShort() {
    String much = "x".repeat(100_000);
    Caller caller = new Caller(ClientAgent.of("Nacos-Java-Client:v1.4.6" + much), much, "1.1.1.1");
    assertThat(caller.app()).hasSize(256);
    assertThat(caller.agent().text()).hasSize(256).startsWith("Nacos-Java-Client:v1.4.6");
  }

  private static String beat(String form, int length) {
    return "serviceName=s&beat="
        + URLEncoder.encode(form.formatted("x".repeat(length)), StandardCharsets.UTF_8);
  }
}
