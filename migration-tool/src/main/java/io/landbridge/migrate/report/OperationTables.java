package io.landbridge.migrate.report;

import io.landbridge.migrate.operation.Outcome;
import java.util.Locale;

/** Outcomes as text. */
final class OperationTables {

  private OperationTables() {}

  static String text(OperationResult result, boolean color) {
    TextTable table =
        new TextTable(color, "NAMESPACE", "APPLICATION", "RESULT", "BEFORE", "AFTER", "PROBLEMS");
    for (Outcome each : result.outcomes()) {
      table.row(
          each.namespace(),
          each.application(),
          each.result().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          each.before(),
          each.after(),
          String.join("; ", each.problems()));
    }
    String end =
        result.dryRun()
            ? "Nothing was changed: this was a dry run. Add --yes to do it."
            : "%d done, %d failed.".formatted(result.succeeded(), result.failed());
    return table + "\n" + end + "\n";
  }

  static String drift(DriftResult result, boolean color) {
    TextTable table = new TextTable(color, "NAMESPACE", "APPLICATION", "DIFFERENCE");
    result.drifts().forEach(each -> table.row(each.namespace(), each.application(), each.what()));
    return table.toString();
  }
}
