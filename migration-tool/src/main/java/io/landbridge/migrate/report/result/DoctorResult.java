package io.landbridge.migrate.report.result;

import io.landbridge.migrate.doctor.Finding;
import io.landbridge.migrate.doctor.MemberReport;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;

/**
 * What doctor prints.
 *
 * @param healthy whether there are no problems; notes are none
 * @param members one per member
 * @param findings what was found, the bad first
 */
public record DoctorResult(boolean healthy, List<Member> members, List<Finding> findings) {

  /** Copies the lists. */
  public DoctorResult {
    members = List.copyOf(members);
    findings = List.copyOf(findings);
  }

  /** From what the members told and what follows from it. */
  public static DoctorResult of(List<MemberReport> reports, List<Finding> findings) {
    return new DoctorResult(
        findings.stream().allMatch(each -> each.severity() == Finding.Severity.NOTE),
        reports.stream().map(Member::of).toList(),
        findings);
  }

  /**
   * One member.
   *
   * @param member its address
   * @param state {@code ACTIVE}, {@code STARTING} or {@code DISABLED} of its plugin; {@code
   *     UNREACHABLE}, {@code REFUSED} or {@code NO_PLUGIN} when it does not tell
   * @param version the version of its plugin
   * @param leader whom it takes for the leader
   * @param term the election it is in; 0 when not known
   * @param peers who has a vote, as it sees it
   * @param applied how many commands it has applied
   * @param snapshot the last log entry in its newest snapshot; 0 without one
   * @param freeBytes room left on its disk; -1 when not known
   */
  public record Member(
      String member,
      String state,
      String version,
      String leader,
      long term,
      List<String> peers,
      long applied,
      long snapshot,
      long freeBytes) {

    /** Copies the list. */
    public Member {
      peers = List.copyOf(peers);
    }

    private static Member of(MemberReport report) {
      String state =
          report.status().map(PluginStatus::state).orElseGet(() -> report.answer().name());
      String version = report.status().map(PluginStatus::pluginVersion).orElse("");
      return report
          .group()
          .map(
              group ->
                  new Member(
                      report.member(),
                      state,
                      version,
                      group.leader(),
                      group.term(),
                      group.peers(),
                      group.applied(),
                      group.snapshot(),
                      group.freeBytes()))
          .orElseGet(() -> new Member(report.member(), state, version, "", 0, List.of(), 0, 0, -1));
    }
  }
}
