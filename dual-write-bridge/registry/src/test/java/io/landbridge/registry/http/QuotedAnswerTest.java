package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.registry.ServerAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An answer that is not understood is quoted without its markup, or with what it says in JSON. */
class QuotedAnswerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html><body>502 <b>Bad</b> Gateway</body></html> | (502 Bad Gateway)",
        "less < more | (less < more)",
        "more > less <b>than</b> < none | (more > less than < none)",
        "<one <two> three | (three)",
        "<> | status 502:",
        "no markup | (no markup)",
        "{\"code\":403,\"message\":\"no right\",\"data\":null} | (no right)",
        "{\"status\":403,\"error\":\"Forbidden\",\"path\":\"/x\"} | (Forbidden)",
        "{\"message\":\"\",\"error\":\"Forbidden\"} | (Forbidden)",
        "{\"code\":1} | ({\"code\":1})"
      })
  void whatIsNoTagStays(String body, String quoted) {
    Answer answer =
        Answer.of(
            ServerAddress.parse("h"), "http://h/x", 502, body.getBytes(StandardCharsets.UTF_8), 0);

    assertThat(answer.failure()).hasMessageContaining(quoted);
  }
}
