package io.landbridge.bridge.exports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BeatHistoryTest {

  private static final long NOON = 1_800_000_000_000L;
  private static final long BEAT = 5_000;

  @Test
  void aClockThatIsSetBackKeepsNobodyFromBeingHeard() {
    BeatHistory before = BeatHistory.first(NOON, BEAT).passedOn(NOON);
    long back = NOON - 600_000;

    BeatHistory after = before.heard(back);
    assertThat(after.isNews(back)).isTrue();
    assertThat(after.passed()).as("it was there").isPositive();
    assertThat(after.passedOn(back).isNews(back)).isFalse();
    assertThat(after.heard(back + BEAT).isNews(back + BEAT)).isTrue();
    assertThat(after.isQuiet(back + 2 * BEAT)).isTrue();
  }

  @Test
  void beatsThatAreReadInAnotherOrderAreNoNews() {
    BeatHistory before = BeatHistory.first(NOON, BEAT).passedOn(NOON);
    assertThat(before.heard(NOON - BEAT)).isEqualTo(before);
  }

  @Test
  void whoWasNeverPassedOnIsNotSaidToHaveBeen() {
    assertThat(BeatHistory.first(NOON, BEAT).heard(NOON - 600_000).passed()).isZero();
  }
}
