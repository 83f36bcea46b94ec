package io.landbridge.migrate.doctor;

import static io.landbridge.migrate.doctor.MemberReports.all;
import static io.landbridge.migrate.doctor.MemberReports.describe;

import io.landbridge.migrate.doctor.ConfigurationProbe.Failure;
import io.landbridge.migrate.doctor.ConfigurationProbe.Use;
import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Concludes which configurations this user or these members cannot read or change. Pure. */
final class ConfigurationDiagnosis {

  private final MemberReports reports;
  private final Findings findings;

  private ConfigurationDiagnosis(MemberReports reports, Findings findings) {
    this.reports = reports;
    this.findings = findings;
  }

  /** Adds what is wrong; nothing when nothing is. */
  static void add(MemberReports reports, Findings findings) {
    ConfigurationDiagnosis diagnosis = new ConfigurationDiagnosis(reports, findings);
    diagnosis.configurations();
  }

  private void configurations() {
    for (Use use : Use.values()) {
      configurations(use, true);
      configurations(use, false);
    }
  }

  private void configurations(Use use, boolean refused) {
    SortedMap<String, SortedSet<String>> members = new TreeMap<>();
    for (MemberReport report : reports.reports()) {
      for (Failure failure : report.configuration()) {
        if (failure.use() == use && failure.refused() == refused) {
          members.computeIfAbsent(failure.why(), none -> new TreeSet<>()).add(report.member());
        }
      }
    }
    if (members.isEmpty()) {
      return;
    }
    String what =
        switch (use) {
          case READ -> "read the mappings in the configuration center (group 'mapping')";
          case LIST -> "list the MigrationRules (group 'DUBBO_SERVICEDISCOVERY_MIGRATION')";
          case CHANGE -> "change configurations of group 'LANDBRIDGE'";
        };
    if (refused) {
      findings.add(
          Severity.WARNING,
          Kind.CONFIGURATION_REFUSED,
          all(members),
          "this user may not " + what,
          describe(members),
          "for " + needs(use) + " log in as an administrator with --username");
    } else {
      findings.add(
          Severity.ERROR,
          Kind.CONFIGURATION_FAILS,
          all(members),
          "these members cannot %s".formatted(what),
          describe(members),
          "check logs/config-*.log and the database of these members; affected: "
              + needs(use)
              + " fails");
    }
  }

  private static String needs(Use use) {
    return switch (use) {
      case READ -> "'verify' and every consumer at application level;";
      case LIST -> "'rollback --all' and '--application'";
      case CHANGE -> "'apply', 'rollback' and 'complete'";
    };
  }
}
