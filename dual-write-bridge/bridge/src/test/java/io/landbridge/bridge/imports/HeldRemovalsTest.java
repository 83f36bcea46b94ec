package io.landbridge.bridge.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldRemovalsTest {

  private long now;
  private final HeldRemovals removals =
      new HeldRemovals(
          50, Duration.ofSeconds(15), Duration.ofMinutes(10), () -> TimeUnit.SECONDS.toNanos(now));

  @BeforeEach
  void everythingIsThere() {
    assertThat(removals.allows(0, 100)).isTrue();
  }

  @Test
  void aFewAndUpToThePartAreBelieved() {
    assertThat(removals.allows(5, 5)).isTrue();
    assertThat(removals.allows(50, 100)).isTrue();
    assertThat(removals.allows(51, 100)).isFalse();
    assertThat(removals.held()).isEqualTo(51);
    assertThat(removals.allows(6, 11)).isFalse();
  }

  @Test
  void whatGoesOnBeingGoneIsBelievedWhenTheTimeIsOver() {
    assertThat(removals.allows(90, 100)).isFalse();
    now = 599;
    assertThat(removals.allows(95, 100)).isFalse();
    now = 600;
    assertThat(removals.allows(95, 100)).isTrue();
    assertThat(removals.held()).isZero();
    assertThat(removals.allows(90, 100)).as("the next time begins anew").isFalse();
  }

  @Test
  void whoHasSeenAPartOnlyDoesNotPutOffTheEnd() {
    assertThat(removals.allows(90, 100)).isFalse();
    now = 300;
    assertThat(removals.allowsSome(0, 100)).isTrue();
    assertThat(removals.allowsSome(1, 100)).isFalse();
    assertThat(removals.held()).isEqualTo(90);
    now = 600;
    assertThat(removals.allows(90, 100)).isTrue();
  }

  @Test
  void theTimeBeginsAnewWhenTheyWereBackInBetween() {
    assertThat(removals.allows(90, 100)).isFalse();
    now = 500;
    assertThat(removals.allows(0, 100)).isTrue();
    assertThat(removals.held()).isZero();
    now = 700;
    assertThat(removals.allows(90, 100)).isFalse();
  }

  @Test
  void timeInWhichNobodyCouldLookIsNotPartOfIt() {
    assertThat(removals.allows(90, 100)).isFalse();
    now = 60;
    removals.couldNotLook();
    now = 900;
    assertThat(removals.allows(90, 100)).isFalse();
    assertThat(removals.held()).isEqualTo(90);
    now = 900 + 599;
    assertThat(removals.allows(90, 100)).isFalse();
    now = 900 + 600;
    assertThat(removals.allows(90, 100)).isTrue();
  }

  @Test
  void whileTheyComeBackOneByOneNoneIsGone() {
    assertThat(removals.allows(100, 100)).isFalse();
    now = 5;
    assertThat(removals.allows(60, 100)).isFalse();
    now = 10;
    assertThat(removals.allows(40, 100)).isFalse();
    assertThat(removals.held()).isEqualTo(40);
    assertThat(removals.allowsSome(1, 100)).isFalse();
    now = 19;
    assertThat(removals.allows(3, 100)).isFalse();
    now = 20;
    assertThat(removals.allows(2, 100)).as("who is not back by now").isTrue();
    assertThat(removals.held()).isZero();
    assertThat(removals.allows(3, 98)).as("who goes later").isTrue();
  }

  @Test
  void onceAllAreBackNothingHasToSettle() {
    assertThat(removals.allows(100, 100)).isFalse();
    now = 5;
    assertThat(removals.allows(0, 100)).isTrue();
    assertThat(removals.allowsSome(2, 100)).isTrue();
    assertThat(removals.allows(2, 100)).isTrue();
  }

  @Test
  void whoCouldNotLookDoesNotKnowWhatCameBackMeanwhile() {
    removals.couldNotLook();
    assertThat(removals.allowsSome(1, 100)).isFalse();
    now = 300;
    assertThat(removals.allows(1, 100)).isFalse();
    now = 314;
    assertThat(removals.allows(1, 100)).isFalse();
    now = 315;
    assertThat(removals.allows(1, 100)).isTrue();
  }

  @Test
  void norDoesWhoBegins() {
    removals.forget();
    assertThat(removals.allowsSome(1, 100)).isFalse();
    assertThat(removals.allows(1, 100)).isFalse();
    now = 15;
    assertThat(removals.allows(1, 100)).isTrue();
  }

  @Test
  void theTimeBeginsAnewAfterAPause() {
    assertThat(removals.allows(90, 100)).isFalse();
    removals.forget();
    assertThat(removals.held()).isZero();
    now = 660;
    assertThat(removals.allows(90, 100)).isFalse();
  }

  @Test
  void servicesThatAreEmptiedOneByOneAreBelievedUpToThePart() {
    for (int i = 0; i < 10; i++) {
      assertThat(removals.allowsSome(5, 100 - 5 * i)).isTrue();
    }
    assertThat(removals.allowsSome(1, 50)).isFalse();
    assertThat(removals.allows(50, 50)).as("everything was looked at").isFalse();
    assertThat(removals.allowsSome(1, 50)).as("while they are held").isFalse();
    now = 599;
    assertThat(removals.allowsSome(0, 50)).as("nothing is gone from some").isTrue();
    assertThat(removals.allows(50, 50)).isFalse();
    now = 600;
    assertThat(removals.allows(50, 50)).as("nor did it begin anew").isTrue();
    assertThat(removals.allowsSome(5, 5)).isTrue();
  }
}
