package io.landbridge.migrate.doctor;

import static io.landbridge.migrate.doctor.MemberReports.join;
import static io.landbridge.migrate.doctor.MemberReports.without;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.MemberReport.Answer;
import io.landbridge.model.Counted;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Concludes whether the catalog's group has a leader, and who does not answer. Pure. */
final class LeaderDiagnosis {

  private final MemberReports reports;
  private final Findings findings;

  private LeaderDiagnosis(MemberReports reports, Findings findings) {
    this.reports = reports;
    this.findings = findings;
  }

  /** Adds what is wrong; nothing when nothing is. */
  static void add(MemberReports reports, Findings findings) {
    LeaderDiagnosis diagnosis = new LeaderDiagnosis(reports, findings);
    diagnosis.leader();
    diagnosis.silent();
  }

  private void leader() {
    SortedSet<String> peers = reports.peersKnown();
    if (reports.leaderKnown().isEmpty() && reports.isWaiting()) {
      waiting();
      return;
    }
    if (peers.isEmpty() || reports.leaderKnown().isPresent()) {
      return;
    }
    SortedSet<String> there =
        reports.names(
            each -> each.answered() && !each.isDisabled() && peers.contains(each.member()));
    SortedSet<String> away = new TreeSet<>(peers);
    away.removeAll(there);
    int needed = peers.size() / 2 + 1;
    String evidence =
        Counted.format(
            "%d of %d peers answer, %d are needed; the peers are %s",
            there.size(), peers.size(), needed, join(peers));
    if (there.size() >= needed) {
      findings.add(
          Severity.ERROR,
          Kind.NO_LEADER,
          there,
          "the catalog's group has no leader, although a majority of its peers answers",
          evidence,
          "wait half a minute for an election and run 'landbridge doctor' again; if this persists,"
              + " check that the members reach each other at their Raft ports (HTTP port -"
              + " 1000), and check logs/alipay-jraft.log of each member");
      return;
    }
    findings.add(
        Severity.ERROR,
        Kind.NO_LEADER,
        away,
        "the catalog's group has no leader: a majority of its peers is missing; existing"
            + " registrations are served, but no change is recorded and no translation can be"
            + " switched",
        evidence,
        Counted.format(
            "start %d of these members with their data: %s. If the disks of too many members are lost"
                + " for good, restore the catalog: 1. 'landbridge backup --stale --out FILE' from a"
                + " member that still answers, unless a newer backup exists; 2. stop all"
                + " members and"
                + " remove data/protocol/raft/landbridge_catalog on each; 3. start all members; 4."
                + " 'landbridge restore FILE'. The server's own groups lost their majority too: see"
                + " docs/operations.md",
            needed - there.size(), join(away)));
  }

  /** Nothing is broken: the plugin is being installed, or taken away. */
  private void waiting() {
    SortedSet<String> with = reports.names(MemberReport::answered);
    SortedSet<String> without = reports.names(report -> report.answer() == Answer.NO_PLUGIN);
    SortedSet<String> unknown = without(reports.names(report -> true), with);
    unknown.removeAll(without);
    String reasons =
        reports.stream()
            .filter(MemberReport::isWaiting)
            .flatMap(report -> report.status().stream())
            .map(PluginStatus::reason)
            .distinct()
            .collect(Collectors.joining("; "));
    findings.add(
        Severity.WARNING,
        Kind.WAITING_FOR_MEMBERS,
        reports.names(MemberReport::isWaiting),
        ("%d of %d members have the plugin, too few for the catalog's group to have a leader: no"
                + " change is recorded and no translation can be switched; Nacos itself is"
                + " unaffected")
            .formatted(with.size(), reports.reports().size()),
        "with the plugin: %s; without: %s%s; %s"
            .formatted(
                join(with),
                without.isEmpty() ? "none that answers" : join(without),
                unknown.isEmpty() ? "" : "; unknown: " + join(unknown),
                reasons),
        ("to install the plugin, run 'landbridge install --nacos-home DIR' on the machines of %s"
                + " and restart these members; to finish uninstalling it, run 'landbridge uninstall"
                + " --nacos-home DIR' on the machines of %s and restart these members")
            .formatted(without.isEmpty() ? "the members without it" : join(without), join(with)));
  }

  private void silent() {
    Severity severity = reports.leaderKnown().isPresent() ? Severity.WARNING : Severity.ERROR;
    for (MemberReport report : reports.reports()) {
      if (report.answer() == Answer.UNREACHABLE) {
        findings.add(
            severity,
            Kind.UNREACHABLE,
            List.of(report.member()),
            "this member does not answer",
            report.detail(),
            "start the member; if it was removed for good, delete it from the member lists of all"
                + " other members");
      } else if (report.answer() == Answer.REFUSED) {
        findings.add(
            Severity.ERROR,
            Kind.ACCESS_REFUSED,
            List.of(report.member()),
            "this member could not be examined",
            report.detail(),
            "log in as an administrator with --username, and check that all members have the same"
                + " authentication settings");
      } else if (report.answer() == Answer.NO_PLUGIN && !reports.isWaiting()) {
        findings.add(
            Severity.ERROR,
            Kind.PLUGIN_MISSING,
            List.of(report.member()),
            "this member runs without the plugin: its clients are not observed and see no derived"
                + " instances, and it has no copy of the catalog",
            report.detail(),
            "copy the plugin's jar into the plugins directory of this member and restart it");
      }
    }
  }
}
