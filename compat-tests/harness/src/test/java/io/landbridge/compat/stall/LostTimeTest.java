package io.landbridge.compat.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LostTimeTest {

  private static final long SECOND = 1_000_000_000L;

  /** A limit of 5 s within 15. */
  private final LostTime lost = new LostTime(Patience.OF_1X);

  @Test
  void theLimitFollowsFromWhatAServerCounts() {
    assertThat(Patience.OF_1X.limit()).isEqualTo(Duration.ofSeconds(5));
    assertThat(Patience.OF_1X.withSilence(Duration.ofSeconds(5)).limit())
        .isEqualTo(Duration.ofMillis(2_500));
    assertThat(Patience.OF_1X.reach()).isEqualTo(Duration.ofSeconds(35));
    assertThatThrownBy(() -> Patience.OF_1X.withSilence(Duration.ofSeconds(10)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsLostForALongTimeInSmallPartsIsNoStall() {
    for (int i = 0; i < 1_000; i++) {
      lost.byTheMachine(i * SECOND, SECOND / 4);
      lost.byProcess(i * SECOND, "a", SECOND / 10);
      lost.byProcess(i * SECOND, "b", SECOND / 10);
      lost.byProcess(i * SECOND, "c", SECOND / 10);
    }
    assertThat(lost.after(0)).isEmpty();
    assertThat(lost.takeMost()).isEqualTo(Duration.ofMillis(4_500));
    assertThat(lost.takeMost()).isZero();
  }

  @Test
  void whatIsLostWithinTheTimeOfAServerAddsUp() {
    lost.byTheMachine(10 * SECOND, 3 * SECOND);
    lost.byTheMachine(24 * SECOND, 2 * SECOND);
    assertThat(lost.after(0))
        .containsExactly(new Stall(7 * SECOND, 24 * SECOND, Duration.ofSeconds(5), "the machine"));

    LostTime apart = new LostTime(Patience.OF_1X);
    apart.byTheMachine(10 * SECOND, 3 * SECOND);
    apart.byTheMachine(25 * SECOND, 2 * SECOND);
    assertThat(apart.after(0)).isEmpty();
  }

  @Test
  void aBeatPassesThroughThreeProcessesAtMost() {
    for (String each : new String[] {"a", "b", "c", "d", "e", "f"}) {
      lost.byProcess(SECOND, each, 3 * SECOND / 2);
    }
    assertThat(lost.takeMost()).isEqualTo(Duration.ofMillis(4_500));
    assertThat(lost.after(0)).isEmpty();

    lost.byProcess(2 * SECOND, "e", SECOND / 2);
    assertThat(lost.after(0))
        .singleElement()
        .satisfies(stall -> assertThat(stall.who()).startsWith("e 2.0 s"));
  }

  @Test
  void whatTheMachineAndItsProcessesLoseIsTheSameTime() {
    lost.byTheMachine(SECOND, 3 * SECOND);
    lost.byProcess(SECOND, "a", 3 * SECOND);
    assertThat(lost.after(0)).isEmpty();
  }

  @Test
  void aLongStallIsOneAndNotMany() {
    for (int i = 0; i < 60; i++) {
      lost.byProcess(i * SECOND, "a", SECOND);
    }
    assertThat(lost.after(0))
        .singleElement()
        .satisfies(
            stall -> {
              assertThat(stall.from()).isEqualTo(-SECOND);
              assertThat(stall.to()).isEqualTo(59 * SECOND);
              assertThat(stall.lost()).isEqualTo(Duration.ofSeconds(15));
            });
    assertThat(lost.after(59 * SECOND)).isEmpty();
  }

  @Test
  void littleIsKept() {
    for (long i = 0; i < 10_000; i++) {
      lost.byTheMachine(i * 60 * SECOND, 6 * SECOND);
    }
    assertThat(lost.size()).isLessThan(110);
    assertThat(lost.after(0)).isNotEmpty();
  }
}
