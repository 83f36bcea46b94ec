package io.landbridge.bridge.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ImportedInstance;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MovedClientsTest {

  private long now = 1;
  private final MovedClients moved = new MovedClients(() -> now);

  private static ImportedInstance.Key key(int service, int host) {
    return new ImportedInstance.Key(
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "s" + service),
        "DEFAULT",
        "10.0.0." + host,
        80);
  }

  private void after(long seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void whoCameToBeInBothIsLookedForUntilItHasLeftOrStays() {
    Set<ImportedInstance.Key> both = Set.of(key(1, 1), key(1, 2));
    moved.follow(both);
    assertThat(moved.due()).containsOnlyKeys(key(1, 1).service());
    assertThat(moved.due().get(key(1, 1).service()))
        .containsExactlyInAnyOrder(key(1, 1), key(1, 2));

    moved.left(key(1, 1));
    assertThat(moved.hasLeft(key(1, 1))).isTrue();
    assertThat(moved.due().get(key(1, 1).service())).isEqualTo(List.of(key(1, 2)));

    after(31);
    moved.follow(both);
    assertThat(moved.due()).isEmpty();
  }

  @Test
  void whoIsImportedForLongAfterItLeftIsLookedForAgain() {
    Set<ImportedInstance.Key> both = Set.of(key(1, 1));
    moved.follow(both);
    moved.left(key(1, 1));
    after(61);

    moved.follow(both);
    assertThat(moved.hasLeft(key(1, 1))).isFalse();
    assertThat(moved.due()).containsOnlyKeys(key(1, 1).service());
  }

  @Test
  void whoIsNotInBothAnyMoreIsForgotten() {
    moved.follow(Set.of(key(1, 1)));
    moved.left(key(1, 1));

    moved.follow(Set.of());
    moved.follow(Set.of(key(1, 1)));
    assertThat(moved.hasLeft(key(1, 1))).isFalse();
    assertThat(moved.due()).isNotEmpty();
  }

  @Test
  void ofManyServicesSomeAreLookedAtAtATimeAndEachHasItsTurn() {
    Set<ImportedInstance.Key> both = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      both.add(key(i, 1));
    }
    Set<ServiceKey> looked = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      moved.follow(both);
      Set<ServiceKey> due = moved.due().keySet();
      assertThat(due).hasSizeLessThanOrEqualTo(20);
      looked.addAll(due);
      now += TimeUnit.MILLISECONDS.toNanos(250);
    }
    assertThat(looked).hasSize(50);
  }
}
