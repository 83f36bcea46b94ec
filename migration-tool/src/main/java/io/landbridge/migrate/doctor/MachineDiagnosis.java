package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.model.ClockOffset;
import io.landbridge.registry.plugin.PluginGroup;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Concludes what is wrong with clocks and disks. Pure. */
final class MachineDiagnosis {

  /** More than clients, certificates and time limits forgive, less than a time zone. */
  static final long CLOCKS_MILLIS = 2_000;

  static final long DISK_BYTES = 512L << 20;

  private final MemberReports reports;
  private final Findings findings;

  private MachineDiagnosis(MemberReports reports, Findings findings) {
    this.reports = reports;
    this.findings = findings;
  }

  /** Adds what is wrong; nothing when nothing is. */
  static void add(MemberReports reports, Findings findings) {
    MachineDiagnosis diagnosis = new MachineDiagnosis(reports, findings);
    diagnosis.clocks();
    diagnosis.disks();
    diagnosis.ownClock();
  }

  private void clocks() {
    List<MemberReport> timed =
        reports.stream()
            .filter(report -> report.group().isPresent())
            .sorted(Comparator.comparingLong(MemberReport::clockAheadMillis))
            .toList();
    if (timed.size() > 1) {
      MemberReport last = timed.get(0);
      MemberReport first = timed.get(timed.size() - 1);
      long apart = first.clockAheadMillis() - last.clockAheadMillis();
      long unsure = (first.roundTripMillis() + last.roundTripMillis()) / 2;
      if (apart - unsure > CLOCKS_MILLIS) {
        findings.add(
            Severity.WARNING,
            Kind.CLOCKS_DIFFER,
            List.of(last.member(), first.member()),
            "the clocks of these members are about %d s apart".formatted(apart / 1000),
            "%s is %s; %s is %s"
                .formatted(
                    first.member(),
                    ClockOffset.text(first.clockAheadMillis(), "this machine"),
                    last.member(),
                    ClockOffset.text(last.clockAheadMillis(), "this machine")),
            "set up time synchronization (NTP) on all members");
      }
    }
  }

  private void disks() {
    for (MemberReport report : reports.reports()) {
      long free = report.group().map(PluginGroup::freeBytes).orElse(-1L);
      if (free >= 0 && free < DISK_BYTES) {
        findings.add(
            Severity.WARNING,
            Kind.DISK_NEARLY_FULL,
            List.of(report.member()),
            "the disk of this member is nearly full; a full disk stops its catalog",
            "%d MB are free".formatted(free >> 20),
            "free space on the file system of the server's data directory");
      }
    }
  }

  /** Members that differ among themselves need not all differ from here. */
  private void ownClock() {
    List<MemberReport> timed =
        reports.stream().filter(report -> report.group().isPresent()).toList();
    Optional<MemberReport> nearest =
        timed.stream().min(Comparator.comparingLong(MachineDiagnosis::leastApart));
    if (nearest.isEmpty() || leastApart(nearest.get()) <= CLOCKS_MILLIS) {
      return;
    }
    long ahead = nearest.get().clockAheadMillis();
    findings.add(
        Severity.WARNING,
        Kind.OWN_CLOCK_DIFFERS,
        timed.stream().map(MemberReport::member).sorted().toList(),
        "the clock of this machine is about %d s %s the clocks of the members"
            .formatted(Math.abs(ahead) / 1000, ahead > 0 ? "behind" : "ahead of"),
        timed.stream()
            .map(
                each ->
                    "%s is %s"
                        .formatted(
                            each.member(),
                            ClockOffset.text(each.clockAheadMillis(), "this machine")))
            .collect(Collectors.joining("; ")),
        "set up time synchronization (NTP) on this machine: its clock decides on certificates and"
            + " tokens, and dates reports and journals");
  }

  /** How far the clock of a member is from the one here at least. */
  private static long leastApart(MemberReport report) {
    return Math.abs(report.clockAheadMillis()) - report.roundTripMillis() / 2;
  }
}
