package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationLimitsTest {

  @ParameterizedTest
  @CsvSource({"1000, false", "1021, false", "1022, true"})
  void metadataCountsWithItsKeys(int value, boolean refused) {
    assertThat(refusal("providers:demo.A::", "G", "DEFAULT", 1, Map.of("key", "x".repeat(value))))
        .matches(each -> each.isPresent() == refused);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65536})
  void portsThatAreNone(int port) {
    assertThat(refusal("a", "G", "DEFAULT", port, Map.of())).contains("port " + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo shop", "订单", "@a", "a@@b", "a\tb"})
  void serviceNames(String name) {
    assertThat(refusal(name, "G", "DEFAULT", 1, Map.of())).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo.Outer$Inner", "providers:demo.A:1.0.0:grp", "a@b", "é", "a/b"})
  void serviceNamesThatAreTaken(String name) {
    assertThat(refusal(name, "G", "DEFAULT", 0, Map.of())).isEmpty();
  }

  @Test
  void groupsAndLabels() {
    assertThat(refusal("a", "my group", "DEFAULT", 1, Map.of())).isPresent();
    assertThat(refusal("a", "G", "a.b", 1, Map.of())).isPresent();
    assertThat(refusal("a", "G", "", 1, Map.of())).isEmpty();
  }

  /**
   * As {@code NamingUtils} of Nacos 2.1.1 to 3.1 has it; what is missing or no number is default.
   */
  @ParameterizedTest
  @CsvSource({
    "5000, 15000, 30000, ''",
    "15000, 15000, 15000, ''",
    "15001, , , preserved.heart.beat.timeout of 15000 ms",
    "15001, x, , preserved.heart.beat.timeout of 15000 ms",
    "-1, 5000, 5000, ''",
    ", 4999, , preserved.heart.beat.timeout of 4999 ms",
    ", , 4999, preserved.ip.delete.timeout of 4999 ms",
    "30001, 40000, , preserved.ip.delete.timeout of 30000 ms",
    "999999999999999999, , , preserved.heart.beat.timeout",
    ", 9999999999999999999, , of 19 digits"
  })
  void heartbeatsThatContradictEachOther(
      String interval, String timeout, String deletion, String refused) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put("preserved.heart.beat.interval", interval);
    metadata.put("preserved.heart.beat.timeout", timeout);
    metadata.put("preserved.ip.delete.timeout", deletion);
    metadata.values().removeIf(Objects::isNull);

    Optional<String> refusal = RegistrationLimits.lastingRefusal("DEFAULT", metadata);

    assertThat(refusal.isPresent()).isEqualTo(!refused.isEmpty());
    assertThat(refusal.orElse("")).contains(refused);
  }

  @ParameterizedTest
  @CsvSource({"a_b, true", "a.b, true", "a-1, false", "'', false"})
  void labelsThatNoSettingLetsIn(String label, boolean refused) {
    assertThat(RegistrationLimits.lastingRefusal(label, Map.of()).isPresent()).isEqualTo(refused);
  }

  @ParameterizedTest
  @CsvSource({"1.4.1, false", "2.0.3, false", "2.1.2, true", "2.2.4, true", "3.1.0, true"})
  void serversThatHaveTheLastingOnes(String version, boolean has) {
    assertThat(RegistrationLimits.lastAt(version)).isEqualTo(has);
  }

  @ParameterizedTest
  @CsvSource({
    "1.4.1, false",
    "2.0.3, false",
    "2.2.4, false",
    "2.3.0-BETA, true",
    "2.5.1, true",
    "3.1.0, true",
    "10.0, true",
    "unknown, false",
    "'', false"
  })
  void serversThatHaveThem(String version, boolean has) {
    assertThat(RegistrationLimits.areOf(version)).isEqualTo(has);
  }

  private static Optional<String> refusal(
      String name, String group, String label, int port, Map<String, String> metadata) {
    return RegistrationLimits.refusal(
        new ServiceKey(NamespaceId.PUBLIC, group, name), label, "192.0.2.1", port, metadata);
  }
}
