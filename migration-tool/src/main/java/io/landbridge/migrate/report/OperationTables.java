package io.landbridge.migrate.report;

import io.landbridge.migrate.operation.Outcome;
import io.landbridge.migrate.operation.SuspendMember.MemberOutcome;
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
          name(each.result()),
          each.before(),
          each.after(),
          String.join("; ", each.problems()));
    }
    return table + end(result.dryRun(), result.succeeded(), result.failed());
  }

  static String text(SuspensionResult result, boolean color) {
    TextTable table = new TextTable(color, "MEMBER", "RESULT", "BEFORE", "AFTER", "PROBLEM");
    for (MemberOutcome each : result.outcomes()) {
      table.row(each.member(), name(each.result()), each.before(), each.after(), each.problem());
    }
    return table + end(result.dryRun(), result.succeeded(), result.failed());
  }

  private static String name(Outcome.Result result) {
    return result.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String end(boolean dryRun, int succeeded, int failed) {
    String end =
        dryRun
            ? "Nothing was changed: this was a dry run. Add --yes to do it."
            : "%d done, %d failed.".formatted(succeeded, failed);
    return "\n" + end + "\n";
  }

  static String drift(DriftResult result, boolean color) {
    TextTable table = new TextTable(color, "NAMESPACE", "APPLICATION", "DIFFERENCE");
    result.drifts().forEach(each -> table.row(each.namespace(), each.application(), each.what()));
    return table.toString();
  }
}
