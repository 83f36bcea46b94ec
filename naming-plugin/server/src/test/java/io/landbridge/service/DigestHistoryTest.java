package io.landbridge.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.state.CatalogPosition;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DigestHistoryTest {

  private final AtomicReference<CatalogPosition> now = new AtomicReference<>(position(3));
  private final DigestHistory history = new DigestHistory(now::get);

  @Test
  void thePresentIsKnownBeforeTheHistoryIsToldOfIt() {
    now.set(position(4));

    assertThat(history.at(4)).contains("digest 4");
    assertThat(history.at(3)).contains("digest 3");
    assertThat(history.at(5)).isEmpty();
  }

  @Test
  void theNewestEntriesAreKnownAndNoOlderOnes() {
    for (long applied = 4; applied <= 3 + DigestHistory.CAPACITY; applied++) {
      now.set(position(applied));
      history.advanced(now.get(), Set.of());
    }

    assertThat(history.at(3)).isEmpty();
    assertThat(history.at(4)).contains("digest 4");
    assertThat(history.at(3 + DigestHistory.CAPACITY)).isPresent();
  }

  private static CatalogPosition position(long applied) {
    return new CatalogPosition(applied, "digest " + applied, 0, 0, 0);
  }
}
