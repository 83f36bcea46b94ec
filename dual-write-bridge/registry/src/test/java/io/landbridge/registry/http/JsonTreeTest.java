package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON of others, and what it may not have. */
class JsonTreeTest {

  private static final int MUCH = 2 << 20;

  @ParameterizedTest
  @ValueSource(strings = {"%s", "[%s]", "{\"a\":-%s}", "{\"a\":{\"b\":[1,%s.5]}}"})
  void aLongNumberIsRefusedAtOnce(String around) {
    assertThatThrownBy(() -> JsonTree.read(around.formatted("8".repeat(401))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 400 characters");
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThatThrownBy(() -> JsonTree.read(around.formatted("8".repeat(MUCH))))
                .isInstanceOf(IOException.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void whatIsNestedDeepIsRefused(String opening) {
    assertThatThrownBy(() -> JsonTree.read(opening.repeat(MUCH / opening.length())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("deeper than 128");
  }

  @Test
  void everythingElseIsRead() throws Exception {
    String deep = "[".repeat(128) + "]".repeat(128);
    assertThat(JsonTree.read(deep).isArray()).isTrue();
    assertThat(JsonTree.read("[" + "[],".repeat(1_000) + "{}]")).hasSize(1_001);
    assertThat(JsonTree.read("8".repeat(400)).isNumber()).isTrue();
    assertThat(JsonTree.read("{\"a\":\"" + "8".repeat(401) + "\"}").path("a").isTextual()).isTrue();
    assertThat(JsonTree.read("").isMissingNode()).isTrue();
    assertThatThrownBy(() -> JsonTree.read("{")).isInstanceOf(IOException.class);
  }
}
