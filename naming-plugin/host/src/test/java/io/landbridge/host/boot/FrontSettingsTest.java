package io.landbridge.host.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class FrontSettingsTest {

  private static final String KEY = "landbridge.v1-front.enabled";

  @Test
  void nobodyIsAnsweredUnlessSomebodySaysSo() {
    assertThat(settings(Map.of()).hasFront()).isFalse();
    assertThat(settings(Map.of(KEY, "false")).hasFront()).isFalse();
    assertThat(settings(Map.of(KEY, " true ")).hasFront()).isTrue();
  }

  @Test
  void noServerWaitsForTheBridgeUnlessSomebodySaysSo() {
    String key = "landbridge.bridge.in-place";
    assertThat(settings(Map.of()).isInPlace()).isFalse();
    assertThat(settings(Map.of(key, "true")).isInPlace()).isTrue();
    assertThatThrownBy(() -> settings(Map.of(key, "1")).isInPlace()).hasMessageContaining(key);
  }

  @Test
  void networksAndHostsAreRead() {
    assertThat(settings(Map.of()).pushed().all()).isEmpty();
    PluginSettings set =
        settings(
            Map.of(
                "landbridge.v1-front.push.networks", "10.0.0.0/8",
                "landbridge.metadata.ask.allow", "10.0.0.0/8, 127.0.0.1",
                "landbridge.metadata.ask.deny", "10.9.0.0/16",
                "landbridge.bridge.allow", "nacos1.example.com, 10.0.0.0/8",
                "landbridge.bridge.clear-text", "true",
                "landbridge.bridge.max-shrink", "40 %"));
    assertThat(set.pushed().all()).hasSize(1);
    assertThat(set.read().documents().allow().all()).hasSize(2);
    assertThat(set.read().documents().deny().all()).hasSize(1);
    assertThat(set.read().legacy().passwordTo().names()).containsExactly("nacos1.example.com");
    assertThat(set.read().legacy().passwordTo().clearText()).isTrue();
    assertThat(set.read().legacy().maxShrinkPercent()).isEqualTo(40);
    for (String key :
        new String[] {
          "landbridge.metadata.ask.allow", "landbridge.metadata.ask.deny", "landbridge.bridge.allow"
        }) {
      assertThatThrownBy(() -> settings(Map.of(key, "10.0.0.0/99")).read())
          .hasMessageContaining(key);
    }
    assertThatThrownBy(() -> settings(Map.of("landbridge.v1-front.push.networks", "x")).pushed())
        .hasMessageContaining("landbridge.v1-front.push.networks");
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> settings(Map.of(KEY, "yes")).hasFront())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(KEY)
        .hasMessageContaining("yes");
  }

  private static PluginSettings settings(Map<String, Object> properties) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
    return new PluginSettings(environment);
  }
}
