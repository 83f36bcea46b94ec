package io.landbridge.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.service.answer.ChangedApplication;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeHistoryTest {

  private static final NamespaceId DEV = NamespaceId.of("dev");

  private final ChangeHistory history = new ChangeHistory(3, 10);

  @Test
  void tellsWhatChangedAfterACountInTheOrderOfTheLastChange() {
    history.advanced(11, Set.of(app("a")));
    history.advanced(12, Set.of(app("b")));
    history.advanced(13, Set.of());
    history.advanced(14, Set.of(app("a")));

    assertThat(since(10)).containsExactly("b@12", "a@14");
    assertThat(since(12)).containsExactly("a@14");
    assertThat(since(14)).isEmpty();
    assertThat(since(99)).isEmpty();
    assertThat(history.since(10, Optional.empty()).applied()).isEqualTo(14);
  }

  @Test
  void tellsOfOneNamespaceOnly() {
    history.advanced(11, Set.of(app("a"), new ApplicationKey(DEV, new ApplicationName("d"))));

    assertThat(history.since(10, Optional.of(DEV)).changes())
        .containsExactly(new ChangedApplication("dev", "d", 11));
  }

  @Test
  void whoAsksFromBeforeItBeganStartsAgain() {
    assertThat(history.since(9, Optional.empty()).reset()).isTrue();
    assertThat(history.since(10, Optional.empty()).reset()).isFalse();
  }

  @Test
  void forgetsTheLongestUnchangedAndSaysSo() {
    history.advanced(11, Set.of(app("a")));
    history.advanced(12, Set.of(app("b")));
    history.advanced(13, Set.of(app("a"), app("c"), app("d")));

    assertThat(history.since(11, Optional.empty()).reset()).isTrue();
    assertThat(history.since(12, Optional.empty()).reset()).isFalse();
    assertThat(since(12)).containsExactly("a@13", "c@13", "d@13");
  }

  @Test
  void moreInOneEntryThanItKnowsStartsEverybodyAgain() {
    history.advanced(11, Set.of(app("a"), app("b"), app("c"), app("d")));

    assertThat(history.since(10, Optional.empty()).reset()).isTrue();
    assertThat(history.since(11, Optional.empty()).reset()).isFalse();
  }

  @Test
  void afterASnapshotNothingBeforeItIsKnown() {
    history.advanced(11, Set.of(app("a")));
    history.restored(50);

    assertThat(history.since(49, Optional.empty()).reset()).isTrue();
    assertThat(since(50)).isEmpty();
    history.advanced(51, Set.of(app("a")));
    assertThat(since(50)).containsExactly("a@51");
  }

  private Iterable<String> since(long count) {
    return history.since(count, Optional.empty()).changes().stream()
        .map(change -> change.application() + "@" + change.applied())
        .toList();
  }

  private static ApplicationKey app(String name) {
    return new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName(name));
  }
}
