package io.landbridge.compat.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void looksUntilTheAssertionHolds() {
    Eventually.within(LONG)
        .every(SHORT)
        .asserts(() -> assertThat(looks.incrementAndGet()).isEqualTo(3));

    assertThat(looks).hasValue(3);
  }

  @Test
  void takesOnlyTheExceptionsItIsToldOfForNotYet() {
    Eventually wait = Eventually.within(LONG).every(SHORT);

    wait.passing(UncheckedIOException.class).asserts(this::failOnce);

    assertThat(looks).hasValue(2);
    looks.set(0);
    assertThatThrownBy(() -> wait.asserts(this::failOnce)).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void asksAtLeastOnceAndSaysWhetherItWasSo() {
    assertThat(Eventually.holds(Duration.ZERO, SHORT, () -> true)).isTrue();
    assertThat(Eventually.holds(Duration.ZERO, SHORT, () -> false)).isFalse();
    assertThat(Eventually.holds(LONG, SHORT, () -> looks.incrementAndGet() == 3)).isTrue();
    assertThat(looks).hasValue(3);
  }

  private void failOnce() {
    if (looks.incrementAndGet() == 1) {
      throw new UncheckedIOException(new IOException("not yet"));
    }
  }
}
