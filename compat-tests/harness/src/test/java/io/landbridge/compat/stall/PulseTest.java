package io.landbridge.compat.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PulseTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Pulse BEFORE = Pulse.parse(7 * SECOND, "81 9000000000 1000\n");

  private static Duration lost(long seconds, long beats) {
    return Duration.ofNanos(
        new Pulse(BEFORE.at() + seconds * SECOND, BEFORE.beats() + beats).lostSince(BEFORE));
  }

  @Test
  void readsHowOftenAThreadRan() {
    assertThat(BEFORE).isEqualTo(new Pulse(7 * SECOND, 1_000));
  }

  @Test
  void aBusyMachineLosesNothing() {
    assertThat(lost(15, 300)).isZero();
    assertThat(lost(15, 320)).isZero();
    // 9 ms late each time.
    assertThat(lost(15, 254)).isZero();
  }

  @Test
  void whatStandsStillLosesAllOfIt() {
    assertThat(lost(4, 0)).isEqualTo(Duration.ofSeconds(4));
    assertThat(lost(15, 200)).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void whatHasNoPulseIsNotMeasured() {
    assertThat(BEFORE.isOne(Duration.ofSeconds(60))).isTrue();
    assertThat(new Pulse(0, 40).isOne(Duration.ofSeconds(60))).isFalse();
  }
}
