package io.landbridge.migrate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.WorkReport.Look;
import io.landbridge.model.BridgePhase;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginBridge;
import io.landbridge.registry.plugin.PluginBridgeDifference;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BridgeDiagnosisTest {

  private static final long NOW = 10_000_000;
  private static final String ACTIVE = "a:1";

  private final SortedMap<String, PluginBridge> before = new TreeMap<>();
  private final SortedMap<String, PluginBridge> now = new TreeMap<>();
  private List<PluginBridgeDifference> differences = List.of();

  @Test
  void aBridgeThatWorksAndNoneHaveNoProblems() {
    is(new Bridge());
    is("b:1", new Bridge());
    assertThat(diagnose()).isEmpty();

    is(new Bridge().phase(BridgePhase.OFF).active(""));
    is("b:1", new Bridge().phase(BridgePhase.OFF).active(""));
    assertThat(diagnose()).isEmpty();

    is(new Bridge().phase(BridgePhase.DONE).active(""));
    is("b:1", new Bridge().phase(BridgePhase.DONE).active(""));
    assertThat(diagnose()).isEmpty();
  }

  @Test
  void aLegacyClusterThatDoesNotAnswerIsNamed() {
    is(new Bridge().problem("cannot be reached").lag(900_000));
    is("b:1", new Bridge());

    Finding finding = only(Kind.BRIDGE_STALLED);
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.members()).containsExactly(ACTIVE);
    assertThat(finding.evidence()).contains("cannot be reached");
    assertThat(finding.advice()).contains("old1:8848, old2:8848", "password");
  }

  @Test
  void exportsThatCannotBeTakenBackAfterTheEndAreFound() {
    is(new Bridge().phase(BridgePhase.DONE).active("").problem("connection refused"));

    assertThat(only(Kind.BRIDGE_STALLED).what()).contains("cannot remove");
  }

  @Test
  void aPauseIsFoundWithWhatEndsIt() {
    is(new Bridge().paused());
    is("b:1", new Bridge().paused());

    Finding finding = only(Kind.BRIDGE_PAUSED);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.members()).containsExactly(ACTIVE, "b:1");
    assertThat(finding.advice()).contains("bridge pause --end --yes");
  }

  @Test
  void noMemberImports() {
    is(new Bridge().active("c:1"));
    is("b:1", new Bridge().active(""));

    Finding finding = only(Kind.BRIDGE_NOT_ACTIVE);
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.evidence())
        .contains("reports the importing member c:1", "reports no importing member");
  }

  @Test
  void aMemberThatActsOnOldTerms() {
    is(new Bridge().epoch(7));
    is("b:1", new Bridge().epoch(6));

    assertThat(only(Kind.BRIDGE_EPOCHS_DIFFER).evidence())
        .contains("a:1: epoch 7, DUAL_WRITE", "b:1: epoch 6");
  }

  @Test
  void whatIsKnownOfTheLegacyClusterIsOld() {
    is(new Bridge().lag(BridgeDiagnosis.LAG_MILLIS));
    assertThat(diagnose()).isEmpty();

    is(new Bridge().lag(BridgeDiagnosis.LAG_MILLIS + 1_000));
    assertThat(only(Kind.BRIDGE_BEHIND).evidence()).contains("151 s ago");
  }

  @Test
  void theFirstImportDoesNotEnd() {
    is(new Bridge().phase(BridgePhase.SHADOW).firstSync(0).since(NOW - 10_000));
    assertThat(diagnose()).isEmpty();

    is(
        new Bridge()
            .phase(BridgePhase.SHADOW)
            .firstSync(0)
            .since(NOW - BridgeDiagnosis.FIRST_SYNC_MILLIS - 1_000));
    assertThat(only(Kind.BRIDGE_BEHIND).what()).contains("not complete");
  }

  @Test
  void exportsThatBecomeFewerAreNoProblem() {
    is(new Bridge(), new Bridge());
    is("b:1", new Bridge().waiting(40), new Bridge().waiting(10));
    assertThat(diagnose()).isEmpty();

    is("b:1", new Bridge().waiting(40), new Bridge().waiting(40));
    Finding finding = only(Kind.BRIDGE_EXPORTS_WAIT);
    assertThat(finding.members()).containsExactly("b:1");
    assertThat(finding.evidence()).isEqualTo("b:1: 40 now, 40 some seconds ago");
  }

  @Test
  void heldInstancesAreFound() {
    is(new Bridge().held(6));

    assertThat(only(Kind.BRIDGE_HOLDS).evidence()).isEqualTo("6 instances are held");
  }

  @Test
  void contentThatCannotBeReadIsNamedWithItsReason() {
    differences =
        List.of(
            new PluginBridgeDifference(
                "public",
                "",
                "broken",
                "",
                "",
                0,
                "service",
                "not imported",
                "listed",
                "no answer",
                false));
    is(new Bridge().lasting(0).differing(0));

    assertThat(only(Kind.BRIDGE_UNREADABLE).evidence())
        .isEqualTo("broken in namespace public: no answer");
  }

  @Test
  void contentThatCanNeverBeReadIsANote() {
    differences =
        List.of(
            new PluginBridgeDifference(
                "public",
                "",
                "broken",
                "",
                "",
                0,
                "service",
                "not imported",
                "listed",
                "no group",
                true));
    is(new Bridge().lasting(1).differing(0));

    Finding finding = only(Kind.BRIDGE_DIFFERS_FOR_GOOD);
    assertThat(finding.severity()).isEqualTo(Severity.NOTE);
    assertThat(finding.evidence()).contains("broken in namespace public: no group");
  }

  @Test
  void onlyDifferencesThatStayBetweenTwoLooksAreAProblem() {
    differences = List.of(difference("shop", "the weight is another"));
    is(new Bridge().differing(0), new Bridge().differing(1));
    assertThat(diagnose()).isEmpty();
    is(new Bridge().differing(1), new Bridge().differing(0));
    assertThat(diagnose()).isEmpty();

    is(new Bridge().differing(1), new Bridge().differing(1));
    Finding finding = only(Kind.BRIDGE_DIFFERS);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.evidence())
        .isEqualTo(
            "1 of 9 services differ, for example shop at 10.0.0.1:80 in namespace public: the"
                + " weight is another");
  }

  @Test
  void differencesThatNobodyCanPutRightAreANote() {
    differences = List.of(difference("shop", "health cannot be set"));
    is(new Bridge().lasting(1));

    Finding finding = only(Kind.BRIDGE_DIFFERS_FOR_GOOD);
    assertThat(finding.severity()).isEqualTo(Severity.NOTE);
    assertThat(finding.evidence()).contains("1 difference", "health cannot be set");
  }

  private static PluginBridgeDifference difference(String service, String reason) {
    return new PluginBridgeDifference(
        "public",
        "DEFAULT_GROUP",
        service,
        "DEFAULT",
        "10.0.0.1",
        80,
        "f",
        "1",
        "2",
        reason,
        false);
  }

  private void is(Bridge bridge) {
    is(ACTIVE, bridge);
  }

  private void is(Bridge first, Bridge last) {
    is(ACTIVE, first, last);
  }

  private void is(String member, Bridge bridge) {
    is(member, bridge, bridge);
  }

  private void is(String member, Bridge first, Bridge last) {
    before.put(member, first.of(member));
    now.put(member, last.of(member));
  }

  private Finding only(Kind kind) {
    List<Finding> findings = diagnose();
    assertThat(findings).extracting(Finding::kind).containsExactly(kind);
    return findings.get(0);
  }

  private List<Finding> diagnose() {
    return BridgeDiagnosis.of(
        new WorkReport(
            new Look(before, List.of()),
            new Look(now, List.of()),
            differences,
            Optional.empty(),
            NOW,
            new TreeMap<>()));
  }

  /** One that works, until it is said to be otherwise. */
  private static final class Bridge {

    private BridgePhase phase = BridgePhase.DUAL_WRITE;
    private boolean paused;
    private String active = ACTIVE;
    private long epoch = 7;
    private long since = 1;
    private long firstSync = 1;
    private long lag = 100;
    private int waiting;
    private int held;
    private int differing;
    private int lasting;
    private List<String> problems = List.of();

    Bridge phase(BridgePhase now) {
      phase = now;
      return this;
    }

    Bridge paused() {
      paused = true;
      return this;
    }

    Bridge active(String member) {
      active = member;
      return this;
    }

    Bridge epoch(long number) {
      epoch = number;
      return this;
    }

    Bridge since(long millis) {
      since = millis;
      return this;
    }

    Bridge firstSync(long millis) {
      firstSync = millis;
      return this;
    }

    Bridge lag(long millis) {
      lag = millis;
      return this;
    }

    Bridge waiting(int number) {
      waiting = number;
      return this;
    }

    Bridge held(int number) {
      held = number;
      return this;
    }

    Bridge differing(int number) {
      differing = number;
      return this;
    }

    Bridge lasting(int number) {
      lasting = number;
      return this;
    }

    Bridge problem(String text) {
      problems = List.of(text);
      return this;
    }

    PluginBridge of(String member) {
      return new PluginBridge(
          ServerAddress.parse(member),
          phase,
          paused,
          List.of("old1:8848", "old2:8848"),
          "",
          since,
          epoch,
          "landbridge-1",
          active,
          firstSync,
          1,
          1,
          0,
          1,
          1,
          0,
          0,
          lag,
          0,
          waiting,
          held,
          9,
          differing,
          0,
          differing + lasting,
          lasting,
          problems);
    }
  }
}
