package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.model.Counted;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Concludes what is wrong with the migration of applications. Pure. */
final class ApplicationDiagnosis {

  /** A switch that is published to consumers takes seconds; one of a large application more. */
  static final long SWITCH_MILLIS = 60_000;

  private final List<MemberReport> reports;
  private final WorkReport work;
  private final Findings findings = new Findings();

  private ApplicationDiagnosis(List<MemberReport> reports, WorkReport work) {
    this.reports = reports;
    this.work = work;
  }

  /** What is wrong; empty when nothing is. */
  static List<Finding> of(List<MemberReport> reports, WorkReport work) {
    ApplicationDiagnosis diagnosis = new ApplicationDiagnosis(reports, work);
    diagnosis.unexamined();
    diagnosis.held();
    diagnosis.untranslatable();
    diagnosis.toldAndNotShown();
    diagnosis.applications();
    diagnosis.run();
    return diagnosis.findings.all();
  }

  private void unexamined() {
    if (!work.unexamined().isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.NOT_EXAMINED,
          work.unexamined().keySet(),
          "these parts could not be examined; their problems are unknown",
          work.unexamined().entrySet().stream()
              .map(each -> each.getKey() + ": " + each.getValue())
              .collect(Collectors.joining("; ")),
          "run 'landbridge doctor' again; if this persists, install the plugin version that matches"
              + " this command");
    }
  }

  private void applications() {
    stuck(
        TranslationState.SWITCHING_ON,
        Severity.ERROR,
        Kind.NOT_SWITCHED_ON,
        "translation of these applications is switched on, but consumers do not see the"
            + " applications yet",
        "fix the problem shown, or switch translation off with 'landbridge rollback"
            + " --application'");
    stuck(
        TranslationState.SWITCHING_OFF,
        Severity.ERROR,
        Kind.NOT_SWITCHED_OFF,
        "translation of these applications is switched off, but documents or mappings still name"
            + " the applications, which have no derived instances",
        "check that the configuration center accepts changes, and check the leader's log; the"
            + " entries are then withdrawn automatically");
    List<PluginApplication> troubled =
        work.now().applications().stream()
            .filter(each -> each.state() == TranslationState.TRANSLATED)
            .filter(each -> !each.problems().isEmpty())
            .toList();
    // A suspended member says of each of them that it is suspended, and nothing else.
    if (suspended().isEmpty() && !troubled.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.APPLICATION_TROUBLED,
          keys(troubled),
          "these applications are translated, but with problems",
          problems(troubled),
          "fix the problem shown; 'landbridge verify' compares what consumers receive");
    }
  }

  private void toldAndNotShown() {
    List<PluginApplication> told =
        work.now().applications().stream()
            .filter(each -> each.state() != TranslationState.OBSERVED)
            .toList();
    if (!suspended().isEmpty() && !told.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.TOLD_AND_NOT_SHOWN,
          keys(told),
          "documents and mappings name these applications, but suspended members hide their derived"
              + " instances",
          "suspended: " + String.join(", ", suspended()),
          "show the instances with 'landbridge resume', or withdraw documents and mappings with"
              + " 'landbridge rollback'");
    }
  }

  private void held() {
    List<MemberReport> holding =
        reports.stream()
            .filter(each -> each.status().filter(it -> it.held().instances() > 0).isPresent())
            .toList();
    if (!holding.isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.HELD_INSTANCES,
          holding.stream().map(MemberReport::member).toList(),
          "these members still show instances that the catalog has lost: a server failed, and most"
              + " of an application with it",
          holding.stream()
              .map(
                  each ->
                      Counted.format(
                          "%s: %d instances of %d applications",
                          each.member(),
                          each.status().orElseThrow().held().instances(),
                          each.status().orElseThrow().held().applications()))
              .collect(Collectors.joining("; ")),
          "start the failed server, or check whether these providers are alive: they stay visible"
              + " until they register again, for at most landbridge.view.hold (10m)");
    }
  }

  private void untranslatable() {
    List<MemberReport> telling =
        reports.stream()
            .filter(each -> each.status().filter(it -> it.untranslatableTotal() > 0).isPresent())
            .toList();
    if (!telling.isEmpty()) {
      findings.add(
          Severity.NOTE,
          Kind.UNTRANSLATABLE,
          telling.stream().map(MemberReport::member).toList(),
          "clients of these members have registrations that cannot be translated, or only in part",
          telling.stream()
              .map(
                  each ->
                      "%s: %d"
                          .formatted(
                              each.member(), each.status().orElseThrow().untranslatableTotal()))
              .collect(Collectors.joining("; ")),
          "'landbridge scan' lists each registration with its remedy; apply the remedy before the"
              + " application is migrated");
    }
  }

  private Collection<String> suspended() {
    return reports.stream().filter(MemberReport::isSuspended).map(MemberReport::member).toList();
  }

  /** While a member is suspended nothing is published; that is said of the member alone. */
  private void stuck(
      TranslationState state, Severity severity, Kind kind, String what, String advice) {
    List<PluginApplication> stuck =
        work.now().applications().stream()
            .filter(each -> each.state() == state)
            .filter(each -> suspended().isEmpty() && isOld(each) && wasSo(each))
            .toList();
    if (!stuck.isEmpty()) {
      findings.add(severity, kind, keys(stuck), what, problems(stuck), advice);
    }
  }

  private boolean isOld(PluginApplication application) {
    return work.clock() - application.since() > SWITCH_MILLIS;
  }

  private boolean wasSo(PluginApplication application) {
    return work.before().applications().stream()
        .anyMatch(
            each ->
                each.key().equals(application.key())
                    && each.state() == application.state()
                    && each.since() == application.since());
  }

  private static List<String> keys(List<PluginApplication> applications) {
    return applications.stream().map(each -> each.key().toString()).sorted().toList();
  }

  private String problems(List<PluginApplication> applications) {
    return Some.of(
        applications.stream()
            .map(
                each ->
                    "%s for %d s: %s"
                        .formatted(
                            each.key(),
                            Math.max(0, work.clock() - each.since()) / 1_000,
                            each.problems().isEmpty()
                                ? "no member reports a reason"
                                : String.join(", ", each.problems())))
            .toList());
  }

  private void run() {
    work.run().ifPresent(this::run);
  }

  private void run(RunNote note) {
    if (note.equals(RunNote.UNREADABLE)) {
      findings.add(
          Severity.WARNING,
          Kind.RUN_INTERRUPTED,
          List.of(),
          "the lock of this cluster cannot be read, so landbridge cannot change the cluster",
          "configuration LANDBRIDGE/lock",
          "the lock may belong to a newer version; delete the configuration once no other run is"
              + " active");
    } else if (note.until() > work.clock() && !note.held().isEmpty()) {
      findings.add(
          Severity.WARNING,
          Kind.RUN_HELD,
          List.of(),
          "the run that changes this cluster is held: its changes are not complete, and no other run can"
              + " begin",
          "%s: %s: %s".formatted(note.name(), note.doing(), note.held()),
          "remove the reason shown; after a pause, 'landbridge control resume' continues the run,"
              + " and 'landbridge control stop' ends it");
    } else if (note.until() > work.clock()) {
      findings.add(
          Severity.NOTE,
          Kind.RUN_UNDER_WAY,
          List.of(),
          "another run is changing this cluster",
          "%s: %s".formatted(note.name(), note.doing()),
          "wait until the run ends; if its process is gone, the lock expires in %d s"
              .formatted((note.until() - work.clock()) / 1_000));
    } else if (note.until() > 0) {
      findings.add(
          Severity.WARNING,
          Kind.RUN_INTERRUPTED,
          List.of(),
          "a run of landbridge was interrupted: its changes may be incomplete",
          "%s: %s".formatted(note.name(), note.doing()),
          "run the same command with the same journal again to continue, or undo the changes with"
              + " 'landbridge rollback'");
    }
  }
}
