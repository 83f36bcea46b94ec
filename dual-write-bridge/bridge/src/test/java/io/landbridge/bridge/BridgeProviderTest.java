package io.landbridge.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.bridge.legacy.BridgeConfig;
import io.landbridge.plugin.Extension;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class BridgeProviderTest {

  @Test
  void serviceLoaderFindsTheBridge() {
    assertThat(ServiceLoader.load(Extension.Provider.class))
        .singleElement()
        .isInstanceOf(BridgeProvider.class);
  }

  @Test
  void withoutSettingsTheDefaultsHold() {
    assertThat(BridgeProvider.read(new MapSettings(Map.of()))).isEqualTo(BridgeConfig.DEFAULT);
  }

  @Test
  void everySettingIsRead() {
    BridgeConfig config =
        BridgeProvider.read(
            new MapSettings(
                Map.of(
                    "landbridge.bridge.password-file", "/etc/password",
                    "landbridge.bridge.trust-file", "/etc/ca.pem",
                    "landbridge.bridge.full-read", "PT2S",
                    "landbridge.bridge.max-shrink", "40",
                    "landbridge.bridge.settle", "PT3S",
                    "landbridge.bridge.hold", "PT4S",
                    "landbridge.bridge.grace", "PT5S",
                    "landbridge.bridge.allow", "nacos1.example.com, 10.0.0.0/8",
                    "landbridge.bridge.clear-text", "true")));
    assertThat(config.passwordFile()).isEqualTo("/etc/password");
    assertThat(config.trustFile()).isEqualTo("/etc/ca.pem");
    assertThat(config.fullRead()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.maxShrinkPercent()).isEqualTo(40);
    assertThat(config.settle()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.hold()).isEqualTo(Duration.ofSeconds(4));
    assertThat(config.grace()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.passwordTo().names()).containsExactly("nacos1.example.com");
    assertThat(config.passwordTo().clearText()).isTrue();
  }

  @Test
  void aWrongListOfHostsIsNamed() {
    MapSettings wrong = new MapSettings(Map.of("landbridge.bridge.allow", "10.0.0.0/99"));
    assertThatThrownBy(() -> new BridgeProvider().configure(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("landbridge.bridge.allow");
  }
}
