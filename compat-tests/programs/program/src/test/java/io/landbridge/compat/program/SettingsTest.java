package io.landbridge.compat.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsTest {

  private static final Set<String> KEYS = Set.of("application", "port");

  @Test
  void takesEverythingAfterTheFirstEqualsSignAsTheValue() {
    assertThat(Settings.parse(KEYS, "application=a=b").text("application", "")).isEqualTo("a=b");
  }

  @Test
  void namesTheArgumentItCannotUse() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.parse(KEYS, "porrt=1"))
        .withMessageContaining("'porrt=1'")
        .withMessageContaining("application, port");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.parse(KEYS, "port"))
        .withMessageContaining("'port'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.parse(KEYS, "port=1", "port=2"))
        .withMessageContaining("twice");
  }

  @Test
  void holdsNumbersToTheirRange() {
    Settings settings = Settings.parse(KEYS, "port=65536");
    assertThat(settings.number("port", 0, 0, 65_536)).isEqualTo(65_536);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.number("port", 0, 0, 65_535))
        .withMessageContaining("0 to 65535");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.parse(KEYS, "port=-1").number("port", 0, 0, 65_535));
  }

  @Test
  void refusesNamesThatDoNotFitIntoAHeader() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.parse(KEYS, "application=a/b").requiredName("application"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.parse(KEYS).requiredName("application"))
        .withMessageContaining("missing");
  }

  @Test
  void anIdentitySurvivesTheWayThroughAHeader() {
    Identity identity = new Identity("orders", "run-1", 4711, "2.7.23");
    assertThat(Identity.parse(identity.text())).isEqualTo(identity);
    assertThatIllegalArgumentException().isThrownBy(() -> Identity.parse("orders/run-1/4711"));
  }
}
