package io.landbridge.migrate.wave;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.wave.RecordedVerifies.Newest;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequiredVerifyTest {

  private static final long NOW = 100 * 60_000L;

  private static Step step(String application, Plan.Hazard... hazards) {
    return new Step(
        "public",
        application,
        Plan.Action.TRANSLATE,
        "",
        List.of("demo.A"),
        List.of(),
        new Plan.Savings(0, 0),
        List.of(),
        List.of(),
        List.of(hazards));
  }

  private static Comparison comparison(boolean equal, boolean extra) {
    Comparison.Finding finding = new Comparison.Finding("demo.A", "dubbo", "10.0.0.1:20880", "why");
    return new Comparison(
        "public",
        "a",
        equal,
        false,
        1,
        equal || extra ? List.of() : List.of(finding),
        extra ? List.of(finding) : List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static Optional<String> unmet(Step step, Newest newest) {
    TreeMap<io.landbridge.model.ApplicationKey, Newest> all = new TreeMap<>();
    all.put(step.key(), newest);
    return new RequiredVerify(() -> all, () -> NOW)
        .unmet(new Wave(2, "", 30, List.of(), List.of()), List.of(step));
  }

  @ParameterizedTest
  @CsvSource({
    "70, true, ''",
    "69, true, is 31 min old",
    "100, false, differed in verify x",
    "101, true, ''",
    "102, true, is in the future"
  })
  void verifyHasToBeYoungAndEqual(long minute, boolean equal, String why) {
    Optional<String> unmet =
        unmet(step("a"), new Newest("x", minute * 60_000, true, comparison(equal, false)));

    if (why.isEmpty()) {
      assertThat(unmet).isEmpty();
    } else {
      assertThat(unmet.orElseThrow())
          .startsWith("the plan requires a verify of wave 1 within 30 min: ")
          .contains(why);
    }
  }

  @Test
  void hazardThatThePlanNamesIsNoDifference() {
    Step risky = step("a", new Plan.Hazard("TOO_LARGE", "demo.A", "10.0.0.1:20880", ""));

    assertThat(unmet(risky, new Newest("x", NOW, true, comparison(false, false)))).isEmpty();
    assertThat(unmet(risky, new Newest("x", NOW, false, comparison(false, false))))
        .as("nobody knows what was not kept")
        .isPresent();
    assertThat(unmet(risky, new Newest("x", NOW, true, comparison(false, true)))).isPresent();
  }

  @Test
  void whatIsNotRegisteredAnyMoreIsWell() {
    assertThat(unmet(step("a"), new Newest("x", NOW, true, null))).isEmpty();
    assertThat(unmet(step("a"), new Newest("x", 0, true, null))).isPresent();
  }

  @Test
  void whereNothingIsRecordedOrRequiredItIsSaid() {
    Wave requiring = new Wave(2, "", 30, List.of(), List.of());
    List<Step> before = List.of(step("a"), step("b"));

    assertThat(RequiredVerify.NONE.unmet(requiring, before).orElseThrow())
        .endsWith("no verify of 'a' is recorded; no verify of 'b' is recorded");
    assertThat(RequiredVerify.NONE.unmet(requiring, List.of())).isEmpty();
    assertThat(RequiredVerify.NONE.unmet(new Wave(2, "", List.of(), List.of()), before)).isEmpty();
  }
}
