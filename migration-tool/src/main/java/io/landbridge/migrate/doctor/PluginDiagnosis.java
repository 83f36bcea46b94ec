package io.landbridge.migrate.doctor;

import static io.landbridge.migrate.doctor.MemberReports.all;
import static io.landbridge.migrate.doctor.MemberReports.describe;
import static io.landbridge.migrate.doctor.MemberReports.join;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/** Concludes what is wrong with the plugin of single members. Pure. */
final class PluginDiagnosis {

  private final MemberReports reports;
  private final Findings findings;

  private PluginDiagnosis(MemberReports reports, Findings findings) {
    this.reports = reports;
    this.findings = findings;
  }

  /** Adds what is wrong; nothing when nothing is. */
  static void add(MemberReports reports, Findings findings) {
    PluginDiagnosis diagnosis = new PluginDiagnosis(reports, findings);
    diagnosis.plugins();
    diagnosis.suspended();
    diagnosis.untested();
    diagnosis.versions();
  }

  private void plugins() {
    for (MemberReport report : reports.reports()) {
      report
          .status()
          .filter(status -> status.state().equals("DISABLED"))
          .ifPresent(
              status ->
                  findings.add(
                      Severity.ERROR,
                      Kind.DISABLED,
                      List.of(report.member()),
                      "the plugin is disabled on this member",
                      status.reason(),
                      "fix the reason shown and restart this member; if the plugin is disabled"
                          + " again, check the log of this member"));
      if (reports.leaderKnown().isPresent()
          && report.status().isPresent()
          && !report.isDisabled()
          && !(report.isRunning() && report.status().get().ready())) {
        findings.add(
            Severity.WARNING,
            Kind.NOT_READY,
            List.of(report.member()),
            "this member has not found the leader that other members report",
            report.status().map(PluginStatus::reason).orElse(""),
            "wait half a minute and run 'landbridge doctor' again; if this persists, check that"
                + " this member reaches "
                + reports.leaderKnown().get()
                + " at its Raft port (HTTP port - 1000)");
      }
      if (report.answered() && !report.isDisabled() && report.group().isEmpty()) {
        findings.add(
            Severity.WARNING,
            Kind.GROUP_UNKNOWN,
            List.of(report.member()),
            "this member does not report its view of the group",
            "no answer to /landbridge/v1/group",
            "install the plugin version that matches this command");
      }
    }
  }

  private void untested() {
    // An active plugin gives a reason for one thing alone.
    reports
        .groups(
            report ->
                report
                    .status()
                    .filter(status -> status.state().equals("ACTIVE"))
                    .map(PluginStatus::reason)
                    .filter(reason -> !reason.isEmpty()))
        .forEach(
            (reason, members) ->
                findings.add(
                    Severity.WARNING,
                    Kind.UNTESTED_SERVER,
                    members,
                    "the plugin was never tested with this server",
                    reason,
                    "try the plugin in a test cluster before any application is switched on, or use"
                        + " a tested server version"));
  }

  private void versions() {
    SortedMap<String, SortedSet<String>> versions =
        reports.groups(report -> report.status().map(PluginStatus::pluginVersion));
    if (versions.size() > 1) {
      findings.add(
          Severity.WARNING,
          Kind.VERSIONS_DIFFER,
          all(versions),
          "members have different versions of the plugin",
          describe(versions),
          "finish the upgrade: the plugin disables itself on a member that is too old for the log");
    }
  }

  private void suspended() {
    SortedSet<String> suspended = reports.names(MemberReport::isSuspended);
    if (!suspended.isEmpty()) {
      SortedSet<String> others = reports.names(MemberReport::answered);
      others.removeAll(suspended);
      findings.add(
          Severity.WARNING,
          Kind.SUSPENDED,
          suspended,
          "an operator has hidden all derived instances on "
              + (others.isEmpty() ? "all members" : "these members, but not on the others"),
          others.isEmpty() ? "reported by the members" : "not suspended: " + join(others),
          "show derived instances again with 'landbridge resume'"
              + (others.isEmpty()
                  ? ""
                  : ", or hide them on every member with 'landbridge suspend'"));
    }
  }
}
