package io.landbridge.migrate.doctor;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
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
          "these parts could not be examined, so nothing is known of their problems",
          work.unexamined().entrySet().stream()
              .map(each -> each.getKey() + ": " + each.getValue())
              .collect(Collectors.joining("; ")),
          "run 'landbridge doctor' again; if that is still so, install the version of the plugin"
              + " that belongs to this command");
    }
  }

  private void applications() {
    stuck(
        TranslationState.SWITCHING_ON,
        Severity.ERROR,
        Kind.NOT_SWITCHED_ON,
        "the translation of these applications is switched on, and consumers are not shown them yet",
        "do what the problem says, or take the switch back with 'landbridge rollback"
            + " --application'");
    stuck(
        TranslationState.SWITCHING_OFF,
        Severity.ERROR,
        Kind.NOT_SWITCHED_OFF,
        "the translation of these applications is switched off, and consumers are still told of"
            + " them: documents or mappings name applications without derived instances",
        "check that the configuration centre takes changes, and look into the leader's log; they are"
            + " taken back as soon as it does");
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
          "these applications are translated, but not all of it works",
          problems(troubled),
          "do what the problem says; 'landbridge verify' shows what consumers are shown");
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
          "consumers are told of these applications by documents and mappings, and suspended members"
              + " show none of their derived instances",
          "suspended: " + String.join(", ", suspended()),
          "'landbridge resume' shows them again; 'landbridge rollback' takes back what consumers are"
              + " told");
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
          "these members show instances that the catalog has lost, because a server was lost and most"
              + " of an application with it",
          holding.stream()
              .map(
                  each ->
                      "%s: %d instances of %d applications"
                          .formatted(
                              each.member(),
                              each.status().orElseThrow().held().instances(),
                              each.status().orElseThrow().held().applications()))
              .collect(Collectors.joining("; ")),
          "start the server that was lost, or look whether these providers are alive: they are shown"
              + " until they register again, at the most for landbridge.view.hold (10m)");
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
          "clients of these members registered what cannot be translated, or not fully",
          telling.stream()
              .map(
                  each ->
                      "%s: %d"
                          .formatted(
                              each.member(), each.status().orElseThrow().untranslatableTotal()))
              .collect(Collectors.joining("; ")),
          "'landbridge scan' names each, and what to do; do that before its application is migrated");
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
                                ? "no member says why"
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
          "the lock of this cluster cannot be read, so that no run of landbridge can change it",
          "configuration LANDBRIDGE/lock",
          "it may be of a newer version; delete that configuration once nobody is at work");
    } else if (note.until() > work.clock()) {
      findings.add(
          Severity.NOTE,
          Kind.RUN_UNDER_WAY,
          List.of(),
          "somebody is changing this cluster",
          "%s: %s".formatted(note.name(), note.doing()),
          "wait for it; if it is not there any more, its lock ends in %d s"
              .formatted((note.until() - work.clock()) / 1_000));
    } else if (note.until() > 0) {
      findings.add(
          Severity.WARNING,
          Kind.RUN_INTERRUPTED,
          List.of(),
          "a run of landbridge was interrupted: what it was to change may be changed in part",
          "%s: %s".formatted(note.name(), note.doing()),
          "run the same command with the same journal again: it goes on where it stopped; or take it"
              + " back with 'landbridge rollback'");
    }
  }
}
