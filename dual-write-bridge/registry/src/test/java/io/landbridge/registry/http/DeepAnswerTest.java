package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** JSON that is nested deeper than the stack is an answer like any other that cannot be read. */
class DeepAnswerTest {

  private final Answer deep =
      Answer.of(
          ServerAddress.parse("h"),
          "http://h/x",
          200,
          ("{\"a\":" + "[".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8),
          0);

  @Test
  void itIsRefused() {
    assertThatThrownBy(deep::requireJson).isInstanceOf(RegistryException.class);
    assertThatThrownBy(() -> deep.requireFields((name, value) -> {}))
        .isInstanceOf(RegistryException.class);
  }
}
