package io.landbridge.compat.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LateWaitsTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final List<String> said = new ArrayList<>();
  private final LateWaits waits = new LateWaits(said::add, Optional.empty());

  @Test
  void namesWhatTookMoreThanAThird() {
    waits.judge(Duration.ofMillis(12_345), LIMIT, true);

    assertThat(said)
        .singleElement()
        .asString()
        .matches(
            "late: waited 12\\.3 s of 30 s for LateWaitsTest\\.java:\\d+: " + getClass().getName());
  }

  @Test
  void doesNotNameWhatTookAThird() {
    waits.judge(Duration.ofSeconds(10), LIMIT, true);

    assertThat(said).isEmpty();
  }

  @Test
  void namesWhatFailed() {
    waits.judge(Duration.ofSeconds(1), LIMIT, false);

    assertThat(said).singleElement().asString().startsWith("late: failed after 1.0 s of 30 s for ");
  }

  @Test
  void doesNotTakeALookForAWait() {
    waits.judge(Duration.ofMillis(1), Duration.ZERO, false);

    assertThat(said).isEmpty();
  }
}
