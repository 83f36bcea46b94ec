package io.landbridge.migrate.plan;

import io.landbridge.dubbo.Loss;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.plan.Plan.Action;
import io.landbridge.migrate.plan.Plan.Hazard;
import io.landbridge.migrate.plan.Plan.Savings;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the steps of a plan, each with the reason for what is done and for when. */
final class StepBuilder {

  private static final int MAX_NAMED = 5;

  private final SortedMap<ApplicationKey, ApplicationInventory> planned;
  private final CallGraph graph;
  private final SortedMap<ApplicationKey, List<ApplicationKey>> circleOf = new TreeMap<>();
  private final SortedMap<ApplicationKey, Integer> waveOf = new TreeMap<>();
  private final SortedSet<ApplicationKey> first;

  StepBuilder(
      SortedMap<ApplicationKey, ApplicationInventory> planned,
      CallGraph graph,
      List<List<ApplicationKey>> groups,
      List<List<ApplicationKey>> waves,
      SortedSet<ApplicationKey> first) {
    this.planned = planned;
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
        reason(application) + "; " + whenReason(key),
        application.interfaces().stream().map(InterfaceInventory::service).toList(),
        application.revisions(),
        new Savings(application.registrations(), application.processes()),
        graph.calledBy(key).stream().map(each -> each.name().value()).toList(),
        preconditions(application),
        application.losses().stream()
            .map(loss -> new Hazard(loss.kind(), loss.service(), loss.address(), loss.detail()))
            .toList());
  }

  private static List<String> preconditions(ApplicationInventory application) {
    List<String> conditions = new ArrayList<>();
    if (application.losses().stream()
        .anyMatch(loss -> loss.kind().equals(Loss.Kind.FOREIGN_INSTANCES.name()))) {
      conditions.add(
          "'apply --force', because others than Dubbo's consumers use the service of its name");
    }
    if (application.level() == ApplicationInventory.Level.APPLICATION) {
      conditions.add(
          "its documents are in the configuration centre, or servers reach its providers to ask for"
              + " them");
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
    return keys.stream()
            .limit(MAX_NAMED)
            .map(each -> each.name().value())
            .collect(Collectors.joining(", "))
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

  static ApplicationKey key(String namespace, String application) {
    return new ApplicationKey(NamespaceId.of(namespace), new ApplicationName(application));
  }

  /** Anybody can announce himself under any name. */
  static Optional<ApplicationKey> keyIfValid(String namespace, String application) {
    try {
      return Optional.of(key(namespace, application));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
