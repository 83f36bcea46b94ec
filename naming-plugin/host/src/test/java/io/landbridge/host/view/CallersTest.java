package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.view.derived.Caller;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallersTest {

  private final Caller one = new Caller("10.0.0.1", "");
  private final Caller other = new Caller("10.0.0.2", "");
  private final Callers callers = new Callers(() -> Optional.of(other));

  @Test
  void aCallerIsKnownWhileItIsAnsweredAndNoLonger() throws Exception {
    assertThat(callers.current()).contains(other);
    assertThat(callers.<Optional<Caller>, RuntimeException>as(() -> one, callers::current))
        .contains(one);
    assertThat(callers.current()).contains(other);
    assertThatThrownBy(
            () ->
                callers.as(
                    () -> one,
                    () -> {
                      throw new IOException("refused");
                    }))
        .isInstanceOf(IOException.class);
    assertThat(callers.current()).contains(other);
  }

  @Test
  void nobodyIsAskedForWhoAsksWhereItMakesNoDifference() {
    String answer =
        callers.as(
            () -> {
              throw new AssertionError("nobody needs to know");
            },
            () -> "answer");
    assertThat(answer).isEqualTo("answer");
  }
}
