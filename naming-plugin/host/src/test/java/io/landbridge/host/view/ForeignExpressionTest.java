package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ForeignExpressionTest {

  @Test
  void namesAreMatchedAsTheServerDoes() {
    ForeignExpression expression = new ForeignExpression(".*shop.*@@.*Order.*");
    assertThat(expression.test("shop@@demo.OrderService")).isTrue();
    assertThat(expression.test("shop@@demo.StockService")).isFalse();
    assertThat(Collections.nCopies(50_000, "g@@" + "x".repeat(60))).noneMatch(expression);
  }

  @Test
  void whatWouldTakeForEverEnds() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () ->
            assertThatThrownBy(() -> new ForeignExpression(".*.*.*.*.*b").test("a".repeat(500)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too long"));
    assertThatThrownBy(() -> new ForeignExpression("a".repeat(2_000)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
