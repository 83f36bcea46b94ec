package io.landbridge.migrate.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.progress.Meter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveLineTest {

  private static final long SECOND = 1_000_000_000L;

  private final StringWriter screen = new StringWriter();
  private final AtomicLong nanos = new AtomicLong();
  private final LiveLine line = new LiveLine(new PrintWriter(screen), nanos::get);

  /** What was drawn since this was asked last, without the moves of the cursor. */
  private String drawn() {
    String text =
        screen
            .toString()
            .replace(LiveLine.CLEAR, "<")
            .replace("\033[?7l", "")
            .replace("\033[?7h", "");
    screen.getBuffer().setLength(0);
    return text;
  }

  @Test
  void taskIsOneLineWithRateAndRemainingTime() {
    line.begin("wave 2 of 5", 25, "applications");
    assertThat(drawn()).isEqualTo("<landbridge: wave 2 of 5: 0 of 25 applications");

    nanos.addAndGet(40 * SECOND);
    line.part("public/a: CHANGED");
    assertThat(drawn())
        .isEqualTo(
            "<landbridge: wave 2 of 5: 1 of 25 applications, 1.5/min, about 16 min 0 s left");

    nanos.addAndGet(SECOND);
    line.done(20);
    line.waits("holding: paused by an operator");
    assertThat(drawn())
        .endsWith(
            "20 of 25 applications, 29.3/min, about 10 s left; holding: paused by an operator");
    line.waits("");
    assertThat(drawn()).endsWith("about 10 s left");

    line.end();
    assertThat(drawn()).isEqualTo("<");
    line.end();
    assertThat(drawn()).isEmpty();
  }

  @Test
  void drawsNoOftenerThanAPersonCanRead() {
    line.begin("reading", 1_000, "services");
    nanos.addAndGet(SECOND);
    line.reached(100, "plain");
    drawn();
    for (int i = 101; i < 200; i++) {
      nanos.addAndGet(SECOND / 1_000);
      line.done(i);
    }
    assertThat(drawn()).isEmpty();
    line.done(1_000);
    assertThat(drawn()).contains("1000 of 1000 services, ").doesNotContain("left");
  }

  @Test
  void otherLinesScrollByAbove() {
    line.begin("comparing", 2, "applications");
    drawn();

    line.accept("no information from the plugin\033[31m");

    assertThat(drawn())
        .startsWith("<landbridge: no information from the plugin")
        .endsWith("\n<landbridge: comparing: 0 of 2 applications")
        .doesNotContain("\033");
  }

  @Test
  void withoutATaskEachIsALine() {
    line.part("a: CHANGED");
    line.waits("waiting 3 s");
    line.waits("");
    line.reached(2, "2 of 3");

    assertThat(drawn())
        .isEqualTo("<landbridge: a: CHANGED\n<landbridge: waiting 3 s\n<landbridge: 2 of 3\n");
  }

  @Test
  void plainMeterHasTheLinesAlone() {
    List<String> lines = new ArrayList<>();
    Meter plain = Meter.of(lines::add);

    plain.begin("wave 1 of 1", 2, "applications");
    plain.part("a: CHANGED");
    plain.done(1);
    plain.waits("waiting");
    plain.waits("");
    plain.reached(2, "2 of 2");
    plain.end();

    assertThat(lines).containsExactly("a: CHANGED", "waiting", "2 of 2");
    assertThat(Meter.of(line)).isSameAs(line);
  }
}
