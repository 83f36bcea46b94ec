package io.landbridge.compat.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class WindowsTest {

  private static final long SECOND = 1_000_000_000L;

  private final List<Stall> stalls = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private long now = 1_000 * SECOND;
  private int tries;

  private final Windows windows =
      new Windows(
          Patience.OF_1X,
          () -> now,
          new Windows.Stalls() {
            @Override
            public List<Stall> after(long time) {
              return stalls.stream().filter(each -> each.to() > time).toList();
            }

            @Override
            public Duration takeMost() {
              return Duration.ZERO;
            }
          },
          time -> now += time.toNanos(),
          log::add);

  /** A window of a minute that begins with a stall of ten seconds, or without. */
  private Supplier<List<Deviation>> window(boolean stalled, long... deviations) {
    return () -> {
      tries++;
      long start = now;
      if (stalled) {
        stalls.add(new Stall(start, start + 10 * SECOND, Duration.ofSeconds(8), "the machine"));
      }
      now += 60 * SECOND;
      List<Deviation> found = new ArrayList<>();
      for (long each : deviations) {
        found.add(new Deviation(start + each * SECOND, "somebody is missing"));
      }
      return found;
    };
  }

  @Test
  void whatHoldsIsLookedAtOnce() {
    windows.holds("nobody is missing", window(false));
    windows.holds("nobody is missing", window(true));
    assertThat(tries).isEqualTo(2);
  }

  @Test
  void aDeviationWithoutAStallFailsAtOnce() {
    assertThatThrownBy(() -> windows.holds("nobody is missing", window(false, 20)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("did not stall")
        .hasMessageContaining("20.0 s: somebody is missing");
    assertThat(tries).isEqualTo(1);
  }

  @Test
  void aStallExplainsWhatComesOfItAndNothingElse() {
    // Deleted 35 s after the last of the lost time, at the latest.
    assertThatThrownBy(() -> windows.holds("nobody is missing", window(true, 20, 46)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 deviations")
        .hasMessageContaining("46.0 s")
        .hasMessageNotContaining("20.0 s");
    assertThat(tries).isEqualTo(1);
  }

  @Test
  void nothingIsExplainedByAStallThatComesAfterIt() {
    assertThatThrownBy(
            () ->
                windows.holds(
                    "nobody is missing",
                    () -> {
                      List<Deviation> early = window(false, 5).get();
                      stalls.add(
                          new Stall(now - 10 * SECOND, now, Duration.ofSeconds(8), "process 1"));
                      return early;
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("did not stall");
  }

  @Test
  void aVoidWindowIsRepeated() {
    windows.holds("nobody is missing", () -> (tries == 0 ? window(true, 20) : window(false)).get());
    assertThat(tries).isEqualTo(2);
    assertThat(log).anyMatch(line -> line.contains("void, because the machine stalled"));
  }

  @Test
  void theRepetitionWaitsUntilNothingComesOfTheStallAnyMore() {
    List<Long> starts = new ArrayList<>();
    windows.holds(
        "nobody is missing",
        () -> {
          starts.add(now);
          if (tries > 0) {
            return window(false).get();
          }
          List<Deviation> found = window(false, 59).get();
          stalls.add(new Stall(now - 10 * SECOND, now - 2 * SECOND, Duration.ofSeconds(8), "a"));
          return found;
        });
    assertThat(starts.get(1) - starts.get(0)).isEqualTo((60 - 2 + 35) * SECOND);
  }

  @Test
  void whatIsWrongIsFoundInTheRepetition() {
    assertThatThrownBy(
            () ->
                windows.holds(
                    "nobody is missing",
                    () -> (tries == 0 ? window(true, 20) : window(false, 30)).get()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("did not stall");
    assertThat(tries).isEqualTo(2);
  }

  @Test
  void aMachineThatStallsAgainAndAgainFailsAndSaysWhen() {
    assertThatThrownBy(() -> windows.holds("nobody is missing", window(true, 20)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the machine stalled in each of 3 windows")
        .hasMessageContaining("from 0.0 to 10.0 s: up to 8.0 s lost: the machine");
    assertThat(tries).isEqualTo(3);
  }

  @Test
  void aStallBeforeTheWindowMayBeTheReasonToo() {
    stalls.add(new Stall(now - 20 * SECOND, now - SECOND, Duration.ofSeconds(9), "process 7"));
    windows.holds(
        "nobody is missing", () -> (tries == 0 ? window(false, 10) : window(false)).get());
    assertThat(tries).isEqualTo(2);
  }
}
