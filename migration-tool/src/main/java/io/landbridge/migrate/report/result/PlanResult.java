package io.landbridge.migrate.report.result;

import io.landbridge.migrate.plan.Plan;
import java.util.List;

/**
 * What plan prints.
 *
 * @param file where the plan was written
 * @param plan the plan
 * @param unknown the names of applications that were asked for and are not registered; the plan has
 *     nothing of them
 */
public record PlanResult(String file, Plan plan, List<String> unknown) {

  /** Copies the list. */
  public PlanResult {
    unknown = List.copyOf(unknown);
  }
}
