package io.landbridge.migrate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.Registrations;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.InventoryBuilder;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Which application is in which wave, and which consumer is told to move when. */
class PlannedWavesTest {

  private static final Limits LARGE = new Limits(1000, 100);

  /** Applications {@code a0, a1, ...} of so many processes each, and who calls whom. */
  private record Fleet(List<Integer> processes, Set<List<Integer>> calls) {

    Inventory inventory(long seed) {
      List<Registration> providers = new ArrayList<>();
      List<Registration> consumers = new ArrayList<>();
      for (int app = 0; app < processes.size(); app++) {
        for (int i = 0; i < processes.get(app); i++) {
          providers.add(
              Registrations.with(
                  "a" + app, "demo.S" + app, "10.0." + app + "." + i, 20880, release("3.2.16")));
        }
      }
      for (List<Integer> call : calls) {
        consumers.add(Registrations.consumer("a" + call.get(0), "demo.S" + call.get(1), "3.2.16"));
      }
      Collections.shuffle(providers, new Random(seed));
      Collections.shuffle(consumers, new Random(seed));
      return InventoryBuilder.of(Registrations.untranslated(providers, consumers));
    }

    /** Whether one calls the other, directly or through others. */
    boolean reaches(int from, int to) {
      Set<Integer> seen = new TreeSet<>();
      Deque<Integer> open = new ArrayDeque<>(List.of(from));
      while (!open.isEmpty()) {
        int next = open.pop();
        for (List<Integer> call : calls) {
          if (call.get(0) == next && seen.add(call.get(1))) {
            open.push(call.get(1));
          }
        }
      }
      return seen.contains(to);
    }
  }

  private static Map<String, String> release(String release) {
    return Map.of("release", release);
  }

  private static PlanRequest request(Limits limits, String... first) {
    return new PlanRequest(
        each -> true,
        new TreeMap<>(),
        new TreeSet<>(Set.of(first)),
        limits,
        RuleSettings.DEFAULT,
        new TreeSet<>(),
        List.of(),
        "landbridge test",
        "2026-11-21T00:00:00Z");
  }

  private static Map<String, Integer> waveOf(Plan plan) {
    Map<String, Integer> waves = new HashMap<>();
    for (Wave wave : plan.waves()) {
      wave.steps().forEach(step -> waves.put(step.application(), wave.number()));
    }
    return waves;
  }

  @Property(tries = 300)
  void everyApplicationIsInOneWaveWithinTheLimitsAfterWhatItCalls(
      @ForAll("fleets") Fleet fleet, @ForAll("limits") Limits limits, @ForAll long seed) {
    Plan plan = Planner.plan(fleet.inventory(seed), request(limits));
    List<String> planned = plan.steps().stream().map(Step::application).toList();
    Map<String, Integer> waveOf = waveOf(plan);
    long all = fleet.processes().stream().mapToLong(Integer::longValue).sum();

    assertThat(planned).doesNotHaveDuplicates().hasSize(fleet.processes().size());
    for (Wave wave : plan.waves()) {
      int inWave =
          wave.steps().stream()
              .mapToInt(
                  step -> fleet.processes().get(Integer.parseInt(step.application().substring(1))))
              .sum();
      assertThat(wave.steps()).isNotEmpty();
      if (wave.steps().size() > 1) {
        assertThat(wave.steps().size()).isLessThanOrEqualTo(limits.maxApplications());
        assertThat(inWave * 100L).isLessThanOrEqualTo(all * limits.maxPercent());
      }
    }
    for (List<Integer> call : fleet.calls()) {
      if (!fleet.reaches(call.get(1), call.get(0))) {
        assertThat(waveOf.get("a" + call.get(1)))
            .as("a%d calls a%d", call.get(0), call.get(1))
            .isLessThanOrEqualTo(waveOf.get("a" + call.get(0)));
      }
    }
    assertThat(Planner.plan(fleet.inventory(seed + 1), request(limits)))
        .as("the same, in whatever order it was read")
        .isEqualTo(plan);
  }

