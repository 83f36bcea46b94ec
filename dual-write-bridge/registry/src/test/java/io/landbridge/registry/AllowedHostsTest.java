package io.landbridge.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|http://127.0.0.1:8848",
        "|http://localhost:8848",
        "|http://[::1]:8848",
        "10.0.0.0/8|https://10.0.0.7:8848",
        "192.0.2.7, nacos1.invalid|https://NACOS1.invalid",
        "fd00::/8|https://[fd00::7]:8848"
      })
  void goesThere(String listed, String server) {
    AllowedHosts hosts = AllowedHosts.parse(listed == null ? "" : listed, false);
    assertThatCode(() -> hosts.require(ServerAddress.parse(server))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|https://10.0.0.7|allow",
        "10.0.0.0/8|https://11.0.0.7|allow",
        "nacos1.invalid|https://nacos1.invalid.example|allow",
        "10.0.0.0/8|http://10.0.0.7|clear-text",
        "169.254.0.0/16|https://169.254.169.254|another address",
        "0.0.0.0/0, ::/0|https://[fe80::1]|another address",
        "0.0.0.0/0, ::/0|https://[::ffff:169.254.169.254]|another address"
      })
  void doesNotGoThere(String listed, String server, String advice) {
    AllowedHosts hosts = AllowedHosts.parse(listed == null ? "" : listed, false);
    assertThatThrownBy(() -> hosts.require(ServerAddress.parse(server)))
        .isInstanceOfSatisfying(
            RegistryException.class,
            e -> assertThat(e.kind()).isEqualTo(RegistryException.Kind.UNAUTHORISED))
        .hasMessageContaining(advice);
  }

  @Test
  void inClearTextWhereThatIsSaid() {
    AllowedHosts hosts = AllowedHosts.parse("10.0.0.7", true);
    assertThatCode(() -> hosts.require(ServerAddress.parse("10.0.0.7"))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://10.0.0.7", "10.0.0.0/40", "a b", "ü"})
  void whatIsNoHostIsNamed(String text) {
    assertThatThrownBy(() -> AllowedHosts.parse("x.example," + text, false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
