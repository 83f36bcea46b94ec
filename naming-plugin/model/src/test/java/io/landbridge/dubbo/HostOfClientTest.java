package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of clients as servers of 2.x and 3.x give them. */
class HostOfClientTest {

  @ParameterizedTest
  @CsvSource({
    "1795176524665_10.0.0.7_51324, 10.0.0.7",
    "1795176524665_0:0:0:0:0:0:0:1_51324, 0:0:0:0:0:0:0:1",
    "10.0.0.7:80#true, ''",
    "x_127.0.0.1_y.example:80#true, ''",
    "1795176524665_127.0.0.1_5:80#true, ''",
    "_127.0.0.1_, ''",
    "'', ''",
    "_, ''"
  })
  void theAddressAConnectionComesFrom(String client, String host) {
    assertThat(NacosSpelling.hostOf(client)).isEqualTo(host);
  }
}