  @Property(tries = 200)
  void aConsumerIsToldOnceAndNotBeforeWhatItCallsIsTranslated(
      @ForAll("fleets") Fleet fleet, @ForAll("limits") Limits limits) {
    Plan plan = Planner.plan(fleet.inventory(1), request(limits));
    Map<String, Integer> waveOf = waveOf(plan);
    List<String> told = new ArrayList<>();
    for (Wave wave : plan.waves()) {
      for (Plan.Rule rule : wave.rules()) {
        told.add(rule.application());
        assertThat(rule.services())
            .allSatisfy(
                service ->
                    assertThat(waveOf.get("a" + service.substring("demo.S".length())))
                        .isLessThanOrEqualTo(wave.number()));
      }
    }
    assertThat(told)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            fleet.calls().stream().map(call -> "a" + call.get(0)).collect(Collectors.toSet()));
  }

  @Provide
  Arbitrary<Fleet> fleets() {
    return Arbitraries.integers()
        .between(1, 4)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12)
        .flatMap(
            processes -> {
              Arbitrary<Integer> index = Arbitraries.integers().between(0, processes.size() - 1);
              return Combinators.combine(index, index)
                  .as((from, to) -> List.of(from, to))
                  .set()
                  .ofMaxSize(processes.size() * processes.size() / 2)
                  .map(calls -> new Fleet(processes, calls));
            });
  }

  @Provide
  Arbitrary<Limits> limits() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 6), Arbitraries.integers().between(1, 100))
        .as(Limits::new);
  }

  @Test
  void aCircleIsNotTornApartUnlessItFitsIntoNoWave() {
    Fleet fleet =
        new Fleet(
            List.of(1, 1, 1, 1),
            Set.of(List.of(1, 2), List.of(2, 3), List.of(3, 1), List.of(1, 0)));

    Plan roomy = Planner.plan(fleet.inventory(1), request(new Limits(3, 100)));
    Plan narrow = Planner.plan(fleet.inventory(1), request(new Limits(2, 100)));

    assertThat(waveOf(roomy)).isEqualTo(Map.of("a0", 1, "a1", 2, "a2", 2, "a3", 2));
    assertThat(waveOf(narrow)).isEqualTo(Map.of("a0", 1, "a1", 2, "a2", 2, "a3", 3));
    assertThat(narrow.steps().get(1).reason())
        .contains("after a0, which it calls")
        .contains("in a call cycle with a2, a3, which is larger than one wave");
  }

  @Test
  void whatAnOperatorWantsFirstComesFirstAndWhatHeExcludesDoesNotComeAtAll() {
    Fleet fleet = new Fleet(List.of(1, 1, 1), Set.of(List.of(2, 1), List.of(1, 0)));
    PlanRequest request = request(LARGE, "a2");
    TreeMap<String, String> excluded = new TreeMap<>(Map.of("a0", "not now"));

    Plan plan =
        Planner.plan(
            fleet.inventory(1),
            new PlanRequest(
                request.selected(),
                excluded,
                request.first(),
                LARGE,
                request.rules(),
                request.ruleFor(),
                List.of("10.0.0.1:8848"),
                "t",
                "now"));

    assertThat(waveOf(plan)).isEqualTo(Map.of("a2", 1, "a1", 2));
    assertThat(plan.skipped()).containsExactly(new Plan.Skipped("public", "a0", "not now"));
    assertThat(plan.basis().members()).containsExactly("10.0.0.1:8848");
    assertThat(plan.waves().get(0).rules())
        .as("what it calls is translated in wave 2 only")
        .isEmpty();
    assertThat(plan.waves().get(1).rules())
        .extracting(Plan.Rule::application)
        .containsExactly("a2");
    assertThat(plan.withoutRule()).extracting(Plan.Skipped::application).containsExactly("a1");
  }

  @Test
  void onlyDubbo3IsToldToMoveAndOnlyWhereNobodyElseOffersTheSame() {
    List<Registration> providers =
        List.of(
            Registrations.of("shop", "demo.Order", "10.0.0.1", 20880),
            Registrations.with("shop", "demo.Odd", "10.0.0.1", 20880, Map.of("path", "api/odd")));
    List<Registration> consumers =
        List.of(
            Registrations.consumer("old", "demo.Order", "2.7.23"),
            Registrations.consumer("new", "demo.Order", "3.3.6"),
            Registrations.consumer("odd", "demo.Odd", "3.3.6"));
    Inventory inventory =
        InventoryBuilder.of(Registrations.untranslated(providers, consumers))
            .withCalls(
                List.of(
                    new Call(
                        "public",
                        "unknown",
                        "demo.Order",
                        "demo.Order",
                        "",
                        List.of(),
                        1,
                        Call.Evidence.SUBSCRIBED)));

    Plan plan = Planner.plan(inventory, request(LARGE));

    assertThat(plan.waves().get(0).rules())
        .containsExactly(
            new Plan.Rule(
                "public",
                "new",
                List.of("demo.Order"),
                "wave 1 completes the translation of all providers for 1 of the 1 known services of this consumer"));
    assertThat(plan.withoutRule())
        .extracting(Plan.Skipped::application)
        .containsExactly("odd", "old", "unknown");
    assertThat(plan.withoutRule().get(1).reason()).contains("Dubbo 2.7.23");
    assertThat(plan.withoutRule().get(2).reason()).contains("--rule-for unknown");
  }

  @Test
  void whoSubscribesToWhatItOffersItselfCallsNobody() {
    List<Registration> providers =
        List.of(
            Registrations.of("desk", "demo.Order", "10.0.0.1", 20880),
            Registrations.of("shop", "demo.Order", "10.0.0.2", 20880));
    List<Call> subscribed =
        Stream.of("desk", "shop", "till")
            .map(
                each ->
                    new Call(
                        "public",
                        each,
                        "demo.Order",
                        "demo.Order",
                        "",
                        List.of(),
                        1,
                        Call.Evidence.SUBSCRIBED))
            .toList();

    Plan plan =
        Planner.plan(
            InventoryBuilder.of(Registrations.untranslated(providers, List.of()))
                .withCalls(subscribed),
            request(LARGE));

    assertThat(plan.steps()).extracting(Plan.Step::calls).containsOnly(List.of());
    assertThat(plan.withoutRule()).extracting(Plan.Skipped::application).containsExactly("till");
  }

  @Test
  void aLongChainOfCallsIsNoProblem() {
    int length = 3000;
    Set<List<Integer>> calls = new HashSet<>();
    for (int i = 1; i < length; i++) {
      calls.add(List.of(i, i - 1));
    }
    Plan plan =
        Planner.plan(new Fleet(Collections.nCopies(length, 1), calls).inventory(1), request(LARGE));

    assertThat(plan.steps().get(0).application()).isEqualTo("a0");
    assertThat(plan.steps().get(length - 1).application()).isEqualTo("a" + (length - 1));
  }
}
