package io.landbridge.migrate.report;

import io.landbridge.migrate.report.result.BackupResult;
import io.landbridge.model.Counted;
import io.landbridge.registry.plugin.PluginRestoreOutcome.Counts;

/** Backups as text. */
final class BackupTables {

  private BackupTables() {}

  static String text(BackupResult.Written result, Style style) {
    TextTable table =
        new TextTable(
            style,
            "FILE",
            "BYTES",
            "FROM",
            "APPLIED",
            "STALE",
            "APPLICATIONS",
            "INSTANCES",
            "PUBLICATIONS",
            "SWITCHES");
    table.row(
        result.file(),
        result.bytes(),
        result.member(),
        result.applied(),
        result.stale() ? "yes" : "no",
        result.applications(),
        result.instances(),
        result.publications(),
        result.switches());
    return table.toString();
  }

  static String text(BackupResult.Restored result, Style style) {
    String added = result.dryRun() ? "WOULD ADD" : "ADDED";
    TextTable table = new TextTable(style, "OF " + result.file(), added, "THERE ALREADY", "KEPT");
    row(table, "instances", result.instances());
    row(table, "publications", result.publications());
    row(table, "switches", result.switches());
    return table
        + Counted.format(
            "\n%d applications, backup of %s%s%s\n",
            result.applications(),
            result.createdAt(),
            result.stale() ? ", made without a leader" : "",
            result.dryRun() ? "; dry run: nothing was changed, run again with --yes to apply" : "");
  }

  private static void row(TextTable table, String what, Counts counts) {
    table.row(what, counts.added(), counts.same(), counts.kept());
  }
}
