package io.landbridge.migrate.plan;

import io.landbridge.dubbo.ServiceRange;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Rule;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A difference between what a plan was made for and what is registered now.
 *
 * @param namespace the namespace of the application
 * @param application the application
 * @param what what differs
 */
public record Drift(String namespace, String application, String what) {

  /**
   * Compares a wave with the present inventory: its steps, and whether anybody whom the plan does
   * not know offers what its consumers are told to look for at application level. How many
   * processes run does not matter, what they offer does.
   *
   * @return empty when the plan still fits
   */
  public static List<Drift> of(Plan plan, Wave wave, Inventory now) {
    if (isUnchanged(plan, now)) {
      return List.of();
    }
    List<Drift> drifts = new ArrayList<>();
    wave.steps().forEach(step -> drifts.addAll(of(step, now)));
    wave.rules().forEach(rule -> drifts.addAll(of(plan, rule, now)));
    return List.copyOf(drifts);
  }

  private static List<Drift> of(Plan plan, Rule rule, Inventory now) {
    List<Drift> drifts = new ArrayList<>();
    for (ApplicationInventory each : now.applications()) {
      boolean planned =
          plan.steps().stream()
              .anyMatch(
                  step ->
                      step.namespace().equals(each.namespace())
                          && step.application().equals(each.application()));
      if (planned || !each.namespace().equals(rule.namespace())) {
        continue;
      }
      each.interfaces().stream()
          .map(offer -> ServiceRange.of(offer.service()))
          .filter(
              offer ->
                  rule.services().stream()
                      .anyMatch(service -> ServiceRange.of(service).coversInAnyGroup(offer)))
          .map(ServiceRange::withoutGroup)
          .distinct()
          .forEach(
              service ->
                  drifts.add(
                      new Drift(
                          each.namespace(),
                          each.application(),
                          ("it offers %s, which the plan moves for consumer %s, and is not in the"
                                  + " plan")
                              .formatted(service, rule.application()))));
    }
    return drifts;
  }

  /**
   * Whether all that was offered in the namespaces of the plan's steps when it was made is offered
   * now, by the same applications, and nothing else: then nothing of the plan has drifted.
   */
  public static boolean isUnchanged(Plan plan, Inventory now) {
    return basis(plan.steps(), now).equals(plan.basis().inventoryHash());
  }

  /** What a plan of some steps rests on, as a hash. */
  static String basis(List<Step> steps, Inventory inventory) {
    Set<String> namespaces = steps.stream().map(Step::namespace).collect(Collectors.toSet());
    return PlanHash.sha256(
        inventory.applications().stream()
            .filter(each -> namespaces.contains(each.namespace()))
            .map(Offer::of)
            .sorted(Comparator.comparing(Offer::namespace).thenComparing(Offer::application))
            .toList());
  }

  private record Offer(
      String namespace,
      String application,
      boolean translatable,
      SortedSet<String> services,
      SortedSet<String> revisions) {

    static Offer of(ApplicationInventory each) {
      return new Offer(
          each.namespace(),
          each.application(),
          Planner.isTranslatable(each),
          each.interfaces().stream()
              .map(InterfaceInventory::service)
              .collect(Collectors.toCollection(TreeSet::new)),
          new TreeSet<>(each.revisions()));
    }
  }

  /** Compares one step with the present inventory. */
  public static List<Drift> of(Step step, Inventory now) {
    List<Drift> drifts = new ArrayList<>();
    Optional<ApplicationInventory> found =
        now.applications().stream()
            .filter(each -> each.namespace().equals(step.namespace()))
            .filter(each -> each.application().equals(step.application()))
            .findFirst();
    if (found.isEmpty() || !Planner.isTranslatable(found.get())) {
      return List.of(
          new Drift(
              step.namespace(),
              step.application(),
              "the application no longer has providers that can be translated"));
    }
    List<String> interfaces =
        found.get().interfaces().stream().map(InterfaceInventory::service).toList();
    compare(step, "interface", step.interfaces(), interfaces, drifts);
    compare(step, "revision", step.revisions(), found.get().revisions(), drifts);
    return List.copyOf(drifts);
  }

  private static void compare(
      Step step,
      String noun,
      Collection<String> planned,
      Collection<String> present,
      List<Drift> drifts) {
    SortedSet<String> gone = new TreeSet<>(planned);
    gone.removeAll(new TreeSet<>(present));
    SortedSet<String> added = new TreeSet<>(present);
    added.removeAll(new TreeSet<>(planned));
    gone.forEach(
        each ->
            drifts.add(
                new Drift(
                    step.namespace(),
                    step.application(),
                    "%s %s is in the plan but no longer registered".formatted(noun, each))));
    added.forEach(
        each ->
            drifts.add(
                new Drift(
                    step.namespace(),
                    step.application(),
                    "%s %s is registered but not in the plan".formatted(noun, each))));
  }
}
