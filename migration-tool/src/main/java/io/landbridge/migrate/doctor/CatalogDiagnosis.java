package io.landbridge.migrate.doctor;

import static io.landbridge.migrate.doctor.MemberReports.all;
import static io.landbridge.migrate.doctor.MemberReports.describe;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.model.Counted;
import io.landbridge.registry.plugin.PluginStatus;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** Concludes what is wrong with the copies of the catalog. Pure. */
final class CatalogDiagnosis {

  private final MemberReports reports;
  private final Findings findings;

  private CatalogDiagnosis(MemberReports reports, Findings findings) {
    this.reports = reports;
    this.findings = findings;
  }

  /** Adds what is wrong; nothing when nothing is. */
  static void add(MemberReports reports, Findings findings) {
    CatalogDiagnosis diagnosis = new CatalogDiagnosis(reports, findings);
    diagnosis.digests();
    diagnosis.damaged();
    diagnosis.refused();
    diagnosis.standingStill();
  }

  private void digests() {
    Map<Long, SortedMap<String, SortedSet<String>>> byApplied = new TreeMap<>();
    for (MemberReport report : reports.reports()) {
      report
          .status()
          .map(PluginStatus::catalog)
          .ifPresent(
              catalog ->
                  byApplied
                      .computeIfAbsent(catalog.applied(), key -> new TreeMap<>())
                      .computeIfAbsent(catalog.digest(), key -> new TreeSet<>())
                      .add(report.member()));
    }
    byApplied.forEach(
        (applied, digests) -> {
          if (digests.size() > 1) {
            findings.add(
                Severity.ERROR,
                Kind.DIGESTS_DIFFER,
                all(digests),
                Counted.format(
                    "members that applied the same %d commands hold different catalogs", applied),
                describe(digests),
                "restart the members that differ from the leader, one after the other, with an"
                    + " empty data/protocol/raft/landbridge_catalog, and report this as a bug");
          }
        });
  }

  private void standingStill() {
    long most = reports.stream().mapToLong(MemberReport::applied).max().orElse(0);
    for (MemberReport report : reports.reports()) {
      if (report.group().isPresent()
          && !report.isDisabled()
          && report.appliedBefore() == report.applied()
          && report.applied() < leastBefore(most)) {
        findings.add(
            Severity.ERROR,
            Kind.STANDS_STILL,
            List.of(report.member()),
            "this member applies no commands, although other members are ahead",
            Counted.format(
                "this member has applied %d commands, none of them in the last seconds; another"
                    + " member has applied %d",
                report.applied(), most),
            "check the log and the disk of this member, and restart it");
      }
    }
  }

  /** Every member passes the same ones over, so that nothing has to be done about the catalog. */
  private void damaged() {
    passedOver(
        Kind.DAMAGED_ENTRIES,
        PluginStatus::damagedEntries,
        "entries of the log were damaged when they were written and are skipped");
  }

  private void refused() {
    passedOver(
        Kind.REFUSED_ENTRIES,
        PluginStatus::refusedEntries,
        "entries of the log were refused because they are not signed as required");
  }

  private void passedOver(Kind kind, ToLongFunction<PluginStatus> count, String what) {
    SortedMap<String, SortedSet<String>> found =
        reports.groups(
            report ->
                report
                    .status()
                    .map(count::applyAsLong)
                    .filter(entries -> entries > 0)
                    .map(String::valueOf));
    if (!found.isEmpty()) {
      findings.add(
          Severity.NOTE,
          kind,
          all(found),
          what,
          "since the start of the members: " + describe(found),
          "make sure that only members can reach the Raft ports (HTTP port - 1000)");
    }
  }

  /** Where those that are furthest were at the first look: nobody else can be asked for more. */
  private long leastBefore(long most) {
    return reports.stream()
        .filter(report -> report.applied() == most)
        .mapToLong(MemberReport::appliedBefore)
        .max()
        .orElse(0);
  }
}
