package io.landbridge.migrate.report;

import io.landbridge.migrate.doctor.Finding;
import io.landbridge.migrate.report.result.DoctorResult;
import java.util.Locale;

/** Members and findings as text. */
final class DoctorTables {

  private DoctorTables() {}

  static String text(DoctorResult result, Style style) {
    TextTable members =
        new TextTable(
            style, "MEMBER", "PLUGIN", "VERSION", "LEADER", "TERM", "PEERS", "APPLIED", "FREE MB");
    for (DoctorResult.Member each : result.members()) {
      members.row(
          each.member(),
          each.state(),
          each.version(),
          each.leader(),
          each.term(),
          each.peers().size(),
          each.applied(),
          each.freeBytes() < 0 ? "" : each.freeBytes() >> 20);
    }
    StringBuilder text = new StringBuilder(members.toString()).append('\n');
    if (result.healthy()) {
      text.append("no problems found\n");
    }
    for (Finding finding : result.findings()) {
      text.append(finding.severity())
          .append(' ')
          .append(finding.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .append(": ")
          .append(
              finding.members().isEmpty()
                  ? "this cluster"
                  : Printable.of(String.join(", ", finding.members())))
          .append('\n')
          .append("  what: ")
          .append(Printable.of(finding.what()))
          .append('\n')
          .append("  seen: ")
          .append(Printable.of(finding.evidence()))
          .append('\n')
          .append("  do:   ")
          .append(Printable.of(finding.advice()))
          .append('\n');
    }
    return text.toString();
  }
}
