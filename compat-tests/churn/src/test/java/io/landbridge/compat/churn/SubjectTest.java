package io.landbridge.compat.churn;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.load.wire.ServiceName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the model lets pass and what it takes down. */
class SubjectTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final State FIRST = state("1", "DEFAULT");
  private static final State SECOND = state("2", "DEFAULT");

  private final Findings findings = new Findings();
  private final Results results = new Results();
  private final Subject subject = subject(BOUND);

  private Subject subject(Duration bound) {
    return new Subject(
        ServiceName.of("shop"),
        "10.0.0.1:80",
        Map.of(Side.OLD, 1, Side.NEW, 1),
        bound,
        findings,
        results);
  }

  private static State state(String version, String label) {
    return new State(label, 1, true, true, true, new TreeMap<>(Map.of(State.VERSION, version)));
  }

  private void registered(State state) {
    subject.acknowledge(subject.begin("register", Side.OLD, false, Expected.of(state, BOUND)));
  }

  private void seen(Side side, State... states) {
    long now = System.nanoTime();
    subject.observe(side, side.toString(), List.of(states), now, now);
  }

  @Test
  void whatWasBeforeMayShowForAWhile() {
    seen(Side.NEW);
    registered(FIRST);
    seen(Side.NEW);
    seen(Side.OLD, FIRST);
    assertThat(subject.isMet()).isFalse();
    seen(Side.NEW, FIRST);

    assertThat(subject.isMet()).isTrue();
    assertThat(findings.lines()).isEmpty();
    assertThat(results.ways()).containsOnlyKeys("old_to_new");
  }

  @Test
  void whatIsThereBeforeAndAfterIsNeverMissing() {
    registered(FIRST);
    seen(Side.NEW, FIRST);
    seen(Side.OLD, FIRST);
    Step step = subject.begin("edit", Side.OLD, false, Expected.of(SECOND, BOUND));
    seen(Side.OLD, SECOND);
    subject.acknowledge(step);
    assertThat(findings.lines()).isEmpty();
    // Within the time in which it was not there yet it may still be missing.
    Subject strict = subject(Duration.ZERO);
    strict.acknowledge(strict.begin("register", Side.OLD, false, Expected.of(FIRST, BOUND)));
    strict.observe(Side.NEW, "new", List.of(), System.nanoTime() + 1, System.nanoTime() + 2);

    assertThat(findings.lines()).singleElement().asString().contains("nothing explains");
  }

  @Test
  void nothingGoesBack() {
    registered(FIRST);
    seen(Side.NEW, FIRST);
    registered(SECOND);
    seen(Side.NEW, SECOND);
    seen(Side.NEW, FIRST);

    assertThat(findings.lines()).singleElement().asString().contains("something later");
  }

  @Test
  void nobodyIsThereTwice() {
    registered(FIRST);
    seen(Side.NEW, FIRST, FIRST);

    assertThat(findings.lines()).singleElement().asString().contains("twice");
  }

  @Test
  void bothLabelsMayShowWhileOneIsLeft() {
    State moved = state("2", "gray");
    registered(FIRST);
    seen(Side.OLD, FIRST);
    registered(moved);
    seen(Side.OLD, FIRST, moved);
    seen(Side.OLD, moved);
    assertThat(findings.lines()).isEmpty();

    seen(Side.OLD, FIRST, moved);
    assertThat(findings.lines()).singleElement().asString().contains("something later");
  }

  @Test
  void whoLivesIsWell() {
    registered(FIRST);
    seen(Side.NEW, FIRST.withHealth(false));

    assertThat(findings.lines()).singleElement().asString().contains("nothing explains");
  }

  @Test
  void whatTakesLongerThanItMayIsLate() {
    subject.acknowledge(
        subject.begin("register", Side.OLD, false, Expected.of(FIRST, Duration.ZERO)));
    long later = System.nanoTime() + 1_000_000;
    subject.observe(Side.NEW, "new", List.of(), later, later);

    assertThat(findings.lines()).singleElement().asString().contains("late");
  }

  @Test
  void whatDisappearsMeanwhileIsCounted() {
    registered(FIRST);
    seen(Side.OLD, FIRST);
    seen(Side.NEW, FIRST);
    subject.acknowledge(
        subject.begin("move", Side.NEW, false, Expected.of(SECOND, BOUND).orNothing()));
    seen(Side.OLD);
    seen(Side.OLD, SECOND);

    assertThat(findings.lines()).isEmpty();
    assertThat(results.gaps()).containsOnlyKeys("move, on the old side");
  }
}
