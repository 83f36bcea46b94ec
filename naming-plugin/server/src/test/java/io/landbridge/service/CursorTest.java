package io.landbridge.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

  @Test
  void givesItsPartsBackAndNeedsNoEncoding() {
    String cursor = Cursor.of("list", "dev", "", "Ä b/c");

    assertThat(Cursor.parts(cursor, "list", 3)).containsExactly("dev", "", "Ä b/c");
    assertThat(URLEncoder.encode(cursor, StandardCharsets.UTF_8)).isEqualTo(cursor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "%", "shop", "bGlzdA", "bGlzdABh"})
  void refusesWhatIsNone(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Cursor.parts(text, "list", 2))
        .withMessageContaining("'after'");
  }

  @Test
  void refusesTheCursorOfAnotherList() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Cursor.parts(Cursor.of("other", "a"), "list", 1));
  }
}
