package wrong.io.landbridge.migrate.run;

import io.landbridge.migrate.report.Report;

/** A run that prints. */
public record PrintingRun(Report report) {}
