package io.landbridge.migrate.plan;

import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A difference between what a plan was made for and what is registered now.
 *
 * @param namespace the namespace of the application
 * @param application the application
 * @param what what differs
 */
public record Drift(String namespace, String application, String what) {

  /**
   * Compares the steps of a plan with the present inventory. How many processes run does not
   * matter, what they offer does.
   *
   * @return empty when the plan still fits
   */
  public static List<Drift> between(Plan plan, Inventory now) {
    List<Drift> drifts = new ArrayList<>();
    for (Step step : plan.steps()) {
      drifts.addAll(of(step, now));
    }
    return List.copyOf(drifts);
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
              "the application has no providers any more that can be translated"));
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
                    "%s %s is in the plan and not registered any more".formatted(noun, each))));
    added.forEach(
        each ->
            drifts.add(
                new Drift(
                    step.namespace(),
                    step.application(),
                    "%s %s is registered and not in the plan".formatted(noun, each))));
  }
}
