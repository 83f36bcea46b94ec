package io.landbridge.migrate.report;

import io.landbridge.migrate.record.VerifyRecord;
import io.landbridge.migrate.record.VerifyRecords;
import io.landbridge.migrate.report.result.VerifyListResult;
import io.landbridge.migrate.report.result.VerifyResult;
import io.landbridge.migrate.report.result.VerifyShowResult;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.model.Counted;
import java.util.List;

/** Comparisons as text. */
final class VerifyTables {

  private static final int MAX_FINDINGS = 200;

  private VerifyTables() {}

  static String text(VerifyResult result, Style style) {
    TextTable summary = summary(style);
    TextTable findings = findings(style);
    int count = rows(result.applications(), summary, findings);
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
        + "\n"
        + (result.id().isEmpty()
            ? ""
            : "Recorded as verify %s; 'landbridge verify show' shows it again.\n"
                .formatted(result.id()));
  }

  static String text(VerifyListResult result, Style style) {
    TextTable runs =
        new TextTable(
            style,
            "ID",
            "STARTED",
            "FINISHED",
            "COMPARED",
            "DIFFERING",
            "UNKNOWN",
            "ASKED",
            "SERVER");
    for (VerifyListResult.Run each : result.runs()) {
      runs.row(
          each.id(),
          each.startedAt(),
          each.finished() ? "yes" : "NO",
          "%d of %d".formatted(each.compared(), each.total()),
          each.differing(),
          each.unknown(),
          each.asked(),
          each.server());
    }
    StringBuilder text = new StringBuilder(runs.toString()).append('\n');
    for (VerifyRecords.Unusable each : result.unusable()) {
      text.append("Not a recorded verify: ")
          .append(Printable.of("%s: %s".formatted(each.file(), each.reason())))
          .append('\n');
    }
    return text.append(Counted.of(result.runs().size(), "run"))
        .append(" in ")
        .append(Printable.of(result.directory()))
        .append('\n')
        .toString();
  }

  static String text(VerifyShowResult result, Style style) {
    TextTable summary = summary(style);
    TextTable findings = findings(style);
    int count =
        rows(
            result.applications().stream().map(VerifyRecord.Compared::comparison).toList(),
            summary,
            findings);
    for (VerifyRecord.Gone each : result.gone()) {
      findings.row("unknown", each.namespace(), each.application(), "", "", "", PlanTables.UNKNOWN);
    }
    int cut = result.applications().stream().mapToInt(VerifyRecord.Compared::cut).sum();
    return Printable.of(
            "Verify %s of %s at %s, started %s, %s"
                .formatted(
                    result.id(),
                    result.asked().text(),
                    result.server(),
                    result.startedAt(),
                    result.finished()
                        ? "finished " + result.finishedAt()
                        : "NOT finished: %d of %d compared"
                            .formatted(result.applications().size(), result.total())))
        + "\n\n"
        + summary
        + "\n"
        + (count == 0 && result.gone().isEmpty() ? "" : findings + "\n")
        + (count > MAX_FINDINGS ? "... all of them with -o json\n" : "")
        + (cut == 0 ? "" : "Differences that were not kept: %d\n".formatted(cut))
        + (result.equal()
            ? "The models were equal for the applications that were compared.\n"
            : "The models differed.\n");
  }

  private static TextTable summary(Style style) {
    return new TextTable(
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
  }

  private static TextTable findings(Style style) {
    return new TextTable(
        style, "FINDING", "NAMESPACE", "APPLICATION", "SERVICE", "PROTOCOL", "ADDRESS", "REASON");
  }

  private static int rows(List<Comparison> applications, TextTable summary, TextTable findings) {
    int count = 0;
    for (Comparison each : applications) {
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
    return count;
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
