package io.landbridge.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests are spread, and a pause is not made up for. */
class RequestRateTest {

  private long now = Long.MAX_VALUE - 10;
  private final List<Long> waits = new ArrayList<>();

  private RequestRate rate(int perSecond) {
    return new RequestRate(
        perSecond,
        () -> now,
        nanos -> {
          waits.add(nanos);
          now += nanos;
        });
  }

  @Test
  void atMostSoManyPerSecondAlsoAfterAPause() throws Exception {
    RequestRate rate = rate(4);
    rate.await("here");
    rate.await("here");
    rate.await("here");
    assertThat(waits).containsExactly(250_000_000L, 250_000_000L);

    now += 10_000_000_000L;
    rate.await("here");
    rate.await("here");
    assertThat(waits).hasSize(3);
  }

  @Test
  void whatIsNoRateIsRefused() {
    assertThatThrownBy(() -> rate(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
