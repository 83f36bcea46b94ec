package wrong.io.landbridge.migrate.operation;

import io.landbridge.migrate.report.Report;

/** An operation that prints. */
public record PrintingOperation(Report report) {}
