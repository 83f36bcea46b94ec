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
      return "first by request";
    }
    return "the services that its applications call are in this wave or an earlier one, except for"
        + " cycles larger than a wave; among candidates, applications with fewer hazards come"
        + " first, then smaller ones";
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
        : "; check first: "
            + warnings(key).stream().map(each -> each.kind().name()).collect(joining(", "));
  }

  private List<Precondition> preconditions(ApplicationKey key, ApplicationInventory application) {
    List<Precondition> conditions = new ArrayList<>();
    if (Planner.isShared(application)) {
      conditions.add(
          new Precondition(
              Check.FORCE_GIVEN,
              "'apply --force', because the service of its name has non-Dubbo clients"));
    }
    if (application.level() == ApplicationInventory.Level.APPLICATION) {
      conditions.add(
          new Precondition(
              Check.BY_HAND,
              "its documents are in the configuration center, or the servers can fetch them from"
                  + " its providers"));
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
      return "in wave 1 by request";
    }
    List<ApplicationKey> circle = circleOf.getOrDefault(key, List.of(key));
    String circleText =
        circle.size() < 2
            ? ""
            : ", in a call cycle with "
                + names(circle.stream().filter(each -> !each.equals(key)).toList())
                + (circle.stream().allMatch(each -> waveOf.getOrDefault(each, 0) == wave)
                    ? ""
                    : ", which is larger than one wave");
    List<ApplicationKey> called =
        graph.calledBy(key).stream().filter(each -> !circle.contains(each)).toList();
    return (called.isEmpty()
            ? "in wave %d: no application that it calls must come first".formatted(wave)
            : "in wave %d: after %s, which it calls".formatted(wave, names(called)))
        + circleText;
  }

  private static String names(List<ApplicationKey> keys) {
    return keys.stream().limit(MAX_NAMED).map(each -> each.name().value()).collect(joining(", "))
        + (keys.size() > MAX_NAMED ? " and %d more".formatted(keys.size() - MAX_NAMED) : "");
  }

  private static String reason(ApplicationInventory application) {
    if (application.derivedInstances() > 0) {
      return "already translated; applying the plan keeps translation on";
    }
    return switch (application.level()) {
      case BOTH ->
          "some of its providers register the application themselves; translation adds only the"
              + " other providers";
      case APPLICATION ->
          "its providers register the application only; interface-level consumers do not find them";
      case INTERFACE ->
          "its providers register interfaces only; application-level consumers do not find them";
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
