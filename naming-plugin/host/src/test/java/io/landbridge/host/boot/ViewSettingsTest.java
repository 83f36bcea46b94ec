package io.landbridge.host.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.view.ViewConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class ViewSettingsTest {

  @Test
  void nobodyHasToSetAnything() {
    assertThat(read(Map.of())).isEqualTo(ViewConfig.DEFAULT);
  }

  @Test
  void sizesPercentagesAndTimesAreReadAsTheyAreWritten() {
    assertThat(
            read(
                Map.of(
                    "landbridge.view.cache", "8MB",
                    "landbridge.view.max-shrink", "30 %",
                    "landbridge.view.hold", "0s")))
        .isEqualTo(new ViewConfig(8 << 20, 30, Duration.ZERO));
    assertThat(read(Map.of("landbridge.view.max-shrink", "70")).maxShrinkPercent()).isEqualTo(70);
  }

  @Test
  void whatIsWrongIsNamed() {
    assertWrong("landbridge.view.cache", "much");
    assertWrong("landbridge.view.max-shrink", "half");
    assertWrong("landbridge.view.hold", "soon");
    assertThatThrownBy(() -> read(Map.of("landbridge.view.cache", "1KB")))
        .hasMessageContaining("cache of the view");
    assertThatThrownBy(() -> read(Map.of("landbridge.view.max-shrink", "101%")))
        .hasMessageContaining("101");
    assertThatThrownBy(() -> read(Map.of("landbridge.view.hold", "2d")))
        .hasMessageContaining("hold");
  }

  private static void assertWrong(String key, String text) {
    assertThatThrownBy(() -> read(Map.of(key, text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(text);
  }

  private static ViewConfig read(Map<String, Object> settings) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
    return new PluginSettings(environment, List.of(), List.of()).read().view();
  }
}
