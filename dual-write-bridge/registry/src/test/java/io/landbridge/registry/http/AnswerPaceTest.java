package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AnswerPaceTest {

  private static final int COUNT = 32;

  private final AnswerPace pace = new AnswerPace();

  @Test
  void itIsWaitedAsLongAsAServerTakes() {
    int late = 0;
    for (int i = 0; i < 100; i++) {
      late += takes(TimeUnit.MICROSECONDS.toNanos(700)) ? 1 : 0;
    }
    // It is found out now and then whether that is less by now.
    assertThat(late).isBetween(10, 40);
    assertThat(pace.forAnswers(COUNT) / COUNT).isBetween(600_000L, 880_000L);
  }

  @Test
  void whatIsThereIsWaitedForForAShorterAndShorterTime() {
    for (int i = 0; i < 100; i++) {
      assertThat(takes(0)).isFalse();
    }
    assertThat(pace.forAnswers(COUNT)).isEqualTo(COUNT * AnswerPace.LEAST_NANOS);
  }

  @Test
  void noServerIsWaitedForForever() {
    for (int i = 0; i < 10; i++) {
      assertThat(takes(TimeUnit.SECONDS.toNanos(1))).isTrue();
    }
    assertThat(pace.forAnswers(COUNT)).isEqualTo(COUNT * AnswerPace.MOST_NANOS);
  }

  /** Asks a server that takes so long for each; returns whether the answers were late. */
  private boolean takes(long each) {
    long waited = pace.forAnswers(COUNT);
    long all = each * COUNT;
    pace.took(COUNT, waited, Math.max(waited, all));
    return all > waited;
  }
}
