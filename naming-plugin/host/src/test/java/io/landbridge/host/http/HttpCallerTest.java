package io.landbridge.host.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.view.derived.Caller;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallerTest {

  private static final String LIST = "/nacos/v1/ns/instance/list";

  @ParameterizedTest
  @ValueSource(
      strings = {
        LIST,
        "/nacos/v2/ns/instance/list",
        "/nacos/v3/client/ns/instance/list",
        "/v1/ns/instance"
      })
  void aClientHasTheAddressItsRequestCameFrom(String uri) {
    assertThat(of(uri, Map.of(), Map.of())).contains(caller("10.0.0.1", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nacos/v1/ns/catalog/instances",
        "/nacos/v3/admin/ns/instance/list",
        "/v3/console/ns/instance/list",
        "/nacos/v1/ns/service/list"
      })
  void administratorsAreNoClients(String uri) {
    assertThat(of(uri, Map.of(), Map.of())).isEmpty();
  }

  /** That is what a client of 1.x subscribes under, and is pushed to. */
  @Test
  void aClientOf1xSaysItsAddressAndName() {
    assertThat(of(LIST, Map.of("clientIP", "10.0.0.7", "app", "web"), Map.of()))
        .contains(caller("10.0.0.7", "web"));
    assertThat(of(LIST, Map.of("clientIP", "", "app", "unknown"), Map.of()))
        .contains(caller("10.0.0.1", ""));
    assertThat(of(LIST, Map.of("clientIP", "no address"), Map.of()))
        .contains(caller("10.0.0.1", ""));
  }

  @Test
  void aProxySaysWhoAsks() {
    assertThat(of(LIST, Map.of(), Map.of("X-Forwarded-For", " 10.0.0.8 , 10.0.0.1")))
        .contains(caller("10.0.0.8", ""));
    assertThat(of(LIST, Map.of(), Map.of("X-Real-IP", "fd00::1"))).contains(caller("fd00::1", ""));
    assertThat(of(LIST, Map.of(), Map.of("X-Forwarded-For", "unknown")))
        .contains(caller("10.0.0.1", ""));
  }

  private static Optional<String> of(
      String uri, Map<String, String> parameters, Map<String, String> headers) {
    return HttpCaller.of(uri, parameters::get, headers::get, "10.0.0.1").map(HttpCallerTest::text);
  }

  private static String caller(String ip, String app) {
    return text(new Caller(ip, app));
  }

  private static String text(Caller caller) {
    return caller.ip() + " " + caller.app();
  }
}
