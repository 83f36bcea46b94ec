package io.landbridge.migrate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.MemberReport.Answer;
import io.landbridge.migrate.doctor.WorkReport.Look;
import io.landbridge.model.ApplicationKey;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginApplication;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import io.landbridge.registry.plugin.PluginStatus;
import io.landbridge.registry.plugin.PluginStatus.Held;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ApplicationDiagnosisTest {

  private static final long NOW = 10_000_000;
  private static final long LONG_AGO = NOW - ApplicationDiagnosis.SWITCH_MILLIS - 1;
  private static final List<String> NO_PROBLEM = List.of();

  private List<MemberReport> members = List.of(member("a:1", 0, false, Held.NOTHING));
  private List<PluginApplication> before = List.of();
  private List<PluginApplication> now = List.of();
  private Optional<RunNote> run = Optional.empty();
  private final SortedMap<String, String> unexamined = new TreeMap<>();

  @Test
  void applicationsThatAreWhereTheyShouldBeAreNoProblem() {
    are(
        application("shop", TranslationState.TRANSLATED, LONG_AGO, NO_PROBLEM),
        application("mall", TranslationState.OBSERVED, LONG_AGO, NO_PROBLEM));
    run = Optional.of(new RunNote("me", "apply", 0, ""));

    assertThat(diagnose()).isEmpty();
  }

  @Test
  void aSwitchThatDoesNotGetThereSaysWhatKeepsIt() {
    are(
        application(
            "shop", TranslationState.SWITCHING_ON, LONG_AGO, List.of("mapping is not published")));

    Finding finding = only(Kind.NOT_SWITCHED_ON);
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.members()).containsExactly("public/shop");
    assertThat(finding.evidence()).isEqualTo("public/shop for 60 s: mapping is not published");
    assertThat(finding.advice()).contains("rollback --application");
  }

  @Test
  void aSwitchThatIsYoungOrHasMovedIsNoProblem() {
    are(application("shop", TranslationState.SWITCHING_ON, NOW - 1_000, List.of("not yet")));
    assertThat(diagnose()).isEmpty();

    now = List.of(application("shop", TranslationState.SWITCHING_ON, LONG_AGO, NO_PROBLEM));
    before = List.of(application("shop", TranslationState.TRANSLATED, LONG_AGO, NO_PROBLEM));
    assertThat(diagnose()).isEmpty();
  }

  @Test
  void consumersThatAreStillToldOfWhatIsOff() {
    are(application("shop", TranslationState.SWITCHING_OFF, LONG_AGO, NO_PROBLEM));

    Finding finding = only(Kind.NOT_SWITCHED_OFF);
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.evidence()).contains("no member reports a reason");
  }

  @Test
  void manyThatAreStuckAreCountedAndAFewNamed() {
    are(
        IntStream.range(0, 8)
            .mapToObj(
                each ->
                    application("app" + each, TranslationState.SWITCHING_OFF, LONG_AGO, NO_PROBLEM))
            .toArray(PluginApplication[]::new));

    assertThat(only(Kind.NOT_SWITCHED_OFF).evidence()).endsWith("; and 3 more");
    assertThat(only(Kind.NOT_SWITCHED_OFF).members()).hasSize(8);
  }

  @Test
  void aTranslatedApplicationWithAProblem() {
    are(application("shop", TranslationState.TRANSLATED, LONG_AGO, List.of("no document")));

    assertThat(only(Kind.APPLICATION_TROUBLED).evidence()).contains("no document");
  }

  @Test
  void consumersAreToldOfWhatASuspendedMemberDoesNotShow() {
    members = List.of(member("a:1", 0, true, Held.NOTHING));
    are(application("shop", TranslationState.SWITCHING_ON, LONG_AGO, NO_PROBLEM));

    Finding finding = only(Kind.TOLD_AND_NOT_SHOWN);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.members()).containsExactly("public/shop");
    assertThat(finding.evidence()).isEqualTo("suspended: a:1");

    are(application("shop", TranslationState.TRANSLATED, LONG_AGO, List.of("it is suspended")));
    assertThat(only(Kind.TOLD_AND_NOT_SHOWN).members()).containsExactly("public/shop");
  }

  @Test
  void heldInstancesAreCountedPerMember() {
    members =
        List.of(member("a:1", 0, false, new Held(2, 30)), member("b:1", 0, false, Held.NOTHING));

    Finding finding = only(Kind.HELD_INSTANCES);
    assertThat(finding.members()).containsExactly("a:1");
    assertThat(finding.evidence()).isEqualTo("a:1: 30 instances of 2 applications");
  }

  @Test
  void whatCannotBeTranslatedIsANote() {
    members = List.of(member("a:1", 4, false, Held.NOTHING));

    assertThat(only(Kind.UNTRANSLATABLE).severity()).isEqualTo(Severity.NOTE);
    assertThat(only(Kind.UNTRANSLATABLE).evidence()).isEqualTo("a:1: 4");
  }

  @Test
  void aRunThatWasKilledIsTakenUpAgain() {
    run = Optional.of(new RunNote("kim@box", "apply of plan 1", NOW - 1, "paused by an operator"));

    Finding finding = only(Kind.RUN_INTERRUPTED);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.evidence()).isEqualTo("kim@box: apply of plan 1");
    assertThat(finding.advice()).contains("same journal");
  }

  @Test
  void aRunUnderWayIsANote() {
    run = Optional.of(new RunNote("kim@box", "apply of plan 1", NOW + 30_000, ""));

    assertThat(only(Kind.RUN_UNDER_WAY).severity()).isEqualTo(Severity.NOTE);
    assertThat(only(Kind.RUN_UNDER_WAY).advice()).contains("30 s");
  }

  @Test
  void aRunThatIsHeldWaitsForSomebody() {
    run =
        Optional.of(
            new RunNote("kim@box", "apply of plan 1", NOW + 30_000, "paused by an operator (jo)"));

    Finding finding = only(Kind.RUN_HELD);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.evidence())
        .isEqualTo("kim@box: apply of plan 1: paused by an operator (jo)");
    assertThat(finding.advice()).contains("control resume", "control stop");
  }

  @Test
  void aLockThatNobodyCanReadHoldsUpEverything() {
    run = Optional.of(RunNote.UNREADABLE);

    assertThat(only(Kind.RUN_INTERRUPTED).evidence()).contains("LANDBRIDGE/lock");
  }

  @Test
  void whatCouldNotBeExaminedIsNoGoodNews() {
    unexamined.put("bridge on a:1", "not found");

    assertThat(only(Kind.NOT_EXAMINED).evidence()).isEqualTo("bridge on a:1: not found");
  }

  @Test
  void theBadComesFirst() {
    members = List.of(member("a:1", 4, false, new Held(1, 1)));
    are(application("shop", TranslationState.SWITCHING_OFF, LONG_AGO, NO_PROBLEM));

    assertThat(Diagnosis.of(members, Optional.of(work())))
        .extracting(Finding::kind)
        .containsSubsequence(Kind.NOT_SWITCHED_OFF, Kind.HELD_INSTANCES, Kind.UNTRANSLATABLE);
  }

  private void are(PluginApplication... applications) {
    before = List.of(applications);
    now = List.of(applications);
  }

  private Finding only(Kind kind) {
    List<Finding> findings = diagnose();
    assertThat(findings).extracting(Finding::kind).containsExactly(kind);
    return findings.get(0);
  }

  private List<Finding> diagnose() {
    return ApplicationDiagnosis.of(members, work());
  }

  private WorkReport work() {
    return new WorkReport(
        new Look(new TreeMap<>(Map.of()), before),
        new Look(new TreeMap<>(Map.of()), now),
        List.of(),
        run,
        NOW,
        unexamined);
  }

  private static PluginApplication application(
      String name, TranslationState state, long since, List<String> problems) {
    return new PluginApplication(
        ApplicationKey.of("public", name),
        state,
        1,
        0,
        List.of(),
        List.of(),
        problems,
        false,
        since);
  }

  private static MemberReport member(
      String name, int untranslatable, boolean suspended, Held held) {
    return new MemberReport(
        name,
        Answer.ANSWERED,
        "",
        Optional.of(
            new PluginStatus(
                ServerAddress.parse(name),
                suspended ? "SUSPENDED" : "ACTIVE",
                "",
                "1",
                "Nacos",
                name,
                true,
                true,
                null,
                untranslatable,
                suspended,
                held,
                0,
                0)),
        Optional.empty(),
        -1,
        0,
        0,
        List.of());
  }
}
