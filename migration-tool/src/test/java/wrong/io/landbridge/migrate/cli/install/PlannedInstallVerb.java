package wrong.io.landbridge.migrate.cli.install;

import io.landbridge.migrate.plan.Plan;

/** A verb of a server that knows a plan. */
public record PlannedInstallVerb(Plan plan) {}
