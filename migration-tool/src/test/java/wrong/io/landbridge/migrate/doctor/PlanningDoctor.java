package wrong.io.landbridge.migrate.doctor;

import io.landbridge.migrate.plan.Plan;

/** A diagnosis that makes plans. */
public record PlanningDoctor(Plan plan) {}
