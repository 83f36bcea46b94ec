package io.landbridge.observe.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DirtyUnitsTest {

  private final AtomicLong now = new AtomicLong();
  private final Set<String> idle = new HashSet<>();
  private final DirtyUnits dirty =
      new DirtyUnits(millis(200), millis(500), idle::contains, () -> now.get());

  @Test
  void aUnitIsThereOnceHoweverOftenItWasMarked() {
    for (int i = 0; i < 1_000; i++) {
      dirty.mark("a");
    }
    assertThat(dirty.size()).isEqualTo(1);
    assertThat(dirty.marked()).isEqualTo(1_000);
    later(100);
    assertThat(taken()).containsExactly("a");
    assertThat(dirty.size()).isZero();
  }

  @Test
  void eachUnitHasAQuietPeriodOfItsOwn() {
    dirty.mark("quiet");
    for (int i = 0; i < 9; i++) {
      dirty.mark("busy");
      later(10);
      dirty.mark("busy");
    }
    assertThat(taken()).isEmpty();
    later(10);
    assertThat(taken()).containsExactly("quiet");
    later(89);
    assertThat(taken()).isEmpty();
    later(1);
    assertThat(taken()).containsExactly("busy");
  }

  @Test
  void whileManyUnitsChangeThePeriodIsLonger() {
    for (int i = 0; i <= DirtyUnits.FEW; i++) {
      dirty.mark("u" + i);
    }
    later(100);
    assertThat(taken()).isEmpty();
    later(99);
    assertThat(taken()).isEmpty();
    later(1);
    assertThat(taken()).hasSize(DirtyUnits.FEW + 1);
  }

  @Test
  void aUnitThatWasTakenJustNowWaitsLonger() {
    dirty.mark("restless");
    later(100);
    assertThat(taken()).containsExactly("restless");
    later(400);
    dirty.mark("restless");
    dirty.mark("rested");
    later(100);
    assertThat(taken()).containsExactly("rested");
    later(100);
    assertThat(taken()).containsExactly("restless");
    later(500);
    dirty.mark("restless");
    later(100);
    assertThat(taken()).containsExactly("restless");
  }

  @Test
  void whatNobodyWaitsForIsTakenOnceItHasSaidAllItHasToSay() {
    idle.add("idle");
    DirtyUnits patient =
        new DirtyUnits(millis(200), millis(3_000), idle::contains, () -> now.get());
    patient.mark("idle");
    patient.mark("other");
    later(1_999);
    assertThat(patient.take(9, unit -> false))
        .extracting(DirtyUnits.Mark::unit)
        .containsExactly("other");
    later(1);
    assertThat(patient.take(9, unit -> false)).hasSize(1);

    for (int i = 0; i < 30; i++) {
      patient.mark("idle");
      assertThat(patient.take(9, unit -> false)).isEmpty();
      later(100);
    }
    assertThat(patient.take(9, unit -> false)).as("after the maximal delay").hasSize(1);

    patient.mark("idle");
    later(250);
    assertThat(patient.take(9, unit -> false)).isEmpty();
    idle.clear();
    later(1_750);
    assertThat(patient.take(9, unit -> false)).hasSize(1);
  }

  @Test
  void whileManyUnitsChangeOneSettlesLater() {
    DirtyUnits patient =
        new DirtyUnits(millis(200), millis(5_000), idle::contains, () -> now.get());
    patient.mark("alone");
    later(100);
    DirtyUnits.Mark alone = patient.take(1, unit -> false).get(0);
    assertThat(patient.settledAt(alone)).isEqualTo(millis(300));

    for (int i = 0; i <= DirtyUnits.FEW; i++) {
      patient.mark("u" + i);
    }
    later(200);
    DirtyUnits.Mark amidMany = patient.take(1, unit -> false).get(0);
    assertThat(patient.settledAt(amidMany)).isEqualTo(millis(1_500));
  }

  @Test
  void aUnitThatIsNeverQuietIsDueAfterTheMaximalDelay() {
    for (int i = 0; i < 49; i++) {
      dirty.mark("busy");
      later(10);
      assertThat(taken()).isEmpty();
    }
    dirty.mark("busy");
    later(10);
    assertThat(taken()).containsExactly("busy");
  }

  @Test
  void whatIsPutBackKeepsItsAge() {
    dirty.mark("a");
    later(100);
    DirtyUnits.Mark mark = dirty.take(1, unit -> false).get(0);
    dirty.mark("a");
    later(50);
    dirty.restore(mark, now.get() + millis(1_000));
    later(999);
    assertThat(taken()).isEmpty();
    later(1);
    List<DirtyUnits.Mark> again = dirty.take(1, unit -> false);
    assertThat(again).extracting(DirtyUnits.Mark::unit).containsExactly("a");
    assertThat(again.get(0).first()).isZero();
  }

  @Test
  void aBlockedUnitWaitsUntilItIsUnparked() {
    dirty.mark("a");
    later(100);
    assertThat(dirty.take(10, unit -> true)).isEmpty();
    later(1_000);
    assertThat(taken()).isEmpty();
    dirty.mark("a");
    assertThat(dirty.size()).isEqualTo(1);
    dirty.unpark(List.of("a", "b"));
    later(100);
    assertThat(taken()).containsExactly("a");
  }

  @Test
  void noMoreAreTakenThanWanted() {
    for (int i = 0; i < DirtyUnits.FEW; i++) {
      dirty.mark("u" + i);
    }
    later(100);
    assertThat(dirty.take(3, unit -> false)).hasSize(3);
    assertThat(dirty.take(10, unit -> false)).hasSize(DirtyUnits.FEW - 3);
  }

  @Test
  void wakingEndsAWaitAlsoOneThatBeginsLater() throws Exception {
    dirty.wake();
    dirty.await(Long.MAX_VALUE, Long.MAX_VALUE);
    CountDownLatch ended = new CountDownLatch(1);
    Thread waiting =
        new Thread(
            () -> {
              try {
                dirty.await(Long.MAX_VALUE, Long.MAX_VALUE);
                ended.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    waiting.start();
    dirty.wake();
    ended.await();
  }

  private List<String> taken() {
    List<String> units = new ArrayList<>();
    dirty.take(100, unit -> false).forEach(mark -> units.add(mark.unit()));
    return units;
  }

  private void later(long millis) {
    now.addAndGet(millis(millis));
  }

  private static long millis(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
