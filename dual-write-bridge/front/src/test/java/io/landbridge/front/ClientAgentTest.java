package io.landbridge.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAgentTest {

  /** The limits are those of 1.4's switches. */
  @ParameterizedTest
  @CsvSource({
    "Nacos-Java-Client:v1.4.6, true, true",
    "Nacos-Java-Client:v1.1.4, true, true",
    "Nacos-Java-Client:v1.4.1-SNAPSHOT, true, true",
    "Nacos-Java-Client:v0.9.1, true, false",
    "Nacos-Java-Client:v0.0.9, false, false",
    "Nacos-Java-Client, false, false",
    "Nacos-Go-Client:v1.0.1, true, false",
    "Nacos-Go-Client:v0.0.9, false, false",
    "Nacos-DNS:v0.4.3, true, false",
    "Nacos-DNS:v0.4.2, false, false",
    "Nacos-C-Client:v1.0.12, true, false",
    "Nacos-C-Client:v1.0.11, false, false",
    "vip-client4cpp:v1.1, true, false",
    "Nacos-CSharp-Client:v0.9.0, true, false",
    "Nacos-Server:v2.2.4, false, false",
    "curl/7.88.1, false, false",
    "'', false, false"
  })
  void pushesGoToWhoUnderstandsThem(String text, boolean pushed, boolean groups) {
    ClientAgent agent = ClientAgent.of(text);
    assertThat(agent.isPushedTo()).isEqualTo(pushed);
    assertThat(agent.readsGroups()).isEqualTo(groups);
  }

  @Test
  void membersAreKnown() {
    assertThat(ClientAgent.of("Nacos-Server:v1.4.0").isServer()).isTrue();
    assertThat(ClientAgent.of(null).isServer()).isFalse();
  }
}
