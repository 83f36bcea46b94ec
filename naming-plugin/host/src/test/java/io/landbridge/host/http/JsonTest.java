package io.landbridge.host.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.service.answer.Page;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JsonTest {

  private final Json json = new Json();

  /** Whoever answers has an object, whose type is not known where the answer is written. */
  @Test
  void pagesAreItemsAndACursor() {
    Object page = new Page<>(List.of("a", "b"), "b");
    assertThat(json.success(OptionalLong.of(7), page).getBody())
        .isEqualTo(
            "{\"code\":0,\"message\":\"success\",\"applied\":7,\"next\":\"b\",\"data\":[\"a\",\"b\"]}");
    Object last = new Page<>(List.of("c"), "");
    assertThat(json.success(OptionalLong.empty(), last).getBody())
        .isEqualTo(
            "{\"code\":0,\"message\":\"success\",\"applied\":null,\"next\":null,\"data\":[\"c\"]}");
  }

  @Test
  void anythingElseIsWrittenAsItIs() {
    assertThat(json.success(OptionalLong.of(1), Map.of("a", 1)).getBody())
        .isEqualTo(
            "{\"code\":0,\"message\":\"success\",\"applied\":1,\"next\":null,\"data\":{\"a\":1}}");
  }

  @Test
  void errorsHaveTheirStatus() {
    assertThat(json.error(409, "it differs").getStatusCode().toString()).startsWith("409");
    assertThat(json.error(409, "it differs").getBody()).contains("\"code\":409", "it differs");
  }
}
