package wrong.io.landbridge.migrate.journal;

import io.landbridge.migrate.plan.Plan;

/** A journal that knows why. */
public record PlannedJournal(Plan plan) {}
