package io.landbridge.migrate.report;

import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.verify.Comparison;

/** Comparisons as text. */
final class VerifyTables {

  private static final int MAX_FINDINGS = 200;

  private VerifyTables() {}

  static String text(VerifyResult result, Style style) {
    TextTable summary =
        new TextTable(
            style,
            "NAMESPACE",
            "APPLICATION",
            "EQUAL",
            "ADDRESSES",
            "MISSING",
            "EXTRA",
            "DIFFERENT",
            "UNMAPPED",
            "UNVERIFIED");
    TextTable findings =
        new TextTable(
            style,
            "FINDING",
            "NAMESPACE",
            "APPLICATION",
            "SERVICE",
            "PROTOCOL",
            "ADDRESS",
            "REASON");
    int count = 0;
    for (Comparison each : result.applications()) {
      summary.row(
          each.namespace(),
          each.application(),
          each.equal() ? "yes" : each.leftOut() ? "left out" : "NO",
          each.addresses(),
          each.missing().size(),
          each.extra().size(),
          each.different().size(),
          each.unmapped().size(),
          each.unverified().size());
      count += findings(each, findings, count);
    }
    for (String each : result.unknown()) {
      findings.row("unknown", "", each, "", "", "", PlanTables.UNKNOWN);
    }
    String end =
        result.equal()
            ? equal(result)
            : "The models differ: application-level and interface-level consumers receive different"
                + " addresses.";
    return summary
        + "\n"
        + (count == 0 && result.unknown().isEmpty() ? "" : findings + "\n")
        + (count > MAX_FINDINGS ? "... all of them with -o json\n" : "")
        + end
        + "\n";
  }

  private static String equal(VerifyResult result) {
    if (!result.unknown().isEmpty()) {
      return "Both models are equal for the applications that are registered.";
    }
    return result.leftOut() == 0
        ? "Both models are equal."
        : "Both models are equal but for what is left out because of a name, which stays at interface"
            + " level (applications: %d).".formatted(result.leftOut());
  }

  private static int findings(Comparison each, TextTable table, int before) {
    int count = 0;
    for (Comparison.Finding finding : each.missing()) {
      count += row(table, before + count, "missing", each, finding);
    }
    for (Comparison.Finding finding : each.extra()) {
      count += row(table, before + count, "extra", each, finding);
    }
    for (Comparison.Finding finding : each.unverified()) {
      count += row(table, before + count, "unverified", each, finding);
    }
    for (Comparison.ParameterFinding finding : each.different()) {
      count +=
          row(
              table,
              before + count,
              "different",
              each,
              new Comparison.Finding(
                  finding.service(),
                  finding.protocol(),
                  finding.address(),
                  "%s: '%s' at interface level, '%s' at application level"
                      .formatted(
                          finding.parameter(),
                          finding.interfaceLevel(),
                          finding.applicationLevel())));
    }
    for (String name : each.unmapped()) {
      count +=
          row(
              table,
              before + count,
              "unmapped",
              each,
              new Comparison.Finding(
                  name, "", "", "the mapping of this interface does not name the application"));
    }
    return count;
  }

  private static int row(
      TextTable table, int before, String what, Comparison of, Comparison.Finding finding) {
    if (before < MAX_FINDINGS) {
      table.row(
          what,
          of.namespace(),
          of.application(),
          finding.service(),
          finding.protocol(),
          finding.address(),
          finding.reason());
    }
    return 1;
  }
}
