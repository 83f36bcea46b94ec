package io.landbridge.migrate.plan;

import static java.util.stream.Collectors.joining;

import io.landbridge.migrate.hazard.HazardFinding;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Action;
import io.landbridge.migrate.plan.Plan.Hazard;
import io.landbridge.migrate.plan.Plan.Savings;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Precondition.Check;
import io.landbridge.model.ApplicationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Writes the steps of a plan, each with the reason for what is done and for when. */
final class StepBuilder {

  private static final int MAX_NAMED = 5;

  private final Inventory inventory;
  private final SortedMap<ApplicationKey, ApplicationInventory> planned;
  private final SortedMap<ApplicationKey, List<HazardFinding>> warnings;
  private final CallGraph graph;
  private final SortedMap<ApplicationKey, List<ApplicationKey>> circleOf = new TreeMap<>();
  private final SortedMap<ApplicationKey, Integer> waveOf = new TreeMap<>();
  private final SortedSet<ApplicationKey> first;

  StepBuilder(
      Inventory inventory,
      SortedMap<ApplicationKey, ApplicationInventory> planned,
      SortedMap<ApplicationKey, List<HazardFinding>> warnings,
      CallGraph graph,
      List<List<ApplicationKey>> groups,
      List<List<ApplicationKey>> waves,
      SortedSet<ApplicationKey> first) {
    this.inventory = inventory;
    this.planned = planned;
    this.warnings = warnings;
    this.graph = graph;
    this.first = first;
    groups.forEach(group -> group.forEach(each -> circleOf.put(each, group)));
    for (int i = 0; i < waves.size(); i++) {
      for (ApplicationKey each : waves.get(i)) {
        waveOf.put(each, i + 1);
      }
    }
  }

  /** In which wave each application is, from 1. */
  SortedMap<ApplicationKey, Integer> waveOf() {
    return waveOf;
  }

  String waveReason(int number) {
    if (number == 1 && !first.isEmpty()) {
      return "you asked for these to be done first";
    }
    return "what its applications call is in this wave or in one before, but for circles that do"
        + " not fit into one; of those that may come next, the ones with the fewest hazards come"
        + " first, then the smallest";
  }

  Step step(ApplicationKey key) {
    ApplicationInventory application = planned.get(key);
    if (application == null) {
      throw new IllegalArgumentException(key + " is not planned for");
    }
    return new Step(
        application.namespace(),
        application.application(),
        Action.TRANSLATE,
        reason(application) + "; " + whenReason(key) + warningReason(key),
        application.interfaces().stream().map(InterfaceInventory::service).toList(),
        application.revisions(),
        new Savings(application.registrations(), application.processes()),
        graph.calledBy(key).stream().map(each -> each.name().value()).toList(),
        preconditions(key, application),
        inventory.losses(application).stream()
            .map(loss -> new Hazard(loss.kind(), loss.service(), loss.address(), loss.detail()))
            .toList());
  }

  private List<HazardFinding> warnings(ApplicationKey key) {
    return warnings.getOrDefault(key, List.of());
  }

  private String warningReason(ApplicationKey key) {
    return warnings(key).isEmpty()
        ? ""
        : "; to be looked at before: "
            + warnings(key).stream().map(each -> each.kind().name()).collect(joining(", "));
  }

  private List<Precondition> preconditions(ApplicationKey key, ApplicationInventory application) {
    List<Precondition> conditions = new ArrayList<>();
    if (Planner.isShared(application)) {
      conditions.add(
          new Precondition(
              Check.FORCE_GIVEN,
              "'apply --force', because others than Dubbo's consumers use the service of its"
                  + " name"));
    }
    if (application.level() == ApplicationInventory.Level.APPLICATION) {
      conditions.add(
          new Precondition(
              Check.BY_HAND,
              "its documents are in the configuration centre, or servers reach its providers to ask"
                  + " for them"));
    }
    for (HazardFinding each : warnings(key)) {
      conditions.add(
          new Precondition(
              Check.BY_HAND,
              "%s (found %d times, for example %s): %s"
                  .formatted(
                      each.kind(),
                      each.count(),
                      each.evidence().stream().findFirst().orElse("none"),
                      each.advice())));
    }
    return conditions;
  }

  private String whenReason(ApplicationKey key) {
    int wave = waveOf.getOrDefault(key, 0);
    if (first.contains(key)) {
      return "in wave 1 because you asked for it first";
    }
    List<ApplicationKey> circle = circleOf.getOrDefault(key, List.of(key));
    String circleText =
        circle.size() < 2
            ? ""
            : ", in a circle of calls with "
                + names(circle.stream().filter(each -> !each.equals(key)).toList())
                + (circle.stream().allMatch(each -> waveOf.getOrDefault(each, 0) == wave)
                    ? ""
                    : ", which does not fit into one wave");
    List<ApplicationKey> called =
        graph.calledBy(key).stream().filter(each -> !circle.contains(each)).toList();
    return (called.isEmpty()
            ? "in wave %d: it calls no application that has to come before".formatted(wave)
            : "in wave %d: after %s, which it calls".formatted(wave, names(called)))
        + circleText;
  }

  private static String names(List<ApplicationKey> keys) {
    return keys.stream().limit(MAX_NAMED).map(each -> each.name().value()).collect(joining(", "))
        + (keys.size() > MAX_NAMED ? " and %d more".formatted(keys.size() - MAX_NAMED) : "");
  }

  private static String reason(ApplicationInventory application) {
    if (application.derivedInstances() > 0) {
      return "it is translated already; applying the plan keeps it so";
    }
    return switch (application.level()) {
      case BOTH ->
          "some of its providers register the application themselves; translation adds those that"
              + " do not, and leaves the others alone";
      case APPLICATION ->
          "its providers register the application only; consumers that look for its interfaces do"
              + " not find them";
      case INTERFACE ->
          "its providers register interfaces only; consumers that look for the application do not"
              + " find them";
    };
  }

  /** Anybody can announce himself under any name. */
  static Optional<ApplicationKey> keyIfValid(String namespace, String application) {
    try {
      return Optional.of(ApplicationKey.of(namespace, application));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
