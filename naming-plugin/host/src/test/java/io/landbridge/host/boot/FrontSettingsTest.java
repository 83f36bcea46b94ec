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
