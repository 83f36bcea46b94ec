package io.landbridge.front.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.front.Parameters;
import io.landbridge.front.RefusedException;
import io.landbridge.front.V1Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigApiTest {

  private static final ConfigCaller CALLER = new ConfigCaller("10.0.0.1", "shop", "", "");
  private static final String NAME = "dataId=a.yaml&group=G&tenant=dev";

  private final ConfigApi api = new ConfigApi(new MemoryConfigs(), Duration.ofSeconds(60));

  private static Parameters of(String form) throws RefusedException {
    return Parameters.of(null, form);
  }

  private static String text(V1Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  private V1Answer publish(String content, String cas) throws RefusedException {
    return api.publish(of(NAME + "&content=" + content), "", cas, CALLER);
  }

  @Test
  void configurationIsReadAsPublished() throws Exception {
    assertThat(api.get(of(NAME), CALLER).status()).isEqualTo(404);
    assertThat(text(api.get(of(NAME), CALLER))).isEqualTo("config data not exist\n");
    assertThat(text(publish("%20b%C3%A9+", ""))).isEqualTo("true");
    V1Answer found = api.get(of(NAME), CALLER);
    assertThat(text(found)).isEqualTo(" b\u00e9 ");
    assertThat(found.headers())
        .containsEntry("Content-MD5", MemoryConfigs.md5(" b\u00e9 "))
        .containsEntry("Config-Type", "text")
        .containsEntry("Last-Modified", "Thu, 1 Jan 1970 00:00:01 GMT")
        .containsEntry("Cache-Control", "no-cache,no-store")
        .doesNotContainKeys("isBeta", "Encrypted-Data-Key", "Vipserver-Tag");
    assertThat(text(api.remove(of(NAME), CALLER))).isEqualTo("true");
    assertThat(api.get(of(NAME), CALLER).status()).isEqualTo(404);
  }

  @Test
  void anotherContentIsNotReplaced() throws Exception {
    publish("one", "");
    assertThatThrownBy(() -> publish("two", MemoryConfigs.md5("other")))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Cas publish fail");
    assertThat(text(publish("two", MemoryConfigs.md5("one")))).isEqualTo("true");
    assertThat(text(api.get(of(NAME), CALLER))).isEqualTo("two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "group=G", "dataId=a"})
  void configurationNeedsItsNames(String form) {
    assertThatThrownBy(() -> api.get(of(form), CALLER))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is missing");
  }

  @Test
  void changedConfigurationsAreTold() throws Exception {
    publish("one", "");
    String listened =
        "a.yaml\u0002G\u0002"
            + MemoryConfigs.md5("one")
            + "\u0002dev\u0001"
            + "b\u0002G\u0002\u0001c\u0002G\u0002"
            + MemoryConfigs.md5("gone")
            + "\u0001";
    List<ListenedConfig> parsed =
        ConfigApi.listened(
            of("Listening-Configs=" + URLEncoder.encode(listened, StandardCharsets.UTF_8)));
    assertThat(parsed)
        .extracting(ListenedConfig::name)
        .containsExactly(
            new ConfigName("a.yaml", "G", "dev"),
            new ConfigName("b", "G", ""),
            new ConfigName("c", "G", ""));
    assertThat(api.changed(parsed, CALLER)).containsExactly(new ConfigName("c", "G", ""));
    publish("two", "");
    List<ConfigName> changed = api.changed(parsed, CALLER);
    assertThat(text(ConfigApi.told(changed))).isEqualTo("a.yaml%02G%02dev%01c%02G%01\n");
    assertThat(text(ConfigApi.told(List.of()))).isEmpty();
    assertThat(ConfigApi.toldAtOnce(changed).headers())
        .containsEntry("Probe-Modify-Response", "a.yaml:G;c:G;")
        .containsEntry("Probe-Modify-Response-New", "a.yaml%02G%02dev%01c%02G%01");
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "a\u0001", "a\u0002b\u0001", "a\u0002b\u0002c\u0002d\u0002e\u0001"})
  void malformedListIsRefused(String text) {
    assertThatThrownBy(() -> ListenedConfig.parse(text))
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.status()).isEqualTo(400))
        .hasMessage("invalid probeModify");
  }

  @Test
  void longestListHasTenThousandNames() throws Exception {
    String line = "a\u0002b\u0002\u0001";
    assertThat(ListenedConfig.parse(line.repeat(10_000))).hasSize(10_000);
    assertThatThrownBy(() -> ListenedConfig.parse(line.repeat(10_001)))
        .isInstanceOf(RefusedException.class);
  }

  @ParameterizedTest
  @CsvSource({"30000,29500", "10,10000", "-1,10000", "9223372036854775807,60000"})
  void clientsWaitABitLessThanTheySay(String header, long millis) throws Exception {
    assertThat(api.wait(header)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void clientsWithoutATimeDoNotWait() throws Exception {
    assertThat(api.wait(null)).isNull();
    assertThatThrownBy(() -> api.wait("soon")).isInstanceOf(RefusedException.class);
  }
}
