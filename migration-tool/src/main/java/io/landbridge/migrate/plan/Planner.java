package io.landbridge.migrate.plan;

import io.landbridge.dubbo.CheckedNames;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.RefusedName;
import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.Severity;
import io.landbridge.migrate.plan.Plan.Basis;
import io.landbridge.migrate.plan.Plan.Savings;
import io.landbridge.migrate.plan.Plan.Skipped;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import io.landbridge.migrate.plan.Precondition.Check;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Decides what to do with the applications of an inventory, and in which order. */
public final class Planner {

  /** Why there is nothing to do for an application that is not translatable. */
  public static final String NOTHING_TO_DO =
      "none of its registrations can be translated; 'landbridge scan' shows the reasons";

  private static final List<Precondition> PRECONDITIONS =
      List.of(
          new Precondition(
              Check.PLUGIN_ACTIVE, "the plugin is active on every member of the cluster"),
          new Precondition(
              Check.WRITABLE,
              "the configuration center accepts changes, and the user has write access"),
          new Precondition(
              Check.BRIDGE_AT_REST,
              "if a bridge imports a 1.x cluster, the bridge is not paused, holds no instances and"
                  + " has no problem"),
          new Precondition(
              Check.WAVE_BEFORE_EQUAL,
              "both models are equal for the applications of the previous wave"),
          new Precondition(
              Check.RULES_READABLE, "the existing rules of the wave's consumers can be read"));

  private Planner() {}

  /** Makes a sealed plan where nobody has looked for hazards beside what cannot be translated. */
  public static Plan plan(Inventory inventory, PlanRequest request) {
    return plan(inventory, List.of(), request);
  }

  /**
   * Makes a sealed plan; a function of its arguments only.
   *
   * @param hazards what was found beside what cannot be translated
   */
  public static Plan plan(Inventory inventory, List<HazardFinding> hazards, PlanRequest request) {
    SortedMap<ApplicationKey, ApplicationInventory> planned = new TreeMap<>();
    List<Skipped> skipped = new ArrayList<>();
    for (ApplicationInventory each : inventory.applications()) {
      if (!request.selected().test(each)) {
        continue;
      }
      String excluded = request.excluded().get(each.application());
      Optional<String> reason = excluded != null ? Optional.of(excluded) : refusal(inventory, each);
      if (reason.isPresent()) {
        skipped.add(new Skipped(each.namespace(), each.application(), reason.get()));
      } else {
        planned.put(each.key(), each);
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
    SortedMap<ApplicationKey, List<HazardFinding>> warnings = warnings(hazards);
    List<List<ApplicationKey>> groups = graph.inOrder(preference(inventory, planned, warnings));
    long fleet = inventory.applications().stream().mapToLong(Planner::size).sum();
    List<List<ApplicationKey>> waves = Waves.of(first, groups, processes, fleet, request.limits());
    StepBuilder steps = new StepBuilder(inventory, planned, warnings, graph, groups, waves, first);
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
                Drift.basis(all, inventory)),
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

  /** Returns why an application cannot be translated; empty if it can be. */
  public static Optional<String> refusal(Inventory inventory, ApplicationInventory application) {
    return refusedName(inventory, application)
        .or(
            () ->
                isTranslatable(application)
                    ? inventory.misfit(application)
                    : Optional.of(NOTHING_TO_DO));
  }

  /**
   * Returns which name of an application cannot stand where the server would need it, with what to
   * do about it; empty if all can.
   */
  public static Optional<String> refusedName(
      Inventory inventory, ApplicationInventory application) {
    return refusedName(inventory, application.key().namespace(), application.application());
  }

  /**
   * Returns the same of a name in the default namespace that is no application of the inventory: a
   * name that nobody may have.
   */
  public static Optional<String> refusedName(Inventory inventory, String name) {
    return refusedName(inventory, NamespaceId.PUBLIC, name);
  }

  private static Optional<String> refusedName(
      Inventory inventory, NamespaceId namespace, String name) {
    return CheckedNames.ofApplication(namespace, name, NameRules.of(inventory.serverVersion()))
        .map(Planner::text);
  }

  /** As losses are written everywhere. */
  private static String text(RefusedName refused) {
    return "%s: %s".formatted(refused.kind(), refused.detail());
  }

  /** Whether instances that are not Dubbo's share the name of its application-level service. */
  public static boolean isShared(ApplicationInventory application) {
    return application.losses().stream()
        .anyMatch(loss -> loss.kind().equals(Loss.Kind.FOREIGN_INSTANCES.name()));
  }

  /**
   * Returns why the plugin refuses to switch an application on unless it is forced; empty if it
   * does not. Where nothing is derived in the application's own service, nobody calls a wrong port.
   */
  public static Optional<String> sharing(ApplicationInventory application) {
    return application.processes() == 0
        ? Optional.empty()
        : application.losses().stream()
            .filter(loss -> loss.kind().equals(Loss.Kind.FOREIGN_INSTANCES.name()))
            .findFirst()
            .map(
                loss ->
                    "%s at %s: %s; %s"
                        .formatted(loss.kind(), loss.address(), loss.detail(), loss.advice()));
  }

  private static int size(ApplicationInventory application) {
    return Math.max(application.processes(), application.nativeInstances());
  }

  /** Of those that may come next: the ones with the fewest hazards, then the smallest. */
  private static Comparator<List<ApplicationKey>> preference(
      Inventory inventory,
      SortedMap<ApplicationKey, ApplicationInventory> planned,
      SortedMap<ApplicationKey, List<HazardFinding>> warnings) {
    Map<ApplicationKey, Integer> hazards = new HashMap<>();
    planned.forEach(
        (key, each) ->
            hazards.put(
                key, inventory.losses(each).size() + warnings.getOrDefault(key, List.of()).size()));
    Comparator<List<ApplicationKey>> byHazards =
        Comparator.comparingInt(
            group -> group.stream().mapToInt(each -> hazards.getOrDefault(each, 0)).sum());
    return byHazards.thenComparingInt(group -> sum(group, planned));
  }

  private static int sum(
      List<ApplicationKey> group, SortedMap<ApplicationKey, ApplicationInventory> planned) {
    int sum = 0;
    for (ApplicationKey key : group) {
      ApplicationInventory each = planned.get(key);
      sum += each == null ? 0 : size(each);
    }
    return sum;
  }

  /** What has to be looked at before an application is migrated. */
  private static SortedMap<ApplicationKey, List<HazardFinding>> warnings(
      List<HazardFinding> hazards) {
    SortedMap<ApplicationKey, List<HazardFinding>> warnings = new TreeMap<>();
    for (HazardFinding each : hazards) {
      if (each.severity() == Severity.WARNING) {
        StepBuilder.keyIfValid(each.namespace(), each.application())
            .ifPresent(key -> warnings.computeIfAbsent(key, none -> new ArrayList<>()).add(each));
      }
    }
    return warnings;
  }
}
