package io.landbridge.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

  @ParameterizedTest
  @CsvSource({
    "http://h:1, http://h:1/nacos",
    "h:1, http://h:1/nacos",
    "h, http://h:8848/nacos",
    "http://h:1/, http://h:1/nacos",
    "http://h:1/nacos/, http://h:1/nacos",
    "https://h:1/a/b, https://h:1/a/b",
    "HTTP://h:1, http://h:1/nacos",
    "http://[::1]:1, http://[::1]:1/nacos",
    "' h:1 ', http://h:1/nacos",
  })
  void readsWhatOperatorsWrite(String text, String address) {
    assertThat(ServerAddress.parse(text)).hasToString(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "ftp://h",
        "http://",
        "http://h:99999",
        "http://h:x",
        "http://h?a=b",
        "http://h#a",
        "http://h:0",
        "h h",
        "http://"
      })
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> ServerAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("http://host:8848/nacos");
  }

  @Test
  void refusesCredentialsWithoutRepeatingThem() {
    assertThatThrownBy(() -> ServerAddress.parse("http://nacos:hunter2@h:1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("user information")
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void listsKeepOrderAndDropRepetitions() {
    assertThat(ServerAddress.parseList("b:1,http://a:1,b:1/nacos"))
        .extracting(ServerAddress::toString)
        .containsExactly("http://b:1/nacos", "http://a:1/nacos");
  }

  @Test
  void listsAreBounded() {
    String tooMany =
        IntStream.rangeClosed(1, ServerAddress.MAX_SERVERS + 1)
            .mapToObj(i -> "h" + i)
            .collect(Collectors.joining(","));
    assertThatThrownBy(() -> ServerAddress.parseList(tooMany))
        .hasMessageContaining("the maximum is 64");
    assertThatThrownBy(() -> ServerAddress.parseList("a,,b")).hasMessageContaining("empty");
  }
}
