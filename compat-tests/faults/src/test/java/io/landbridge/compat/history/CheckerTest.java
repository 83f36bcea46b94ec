package io.landbridge.compat.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.history.MemberState.Application;
import io.landbridge.compat.history.Operation.Kind;
import io.landbridge.compat.history.Operation.Outcome;
import io.landbridge.compat.history.Violation.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every rule is broken once on purpose; a checker that finds nothing would pass anything. */
class CheckerTest {

  private static final String SHOP = "shop";
  private static final String ONE = "10.0.0.1:20880";
  private static final String TWO = "10.0.0.2:20880";
  private static final History NOTHING = new History(List.of(), List.of());

  private final Checker checker = new Checker(Duration.ofSeconds(30));

  @Test
  void aQuietEnsembleIsFine() {
    assertThat(atRest(switched(on(100, Outcome.OK)), Set.of(ONE), a(shown(ONE)), b(shown(ONE))))
        .isEmpty();
    assertThat(atRest(NOTHING, Set.of(ONE), a(observed(ONE)), b(observed(ONE)))).isEmpty();
    assertThat(atRest(NOTHING, Set.of(), a(observed()), b(observed()))).isEmpty();
  }

  @Test
  void membersDiffer() {
    MemberState behind = MemberState.of("b", 11, "x", Map.of(SHOP, observed(ONE)));
    MemberState damaged = MemberState.of("b", 12, "y", Map.of(SHOP, observed(ONE)));
    for (MemberState other : List.of(behind, damaged)) {
      assertThat(atRest(NOTHING, Set.of(ONE), a(observed(ONE)), other))
          .extracting(Violation::rule)
          .containsExactly(Rule.MEMBERS_AGREE);
    }
  }

  @Test
  void aLiveInstanceIsMissingOnOneMember() {
    List<Violation> found =
        atRest(NOTHING, Set.of(ONE, TWO), a(observed(ONE, TWO)), b(observed(ONE)));
    assertThat(found).extracting(Violation::rule).containsExactly(Rule.LIVE_IS_KNOWN);
    assertThat(found.get(0).detail()).contains("on b").contains(TWO);
  }

  @Test
  void aDeadInstanceIsLeft() {
    assertThat(atRest(NOTHING, Set.of(ONE), a(observed(ONE, TWO)), b(observed(ONE))))
        .extracting(Violation::rule)
        .containsExactly(Rule.DEAD_IS_GONE);
  }

  @Test
  void anAcknowledgedSwitchIsUndone() {
    History on = switched(on(100, Outcome.OK));
    assertThat(atRest(on, Set.of(ONE), a(shown(ONE)), b(observed(ONE))))
        .extracting(Violation::rule)
        .containsExactly(Rule.SWITCH_HOLDS);
    History off = switched(on(100, Outcome.OK), off(200, Outcome.OK));
    assertThat(atRest(off, Set.of(ONE), a(observed(ONE)), b(shown(ONE))))
        .extracting(Violation::rule)
        .containsExactly(Rule.SWITCH_HOLDS);
  }

  @Test
  void aRefusedSwitchHasNotHappened() {
    History refused = switched(on(100, Outcome.OK), off(200, Outcome.FAILED));
    assertThat(atRest(refused, Set.of(ONE), a(shown(ONE)), b(shown(ONE)))).isEmpty();
    assertThat(atRest(refused, Set.of(ONE), a(observed(ONE)), b(observed(ONE))))
        .extracting(Violation::rule)
        .containsOnly(Rule.SWITCH_HOLDS);
  }

  @Test
  void anUnansweredSwitchMayHaveHappened() {
    History unknown = switched(on(100, Outcome.OK), off(200, Outcome.UNKNOWN));
    assertThat(atRest(unknown, Set.of(ONE), a(shown(ONE)), b(shown(ONE)))).isEmpty();
    assertThat(atRest(unknown, Set.of(ONE), a(observed(ONE)), b(observed(ONE)))).isEmpty();
  }

  @Test
  void anUnansweredSwitchOfLongAgoDoesNotComeAfterALaterOne() {
    History soon = switched(off(200, Outcome.UNKNOWN), on(30_200, Outcome.OK));
    assertThat(atRest(soon, Set.of(ONE), a(observed(ONE)), b(observed(ONE)))).isEmpty();
    History late = switched(off(200, Outcome.UNKNOWN), on(30_201, Outcome.OK));
    assertThat(atRest(late, Set.of(ONE), a(observed(ONE)), b(observed(ONE))))
        .extracting(Violation::rule)
        .containsOnly(Rule.SWITCH_HOLDS);
  }

