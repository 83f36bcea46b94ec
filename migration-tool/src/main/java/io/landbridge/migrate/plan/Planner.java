package io.landbridge.migrate.plan;

import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.plan.Plan.Action;
import io.landbridge.migrate.plan.Plan.Basis;
import io.landbridge.migrate.plan.Plan.Hazard;
import io.landbridge.migrate.plan.Plan.Savings;
import io.landbridge.migrate.plan.Plan.Skipped;
import io.landbridge.migrate.plan.Plan.Step;
import io.landbridge.migrate.plan.Plan.Wave;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Decides what to do with the applications of an inventory. */
public final class Planner {

  /** Why there is nothing to do for an application that is not translatable. */
  public static final String NOTHING_TO_DO =
      "none of its registrations can be translated; scan says why";

  private Planner() {}

  /**
   * Makes a sealed plan; a function of its arguments only.
   *
   * @param inventory what is registered
   * @param selected which applications to plan for
   * @param createdBy the tool and its version
   * @param createdAt when, ISO 8601
   */
  public static Plan plan(
      Inventory inventory,
      Predicate<ApplicationInventory> selected,
      String createdBy,
      String createdAt) {
    List<Step> steps = new ArrayList<>();
    List<Skipped> skipped = new ArrayList<>();
    for (ApplicationInventory each : inventory.applications()) {
      if (!selected.test(each)) {
        continue;
      }
      if (isTranslatable(each)) {
        steps.add(step(each));
      } else {
        skipped.add(new Skipped(each.namespace(), each.application(), NOTHING_TO_DO));
      }
    }
    int before = steps.stream().mapToInt(step -> step.savings().instancesBefore()).sum();
    int after = steps.stream().mapToInt(step -> step.savings().instancesAfter()).sum();
    List<Wave> waves =
        steps.isEmpty()
            ? List.of()
            : List.of(
                new Wave(
                    1,
                    "translation shows providers to more consumers and hides them from none, so the"
                        + " applications do not wait for each other",
                    steps));
    return PlanHash.seal(
        new Plan(
            Plan.FORMAT,
            createdBy,
            createdAt,
            new Basis(
                inventory.server(),
                inventory.serverVersion(),
                inventory.namespaces(),
                PlanHash.sha256(inventory)),
            new Savings(before, after),
            waves,
            skipped,
            ""));
  }

  /** Whether any of its registrations can be shown at the other level. */
  public static boolean isTranslatable(ApplicationInventory application) {
    return application.processes() > 0 || application.nativeInstances() > 0;
  }

  private static Step step(ApplicationInventory application) {
    return new Step(
        application.namespace(),
        application.application(),
        Action.TRANSLATE,
        reason(application),
        application.interfaces().stream().map(InterfaceInventory::service).toList(),
        application.revisions(),
        new Savings(application.registrations(), application.processes()),
        application.losses().stream()
            .map(loss -> new Hazard(loss.kind(), loss.service(), loss.address(), loss.detail()))
            .toList());
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
}
