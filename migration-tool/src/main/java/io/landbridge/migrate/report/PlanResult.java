package io.landbridge.migrate.report;

import io.landbridge.migrate.plan.Plan;

/**
 * What plan prints.
 *
 * @param file where the plan was written
 * @param plan the plan
 */
public record PlanResult(String file, Plan plan) {}
