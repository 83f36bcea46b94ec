package wrong.io.landbridge.migrate.campaign;

import io.landbridge.migrate.report.Report;

/** A campaign that prints. */
public record PrintingCampaign(Report report) {}
