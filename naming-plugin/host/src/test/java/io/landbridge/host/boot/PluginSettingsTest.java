package io.landbridge.host.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.plugin.Extension;
import io.landbridge.plugin.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class PluginSettingsTest {

  private static final String FRONT = "test.front";

  @Test
  void inPlaceIsOffByDefault() {
    String key = "landbridge.bridge.in-place";
    assertThat(settings(Map.of()).isInPlace()).isFalse();
    assertThat(settings(Map.of(key, "true")).isInPlace()).isTrue();
    assertThatThrownBy(() -> settings(Map.of(key, "1")).isInPlace()).hasMessageContaining(key);
  }

  @Test
  void theConsoleIsOnByDefault() {
    String key = "landbridge.console.enabled";
    assertThat(settings(Map.of()).isConsole()).isTrue();
    assertThat(settings(Map.of(key, "false")).isConsole()).isFalse();
    assertThatThrownBy(() -> settings(Map.of(key, "no")).isConsole()).hasMessageContaining(key);
  }

  @Test
  void networksAreRead() {
    PluginSettings set =
        settings(
            Map.of(
                "landbridge.metadata.ask.allow", "10.0.0.0/8, 127.0.0.1",
                "landbridge.metadata.ask.deny", "10.9.0.0/16"));
    assertThat(set.read().documents().allow().all()).hasSize(2);
    assertThat(set.read().documents().deny().all()).hasSize(1);
    for (String key : List.of("landbridge.metadata.ask.allow", "landbridge.metadata.ask.deny")) {
      assertThatThrownBy(() -> settings(Map.of(key, "10.0.0.0/99")).read())
          .hasMessageContaining(key);
    }
  }

  @Test
  void aFrontIsFoundForItsLineAlone() {
    assertThat(settings(Map.of()).front("nacos3")).isEmpty();
    assertThat(settings(Map.of(FRONT, "true")).front("nacos3")).isPresent();
    assertThat(settings(Map.of(FRONT, "true")).front("nacos2")).isEmpty();
  }

  /** A typo must not be found only when the server becomes another line. */
  @Test
  void settingsOfAFrontAreCheckedOnEveryLine() {
    assertThatThrownBy(() -> settings(Map.of(FRONT, "yes")).front("nacos2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(FRONT + " is 'yes', not true or false");
  }

  @Test
  void theExtensionIsConfigured() {
    assertThat(settings(Map.of()).read().extension()).isNotSameAs(Extension.Factory.NONE);
    assertThatThrownBy(() -> settings(Map.of("test.extension", "yes")).read())
        .hasMessageContaining("test.extension");
  }

  private static PluginSettings settings(Map<String, Object> properties) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
    return new PluginSettings(
        environment, List.of(PluginSettingsTest::extension), List.of(new TestFront()));
  }

  private static Extension.Factory extension(Settings settings) {
    settings.isTrue("test.extension", true);
    return context -> new Extension.NoExtension();
  }

  private static final class TestFront implements Front.Provider {

    @Override
    public String line() {
      return "nacos3";
    }

    @Override
    public Optional<Front> configure(Settings settings) {
      return settings.isTrue(FRONT, false)
          ? Optional.of((beans, slot, configs) -> {})
          : Optional.empty();
    }
  }
}
