package io.landbridge.raft;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.EntryId;
import io.landbridge.command.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnreadableEntriesTest {

  private static final EntryId ENTRY = EntryId.of(7, new byte[] {1});

  private final List<String> logged = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong(-5);
  private final UnreadableEntries entries =
      new UnreadableEntries(SkippedEntries.none(), nanos::get, logged::add);

  @Test
  void damagedEntriesAreCountedAndLoggedOnceAMinute() {
    for (int i = 1; i <= 1_000; i++) {
      entries.damaged(i, "its checksum is wrong");
    }
    assertThat(entries.statistics().damaged()).isEqualTo(1_000);
    assertThat(logged)
        .singleElement()
        .asString()
        .contains("entry 1,", "its checksum is wrong", "Raft port");

    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    entries.damaged(1_001, "its checksum is wrong");
    entries.damaged(1_002, "its checksum is wrong");
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    entries.damaged(1_003, "a name\nas somebody else chose it" + "x".repeat(10_000));
    assertThat(logged.remove(2)).doesNotContain("\n").hasSizeLessThan(500);
    assertThat(logged).hasSize(2).last().asString().contains("entry 1001,", "started: 1001");
  }

  @Test
  void aMemberThatHasNotStoppedLooksAtNothing() {
    assertThat(agree()).isEmpty();
    assertThat(entries.statistics().stopped()).isEmpty();
  }

  @Test
  void agreementsOfTheSameMemberCountOnce() {
    entries.stopAt(ENTRY, "format 9");

    assertThat(agree()).contains(Result.APPLIED);
    assertThat(agree()).contains(Result.APPLIED);

    StoppedEntry stopped = entries.statistics().stopped().orElseThrow();
    assertThat(stopped.agreed()).containsExactly(BOB);
    assertThat(stopped.skipped()).isFalse();
  }

  private Optional<Result> agree() {
    return entries.afterStop(
        new byte[0], entry -> Optional.of(new SkipEntry(ENTRY, BOB, List.of(ALICE, BOB))));
  }
}
