package io.landbridge.compat.load.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class PacedBurstTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void nobodyWaitsForThoseBefore() {
    List<CompletableFuture<Void>> open = new CopyOnWriteArrayList<>();

    PacedBurst.Outcome outcome =
        PacedBurst.run(
            "test",
            5,
            100,
            LIMIT,
            i -> {
              CompletableFuture<Void> mine = new CompletableFuture<>();
              open.add(mine);
              if (open.size() == 5) {
                // None was answered before the last has begun.
                open.forEach(each -> each.complete(null));
              }
              return mine;
            });

    assertThat(outcome.failed()).isZero();
    // The first was due 40 ms before the last.
    assertThat(outcome.took()[0] - outcome.took()[4]).isBetween(30_000_000L, 50_000_000L);
    assertThat(outcome.ended() - outcome.began()).isGreaterThanOrEqualTo(40_000_000L);
  }

  @Test
  void failuresAreCounted() {
    PacedBurst.Outcome outcome =
        PacedBurst.run(
            "test",
            4,
            10_000,
            LIMIT,
            i ->
                i % 2 == 0
                    ? CompletableFuture.failedFuture(new IllegalStateException("refused"))
                    : CompletableFuture.completedFuture(null));

    assertThat(outcome.failed()).isEqualTo(2);
  }

  @Test
  void whatIsNeverAnsweredEndsTheRun() {
    assertThatThrownBy(
            () ->
                PacedBurst.run(
                    "test", 2, 10_000, Duration.ofMillis(50), i -> new CompletableFuture<Void>()))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("2 of 2 are not answered");
  }
}
