package io.landbridge.migrate.plan;

import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Basis;
import io.landbridge.migrate.plan.Plan.Savings;
import io.landbridge.migrate.plan.Plan.Skipped;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.model.ApplicationKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Decides what to do with the applications of an inventory, and in which order. */
public final class Planner {

  /** Why there is nothing to do for an application that is not translatable. */
  public static final String NOTHING_TO_DO =
      "none of its registrations can be translated; scan says why";

  private static final List<String> PRECONDITIONS =
      List.of(
          "every member of the cluster runs the plugin, and it is active on each",
          "the user may switch translation and write configurations");

  private Planner() {}

  /** Makes a sealed plan; a function of its arguments only. */
  public static Plan plan(Inventory inventory, PlanRequest request) {
    SortedMap<ApplicationKey, ApplicationInventory> planned = new TreeMap<>();
    List<Skipped> skipped = new ArrayList<>();
    for (ApplicationInventory each : inventory.applications()) {
      if (!request.selected().test(each)) {
        continue;
      }
      String excluded = request.excluded().get(each.application());
      if (excluded != null) {
        skipped.add(new Skipped(each.namespace(), each.application(), excluded));
      } else if (isTranslatable(each)) {
        planned.put(StepBuilder.key(each.namespace(), each.application()), each);
      } else {
        skipped.add(new Skipped(each.namespace(), each.application(), NOTHING_TO_DO));
      }
    }
    Dependencies dependencies = Dependencies.of(inventory);
    CallGraph graph = CallGraph.of(planned.keySet(), dependencies.providers());
    SortedSet<ApplicationKey> first =
        planned.keySet().stream()
            .filter(each -> request.first().contains(each.name().value()))
            .collect(Collectors.toCollection(TreeSet::new));
    Map<ApplicationKey, Integer> processes = new HashMap<>();
    planned.forEach((key, each) -> processes.put(key, size(each)));
    List<List<ApplicationKey>> groups = graph.inOrder(preference(planned));
    List<List<ApplicationKey>> waves = Waves.of(first, groups, processes, request.limits());
    StepBuilder steps = new StepBuilder(planned, graph, groups, waves, first);
    RulePlan rules = RulePlan.of(inventory, request, dependencies, steps.waveOf(), waves.size());
    List<Wave> result = new ArrayList<>();
    for (int number = 1; number <= waves.size(); number++) {
      result.add(
          new Wave(
              number,
              steps.waveReason(number),
              waves.get(number - 1).stream().map(steps::step).toList(),
              rules.ofWave(number)));
    }
    List<Step> all = result.stream().flatMap(wave -> wave.steps().stream()).toList();
    return PlanHash.seal(
        new Plan(
            Plan.FORMAT,
            request.createdBy(),
            request.createdAt(),
            new Basis(
                inventory.server(),
                inventory.serverVersion(),
                request.members(),
                inventory.namespaces(),
                PlanHash.sha256(inventory)),
            new Savings(
                all.stream().mapToInt(step -> step.savings().instancesBefore()).sum(),
                all.stream().mapToInt(step -> step.savings().instancesAfter()).sum()),
            request.limits(),
            request.rules(),
            PRECONDITIONS,
            result,
            skipped,
            rules.without(),
            ""));
  }

  /** Whether any of its registrations can be shown at the other level. */
  public static boolean isTranslatable(ApplicationInventory application) {
    return application.processes() > 0 || application.nativeInstances() > 0;
  }

  private static int size(ApplicationInventory application) {
    return Math.max(application.processes(), application.nativeInstances());
  }

  /** Of those that may come next: the ones with the fewest hazards, then the smallest. */
  private static Comparator<List<ApplicationKey>> preference(
      SortedMap<ApplicationKey, ApplicationInventory> planned) {
    Comparator<List<ApplicationKey>> byHazards =
        Comparator.comparingInt(group -> sum(group, planned, true));
    return byHazards.thenComparingInt(group -> sum(group, planned, false));
  }

  private static int sum(
      List<ApplicationKey> group,
      SortedMap<ApplicationKey, ApplicationInventory> planned,
      boolean hazards) {
    int sum = 0;
    for (ApplicationKey key : group) {
      ApplicationInventory each = planned.get(key);
      sum += each == null ? 0 : hazards ? each.losses().size() : size(each);
    }
    return sum;
  }
}
