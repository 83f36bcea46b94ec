package io.landbridge.migrate.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Concludes from what the members told. Pure. */
public final class Diagnosis {

  private Diagnosis() {}

  /**
   * What is wrong with the members and with the work in progress.
   *
   * @param reports one per member
   * @param work the bridge, the applications and runs of this command; empty when no member could
   *     be asked
   * @return the bad first; empty when there are no problems
   */
  public static List<Finding> of(List<MemberReport> reports, Optional<WorkReport> work) {
    List<Finding> findings = new ArrayList<>(of(reports));
    work.ifPresent(
        it -> {
          findings.addAll(BridgeDiagnosis.of(it));
          findings.addAll(ApplicationDiagnosis.of(reports, it));
        });
    return findings.stream().sorted(Comparator.comparing(Finding::severity)).toList();
  }

  /**
   * What is wrong with the members.
   *
   * @param reports one per member
   * @return the bad first; empty when there are no problems
   */
  static List<Finding> of(List<MemberReport> reports) {
    MemberReports all = new MemberReports(reports);
    Findings findings = new Findings();
    LeaderDiagnosis.add(all, findings);
    PluginDiagnosis.add(all, findings);
    CatalogDiagnosis.add(all, findings);
    PeerDiagnosis.add(all, findings);
    MachineDiagnosis.add(all, findings);
    ConfigurationDiagnosis.add(all, findings);
    return findings.badFirst();
  }
}
