package io.landbridge.migrate.report;

import io.landbridge.migrate.report.fleet.FleetReport;
import io.landbridge.model.Counted;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report as text. */
final class FleetTables {

  private FleetTables() {}

  static String text(FleetReport report, String file, Style style) {
    TextTable waves =
        new TextTable(style, "WAVE", "STATE", "APPLICATIONS", "TRANSLATED", "CONSUMERS");
    for (FleetReport.Wave each : report.waves()) {
      waves.row(
          each.number(),
          each.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          each.applications(),
          each.translated(),
          each.consumers());
    }
    TextTable clients = new TextTable(style, "LIBRARY", "SPEAKS", "CLIENTS", "INTERFACES ONLY");
    for (FleetReport.Library each : report.clients()) {
      clients.row(each.library(), each.protocol(), each.clients(), each.interfaceOnly());
    }
    TextTable hazards =
        new TextTable(style, "SEVERITY", "HAZARD", "FOUND", "FOR EXAMPLE", "WHAT", "WHAT TO DO");
    for (FleetReport.Hazard each : report.hazards()) {
      hazards.row(
          each.severity(), each.kind(), each.count(), each.example(), each.detail(), each.advice());
    }
    FleetReport.Totals totals = report.totals();
    return waves
        + (report.clients().isEmpty() ? "" : "\n" + clients)
        + (report.hazards().isEmpty() ? "" : "\n" + hazards)
        + Counted.format(
            "%n%d of %d applications are translated, %d completed; %d of %d waves are done.%n",
            totals.translated(),
            totals.applications(),
            totals.completed(),
            totals.wavesDone(),
            totals.waves())
        + saved(report.savings())
        + "Clients that still use interface-level discovery: %d%n"
            .formatted(report.dependents().size())
        + (report.listeners() == 0
            ? ""
            : "Providers that listen for overrides: %d%n".formatted(report.listeners()))
        + (report.silent().isEmpty()
            ? ""
            : "Clients of these members are missing, because the members did not answer: %s.%n"
                .formatted(
                    report.silent().stream()
                        .map(FleetReport.Silent::member)
                        .collect(Collectors.joining(", "))))
        + (file.isEmpty() ? "" : "Written to %s.%n".formatted(file));
  }

  private static String saved(FleetReport.Savings savings) {
    return "Interface-level instances: %d when planned, %d now, %d after the migration.%n"
            .formatted(savings.planned(), savings.now(), savings.goal())
        + Counted.format(
            "Running processes: %d. Without the migration: %d interface-level instances. Now: %d"
                + " interface-level and %d application instances, %d %% of the possible savings.%nPushes"
                + " to a client that subscribes to everything, when every process restarts: %d instead of"
                + " %d.%n",
            savings.running(),
            savings.expected(),
            savings.now(),
            savings.ownNow(),
            savings.achievedPercent(),
            savings.pushesNow(),
            savings.pushesExpected());
  }
}