  @Test
  void consumersAreToldOfTooFewOrTooMany() {
    History on = switched(on(100, Outcome.OK));
    Application few = application(true, true, Set.of(ONE, TWO), Set.of(ONE), Set.of());
    Application many = application(true, true, Set.of(ONE), Set.of(ONE, TWO), Set.of());
    Application untold = application(false, false, Set.of(ONE), Set.of(ONE), Set.of());
    assertThat(atRest(on, Set.of(ONE, TWO), a(few)))
        .extracting(Violation::rule)
        .containsExactly(Rule.VIEW_IS_TRUE);
    assertThat(atRest(on, Set.of(ONE), a(many)))
        .extracting(Violation::rule)
        .containsExactly(Rule.VIEW_IS_TRUE);
    assertThat(atRest(NOTHING, Set.of(ONE), a(untold)))
        .as("observed only: nothing is shown")
        .extracting(Violation::rule)
        .containsExactly(Rule.VIEW_IS_TRUE);
  }

  @Test
  void aDocumentIsMissing() {
    History on = switched(on(100, Outcome.OK));
    Application missing = application(true, true, Set.of(ONE), Set.of(ONE), Set.of("document x"));
    Application notYet = application(true, false, Set.of(ONE), Set.of(ONE), Set.of());
    for (Application each : List.of(missing, notYet)) {
      assertThat(atRest(on, Set.of(ONE), a(each)))
          .extracting(Violation::rule)
          .containsExactly(Rule.DOCUMENTS_ARE_THERE);
    }
  }

  @Test
  void anApplicationWithoutInstancesNeedsNoDocuments() {
    Application empty = application(true, false, Set.of(), Set.of(), Set.of());
    assertThat(atRest(switched(on(100, Outcome.OK)), Set.of(), a(empty))).isEmpty();
  }

  @Test
  void atEveryMomentTheSameCountMeansTheSameDigest() {
    assertThat(always(sample(1, "a", 1, 5, "x"), sample(2, "b", 1, 5, "x"))).isEmpty();
    assertThat(always(sample(1, "a", 1, 5, "x"), sample(900, "b", 1, 5, "y")))
        .extracting(Violation::rule)
        .containsExactly(Rule.SAME_COUNT_SAME_DIGEST);
  }

  @Test
  void aCountFallsOnlyWithANewRun() {
    assertThat(always(sample(1, "a", 1, 5, "x"), sample(2, "a", 2, 3, "w"))).isEmpty();
    assertThat(always(sample(1, "a", 1, 5, "x"), sample(2, "a", 1, 3, "w")))
        .extracting(Violation::rule)
        .containsExactly(Rule.COUNT_NEVER_FALLS);
  }

  private List<Violation> atRest(History history, Set<String> live, MemberState... states) {
    return checker.atRest(history, Map.of(SHOP, new TreeSet<>(live)), List.of(states));
  }

  private List<Violation> always(Sample... samples) {
    return checker.always(new History(List.of(), List.of(samples)));
  }

  private static Sample sample(long at, String member, long run, long applied, String digest) {
    return new Sample(at, member, run, applied, digest);
  }

  private static History switched(Operation... operations) {
    return new History(List.of(operations), List.of());
  }

  private static Operation on(long end, Outcome outcome) {
    return new Operation(Kind.SWITCH_ON, SHOP, SHOP, "a", end - 10, end, outcome, "");
  }

  private static Operation off(long end, Outcome outcome) {
    return new Operation(Kind.SWITCH_OFF, SHOP, SHOP, "a", end - 10, end, outcome, "");
  }

  private static MemberState a(Application shop) {
    return MemberState.of("a", 12, "x", Map.of(SHOP, shop));
  }

  private static MemberState b(Application shop) {
    return MemberState.of("b", 12, "x", Map.of(SHOP, shop));
  }

  private static Application shown(String... addresses) {
    return application(true, true, Set.of(addresses), Set.of(addresses), Set.of());
  }

  private static Application observed(String... addresses) {
    return application(false, false, Set.of(addresses), Set.of(), Set.of());
  }

  private static Application application(
      boolean enabled,
      boolean translated,
      Set<String> catalog,
      Set<String> shown,
      Set<String> missing) {
    SortedSet<String> inCatalog = new TreeSet<>(catalog);
    return new Application(enabled, translated, inCatalog, new TreeSet<>(shown), missing);
  }
}
