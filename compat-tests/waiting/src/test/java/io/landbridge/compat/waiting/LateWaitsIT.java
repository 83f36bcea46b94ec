package io.landbridge.compat.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherSessionListener;

/** Waits for a second or two, some of them in vain, as it has to be here. */
class LateWaitsIT {

  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final Duration LATE = Duration.ofMillis(1200);

  @TempDir Path records;

  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void listen() {
    Awaitility.setDefaultConditionEvaluationListener(
        new LateWaits(said::add, Optional.of(new CheckRecords(records))));
  }

  @AfterEach
  void stopListening() {
    Awaitility.setDefaultConditionEvaluationListener(LateWaits.ofThisCheck());
  }

  @Test
  void namesAWaitOfMoreThanAThird() throws IOException {
    await("the light").atMost(LIMIT).until(comesLate());

    assertThat(said)
        .singleElement()
        .asString()
        .matches(
            "late: waited [1-3]\\.\\d s of 3 s for the light:"
                + " io\\.landbridge\\.\\S+\\.LateWaitsIT");
    assertThat(CheckRecordsTest.lines(records))
        .singleElement()
        .asString()
        .matches("late\\t\\d+\\t3000\\theld\\tthe light\\tio\\.landbridge\\.\\S+\\.LateWaitsIT");
  }

  @Test
  void doesNotNameAShorterOne() {
    await("the light").atMost(Duration.ofMinutes(2)).until(comesLate());
    Eventually.within(Duration.ofMinutes(2)).until("the light", comesLate());

    assertThat(said).isEmpty();
    assertThat(records).isEmptyDirectory();
  }

  @Test
  void namesAWaitThatFails() throws IOException {
    assertThatThrownBy(
            () ->
                Eventually.within(Duration.ofMillis(300))
                    .asserts("the light", () -> assertThat(1).isEqualTo(2)))
        .isInstanceOf(ConditionTimeoutException.class)
        .hasMessageContaining("the light");

    assertThat(said)
        .singleElement()
        .asString()
        .matches("late: failed after \\d\\.\\d s of 0\\.3 s for the light: \\S+LateWaitsIT");
    assertThat(CheckRecordsTest.lines(records)).singleElement().asString().contains("\tfailed\t");
  }

  @Test
  void callsAWaitWithoutANameByItsLine() {
    Callable<Boolean> condition = comesLate();

    Eventually.within(LIMIT).asserts(() -> assertThat(condition.call()).isTrue());

    assertThat(said)
        .singleElement()
        .asString()
        .matches("late: waited .* for LateWaitsIT\\.java:\\d+: \\S+LateWaitsIT");
  }

  @Test
  void doesNotCountForHowLongSomethingHasToHold() {
    await("the dark").during(LATE).atMost(LIMIT).until(() -> true);

    assertThat(said).isEmpty();
  }

  @Test
  void namesAWaitForSomethingToHoldThatBeginsLate() {
    await("the dark").during(Duration.ofMillis(200)).atMost(LIMIT).until(comesLate());

    assertThat(said).singleElement().asString().startsWith("late: waited ");
  }

  @Test
  void leavesAListenerOfTheWaitItsWork() {
    List<Boolean> looks = Collections.synchronizedList(new ArrayList<>());

    await()
        .conditionEvaluationListener(look -> looks.add(look.isSatisfied()))
        .atMost(Duration.ofSeconds(60))
        .until(() -> true);

    assertThat(looks).containsExactly(true);
  }

  @Test
  void doesNotNameAWaitWithoutALimit() {
    await("the light").forever().until(comesLate());

    assertThat(said).isEmpty();
  }

  @Test
  void isThereInEveryProcessThatRunsTests() {
    assertThat(ServiceLoader.load(LauncherSessionListener.class))
        .hasAtLeastOneElementOfType(LateWaitsOfTests.class);
  }

  /** What comes more than a third of the limit after somebody first looks. */
  private static Callable<Boolean> comesLate() {
    AtomicLong first = new AtomicLong();
    return () -> {
      first.compareAndSet(0, System.nanoTime());
      return System.nanoTime() - first.get() >= LATE.toNanos();
    };
  }
}
