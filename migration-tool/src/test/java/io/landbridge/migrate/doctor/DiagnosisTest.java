package io.landbridge.migrate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.doctor.ConfigurationProbe.Failure;
import io.landbridge.migrate.doctor.ConfigurationProbe.Use;
import io.landbridge.migrate.doctor.Finding.Kind;
import io.landbridge.migrate.doctor.Finding.Severity;
import io.landbridge.migrate.doctor.MemberReport.Answer;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginGroup;
import io.landbridge.registry.plugin.PluginGroup.ListedMember;
import io.landbridge.registry.plugin.PluginGroup.ServerGroup;
import io.landbridge.registry.plugin.PluginStatus;
import io.landbridge.registry.plugin.PluginStatus.CatalogStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiagnosisTest {

  private static final List<String> ABC = List.of("a:1", "b:1", "c:1");
  private static final long ROOM = 10L << 30;

  @Test
  void nothingIsWrong() {
    assertThat(diagnose(member("a:1"), member("b:1"), member("c:1"))).isEmpty();
  }

  @Test
  void oneOfThreeLeftNamesTheTwoThatAreMissing() {
    List<Finding> findings =
        diagnose(
            member("a:1").leader("").state("STARTING", "no leader"),
            silent("b:1", Answer.UNREACHABLE),
            silent("c:1", Answer.UNREACHABLE));

    assertThat(findings)
        .extracting(Finding::kind)
        .containsExactly(Kind.NO_LEADER, Kind.UNREACHABLE, Kind.UNREACHABLE);
    Finding first = findings.get(0);
    assertThat(first.severity()).isEqualTo(Severity.ERROR);
    assertThat(first.members()).containsExactly("b:1", "c:1");
    assertThat(first.evidence()).contains("1 of 3 peers answer, 2 are needed");
    assertThat(first.advice())
        .contains("start 1 of these", "b:1, c:1", "backup --stale", "restore");
  }

  @Test
  void theFirstMemberWithThePluginWaitsAndNothingIsLost() {
    List<Finding> findings =
        diagnose(
            member("a:1").leader("").state("WAITING_FOR_MEMBERS", "1 of 3 have the plugin"),
            silent("b:1", Answer.NO_PLUGIN),
            silent("c:1", Answer.NO_PLUGIN));

    assertThat(findings).extracting(Finding::kind).containsExactly(Kind.WAITING_FOR_MEMBERS);
    assertThat(findings.get(0).severity()).isEqualTo(Severity.WARNING);
    assertThat(findings.get(0).what()).startsWith("1 of 3 members have the plugin");
    assertThat(findings.get(0).evidence())
        .isEqualTo("with the plugin: a:1; without: b:1, c:1; 1 of 3 have the plugin");
    assertThat(findings.get(0).advice()).doesNotContain("restore", "disk");
  }

  @Test
  void aPluginThatTwoOfThreeHaveLostIsPutBackOrTakenAway() {
    List<Finding> findings =
        diagnose(
            silent("a:1", Answer.NO_PLUGIN),
            member("b:1").leader("").state("WAITING_FOR_MEMBERS", "1 of 3 have the plugin"),
            silent("c:1", Answer.NO_PLUGIN));

    assertThat(findings).extracting(Finding::kind).containsExactly(Kind.WAITING_FOR_MEMBERS);
    assertThat(findings.get(0).members()).containsExactly("b:1");
    assertThat(findings.get(0).evidence()).contains("with the plugin: b:1", "without: a:1, c:1");
    assertThat(findings.get(0).advice())
        .containsSubsequence(
            "landbridge install", "a:1, c:1", "restart", "landbridge uninstall", "b:1", "restart");
  }

  @Test
  void aMemberThatDoesNotAnswerMayHaveThePlugin() {
    List<Finding> findings =
        diagnose(
            silent("a:1", Answer.NO_PLUGIN),
            member("b:1").leader("").state("WAITING_FOR_MEMBERS", "1 of 3 have the plugin"),
            silent("c:1", Answer.UNREACHABLE));

    assertThat(findings)
        .extracting(Finding::kind)
        .containsExactlyInAnyOrder(Kind.WAITING_FOR_MEMBERS, Kind.UNREACHABLE);
    assertThat(
            findings.stream()
                .filter(each -> each.kind() == Kind.WAITING_FOR_MEMBERS)
                .map(Finding::evidence))
        .singleElement()
        .asString()
        .contains("without: a:1", "unknown: c:1");
  }

  @Test
  void aServerThatWasNeverTestedIsNamedWithWhatWasChecked() {
    List<Finding> findings =
        diagnose(
            member("a:1").state("ACTIVE", "Nacos 3.2.4 was never tested"),
            member("b:1"),
            member("c:1"));

    assertThat(findings).extracting(Finding::kind).containsExactly(Kind.UNTESTED_SERVER);
    assertThat(findings.get(0).members()).containsExactly("a:1");
    assertThat(findings.get(0).evidence()).contains("3.2.4");
  }

  @Test
  void aLeftoverPeerMakesTheMajorityLarger() {
    List<String> four = List.of("a:1", "b:1", "c:1", "d:1");
    List<Finding> findings =
        diagnose(
            member("a:1").leader("").peers(four).state("STARTING", "no leader"),
            member("b:1").leader("").peers(four).state("STARTING", "no leader"),
            silent("c:1", Answer.UNREACHABLE));

    assertThat(only(findings, Kind.NO_LEADER).evidence()).contains("2 of 4", "3 are needed");
    assertThat(only(findings, Kind.NO_LEADER).members()).containsExactly("c:1", "d:1");
    assertThat(only(findings, Kind.PEER_NOT_MEMBER).members()).containsExactly("d:1");
  }

  @Test
  void noLeaderAlthoughTheMajorityAnswers() {
    List<Finding> findings =
        diagnose(
            member("a:1").leader("").state("STARTING", "no leader"),
            member("b:1").leader("c:1").state("STARTING", "no leader"),
            silent("c:1", Answer.UNREACHABLE));

    assertThat(only(findings, Kind.NO_LEADER).members()).containsExactly("a:1", "b:1");
    assertThat(only(findings, Kind.NO_LEADER).advice()).contains("election", "Raft ports");
  }

  @Test
  void aMemberThatIsDownWhileTheGroupWorksIsAWarning() {
    List<Finding> findings =
        diagnose(member("a:1"), member("b:1"), silent("c:1", Answer.UNREACHABLE));

    assertThat(findings).hasSize(1);
    assertThat(only(findings, Kind.UNREACHABLE).severity()).isEqualTo(Severity.WARNING);
    assertThat(only(findings, Kind.UNREACHABLE).members()).containsExactly("c:1");
  }

  @Test
  void aMemberWithoutThePluginOneThatRefusesAndOneThatIsOff() {
    List<Finding> findings =
        diagnose(
            member("a:1"),
            silent("b:1", Answer.NO_PLUGIN),
            silent("c:1", Answer.REFUSED),
            member("d:1").state("DISABLED", "a setting is wrong").withoutGroup());

    assertThat(only(findings, Kind.PLUGIN_MISSING).members()).containsExactly("b:1");
    assertThat(only(findings, Kind.ACCESS_REFUSED).members()).containsExactly("c:1");
    assertThat(only(findings, Kind.DISABLED).members()).containsExactly("d:1");
    assertThat(only(findings, Kind.DISABLED).evidence()).isEqualTo("a setting is wrong");
    assertThat(findings).hasSize(3);
  }

  @Test
  void aMemberThatIsSuspendedIsNamedWhetherOrNotOthersAreToo() {
    List<Finding> some =
        diagnose(member("a:1").state("SUSPENDED", "an operator"), member("b:1"), member("c:1"));

    assertThat(some).hasSize(1);
    assertThat(only(some, Kind.SUSPENDED).severity()).isEqualTo(Severity.WARNING);
    assertThat(only(some, Kind.SUSPENDED).members()).containsExactly("a:1");
    assertThat(only(some, Kind.SUSPENDED).evidence()).contains("b:1, c:1");
    assertThat(only(some, Kind.SUSPENDED).advice()).contains("landbridge suspend");

    List<Finding> all =
        diagnose(
            member("a:1").state("SUSPENDED", ""),
            member("b:1").state("SUSPENDED", ""),
            member("c:1").state("SUSPENDED", ""));
    assertThat(only(all, Kind.SUSPENDED).members()).containsExactly("a:1", "b:1", "c:1");
    assertThat(only(all, Kind.SUSPENDED).what()).contains("all members");
  }

  @Test
  void aMemberThatHasNotFoundTheLeader() {
    List<Finding> findings =
        diagnose(
            member("a:1"),
            member("b:1"),
            member("c:1").leader("").state("STARTING", "the group has no leader yet"));

    assertThat(findings).hasSize(1);
    assertThat(only(findings, Kind.NOT_READY).members()).containsExactly("c:1");
  }

  @Test
  void anOlderPluginTellsNothingOfTheGroup() {
    List<Finding> findings =
        diagnose(member("a:1"), member("b:1"), member("c:1").version("0.0.9").withoutGroup());

    assertThat(only(findings, Kind.GROUP_UNKNOWN).members()).containsExactly("c:1");
    assertThat(only(findings, Kind.VERSIONS_DIFFER).evidence())
        .isEqualTo("0.0.9 on c:1; 0.1.0 on a:1, b:1");
    assertThat(findings).hasSize(2);
  }

  @Test
  void digestsDifferOnlyWhereTheSameWasApplied() {
    assertThat(
            diagnose(
                member("a:1").applied(7, 7, "x"), member("b:1").applied(6, 8, "y"), member("c:1")))
        .isEmpty();
    List<Finding> findings =
        diagnose(
            member("a:1").applied(7, 7, "x"),
            member("b:1").applied(7, 7, "y"),
            member("c:1").applied(7, 7, "x"));
    assertThat(only(findings, Kind.DIGESTS_DIFFER).evidence()).isEqualTo("x on a:1, c:1; y on b:1");
    assertThat(findings).hasSize(1);
  }

  @Test
  void aMemberStandsStillThatIsBehindWhereOthersWereAlready() {
    List<Finding> findings =
        diagnose(
            member("a:1").applied(90, 95, "x"),
            member("b:1").applied(40, 40, "y"),
            member("c:1").applied(60, 94, "z"));
    assertThat(only(findings, Kind.STANDS_STILL).members()).containsExactly("b:1");
    assertThat(findings).hasSize(1);

    // It may have been asked just before the others went on.
    assertThat(
            diagnose(
                member("a:1").applied(40, 41, "x"),
                member("b:1").applied(40, 40, "y"),
                member("c:1").applied(40, 41, "x")))
        .isEmpty();
  }

  @Test
  void differentMemberLists() {
    List<Finding> findings =
        diagnose(member("a:1"), member("b:1"), member("c:1").list(List.of("a:1", "c:1")));

    assertThat(only(findings, Kind.LISTS_DIFFER).evidence())
        .contains("a:1,b:1,c:1 on a:1, b:1", "a:1,c:1 on c:1");
    assertThat(findings).hasSize(1);
  }

  @Test
  void peersThatAreNoMembersAndMembersThatAreNoPeers() {
    List<String> abd = List.of("a:1", "b:1", "d:1");
    List<Finding> findings =
        diagnose(member("a:1").peers(abd), member("b:1").peers(abd), member("c:1").peers(abd));

    assertThat(only(findings, Kind.PEER_NOT_MEMBER).members()).containsExactly("d:1");
    assertThat(only(findings, Kind.PEER_NOT_MEMBER).advice()).contains("wait a minute");
    assertThat(only(findings, Kind.MEMBER_NOT_PEER).members()).containsExactly("c:1");
    assertThat(findings).hasSize(2);
  }

  @Test
  void whatTheLeaderSaysOfThePeersCounts() {
    assertThat(
            diagnose(
                member("a:1"), member("b:1").peers(List.of("a:1", "b:1")).term(9), member("c:1")))
        .isEmpty();
  }

  @Test
  void whoLeftTheListAndStillVotesInAGroupOfTheServer() {
    List<String> four = List.of("a:8848", "b:8848", "c:8848", "d:8848");
    List<String> three = List.of("a:8848", "b:8848", "c:8848");
    ServerGroup left = new ServerGroup("nacos_config", true, 4, four);
    ServerGroup behind = new ServerGroup("naming_persistent", false, 9, four);
    ServerGroup right = new ServerGroup("naming_persistent", true, 9, three);

    List<Finding> findings =
        Diagnosis.of(
            List.of(
                reportOf("a:8848", three, List.of(left, behind)),
                reportOf("b:8848", three, List.of(right))));

    Finding finding = only(findings, Kind.SERVER_PEER_NOT_MEMBER);
    assertThat(finding.members()).containsExactly("d:8848");
    assertThat(finding.evidence()).isEqualTo("d:8848 in nacos_config");
    assertThat(finding.advice())
        .contains(
            "\"groupId\":\"nacos_config\"", "\"value\":\"d:7848\"", "/nacos/v3/admin/core/ops");
    assertThat(findings).hasSize(1);
  }

  @Test
  void whoIsInTheListAndDoesNotVoteInAGroupOfTheServer() {
    List<String> three = List.of("a:8848", "b:8848", "c:8848");
    List<String> two = List.of("a:8848", "b:8848");
    ServerGroup left = new ServerGroup("nacos_config", true, 4, two);
    ServerGroup behind = new ServerGroup("naming_persistent", false, 8, two);
    ServerGroup right = new ServerGroup("naming_persistent", true, 9, three);
    ServerGroup unknown = new ServerGroup("naming_service_metadata", false, 1, List.of());

    List<Finding> findings =
        Diagnosis.of(
            List.of(
                reportOf("a:8848", three, List.of(left, behind, unknown)),
                reportOf("b:8848", three, List.of(right))));

    Finding finding = only(findings, Kind.MEMBER_NOT_SERVER_PEER);
    assertThat(finding.members()).containsExactly("c:8848");
    assertThat(finding.evidence()).isEqualTo("c:8848 in nacos_config");
    assertThat(finding.advice()).contains("-Dnacos.core.inet.auto-refresh");
    assertThat(findings).hasSize(1);
  }

  private static MemberReport reportOf(
      String name, List<String> members, List<ServerGroup> serverGroups) {
    MemberReport report = member(name).peers(members).list(members).leader("a:8848").report();
    PluginGroup group = report.group().orElseThrow();
    return new MemberReport(
        report.member(),
        report.answer(),
        report.detail(),
        report.status(),
        Optional.of(
            new PluginGroup(
                group.member(),
                group.leader(),
                group.term(),
                group.peers(),
                group.alive(),
                group.members(),
                group.applied(),
                group.snapshot(),
                group.freeBytes(),
                group.now(),
                group.reconcile(),
                serverGroups)),
        report.appliedBefore(),
        report.clockAheadMillis(),
        report.roundTripMillis(),
        List.of());
  }

  @Test
  void theClockHereIsWrongWhenEveryMemberSaysSo() {
    List<Finding> findings =
        diagnose(member("a:1").clock(40_000, 10), member("b:1").clock(39_500, 10));

    assertThat(findings).hasSize(1);
    assertThat(only(findings, Kind.OWN_CLOCK_DIFFERS).what()).contains("about 39 s behind");
    assertThat(only(findings, Kind.OWN_CLOCK_DIFFERS).evidence()).contains("a:1 is 40000 ms");
    assertThat(diagnose(member("a:1").clock(6_000, 10_000))).isEmpty();
    assertThat(diagnose(member("a:1").clock(-6_000, 10)))
        .singleElement()
        .satisfies(each -> assertThat(each.what()).contains("about 6 s ahead of"));
  }

  @Test
  void aConfigurationCentreThatFailsAndOneThatRefuses() {
    List<Finding> findings =
        Diagnosis.of(
            List.of(
                with(member("a:1"), new Failure(Use.READ, false, "status 500")),
                with(
                    member("b:1"),
                    new Failure(Use.READ, false, "status 500"),
                    new Failure(Use.CHANGE, true, "status 403"))));

    assertThat(findings)
        .extracting(Finding::kind)
        .containsExactly(Kind.CONFIGURATION_FAILS, Kind.CONFIGURATION_REFUSED);
    assertThat(findings.get(0).severity()).isEqualTo(Severity.ERROR);
    assertThat(findings.get(0).members()).containsExactly("a:1", "b:1");
    assertThat(findings.get(0).evidence()).isEqualTo("status 500 on a:1, b:1");
    assertThat(findings.get(1).severity()).isEqualTo(Severity.WARNING);
    assertThat(findings.get(1).members()).containsExactly("b:1");
    assertThat(findings.get(1).advice()).contains("'apply'", "administrator");
  }

  private static MemberReport with(Told told, Failure... failures) {
    MemberReport report = told.report();
    return new MemberReport(
        report.member(),
        report.answer(),
        report.detail(),
        report.status(),
        report.group(),
        report.appliedBefore(),
        report.clockAheadMillis(),
        report.roundTripMillis(),
        List.of(failures));
  }

  @Test
  void clocksThatAreFurtherApartThanTheAnswersTook() {
    assertThat(diagnose(member("a:1").clock(0, 5_000), member("b:1").clock(6_000, 5_000)))
        .extracting(Finding::kind)
        .doesNotContain(Kind.CLOCKS_DIFFER);
    List<Finding> findings =
        diagnose(member("a:1").clock(-30_000, 10), member("b:1"), member("c:1"));
    assertThat(only(findings, Kind.CLOCKS_DIFFER).what()).contains("30 s");
    assertThat(findings).hasSize(1);
  }

  @Test
  void aDiskThatIsNearlyFull() {
    List<Finding> findings =
        diagnose(member("a:1"), member("b:1").free(100L << 20), member("c:1").free(-1));

    assertThat(only(findings, Kind.DISK_NEARLY_FULL).evidence()).isEqualTo("100 MB are free");
    assertThat(findings).hasSize(1);
  }

  private static Finding only(List<Finding> findings, Kind kind) {
    List<Finding> found = findings.stream().filter(each -> each.kind() == kind).toList();
    assertThat(found).as("%s", findings).hasSize(1);
    return found.get(0);
  }

  private static List<Finding> diagnose(Told... members) {
    List<MemberReport> reports = new ArrayList<>();
    for (Told each : members) {
      reports.add(each.report());
    }
    return Diagnosis.of(reports);
  }

  private static Told member(String name) {
    return new Told(
        name,
        Answer.ANSWERED,
        "ACTIVE",
        "",
        "0.1.0",
        "a:1",
        3,
        ABC,
        ABC,
        7,
        7,
        "x",
        0,
        1,
        ROOM,
        true);
  }

  private static Told silent(String name, Answer answer) {
    return new Told(
        name, answer, "", "it is so", "", "", 0, List.of(), List.of(), 0, 0, "", 0, 0, -1, false);
  }

  /** What a member tells; the leader is {@code a:1} unless said otherwise. */
  private record Told(
      String name,
      Answer answer,
      String state,
      String reason,
      String version,
      String leader,
      long term,
      List<String> peers,
      List<String> list,
      long before,
      long applied,
      String digest,
      long ahead,
      long roundTrip,
      long freeBytes,
      boolean tellsGroup) {

    Told state(String newState, String newReason) {
      return copy(
          newState,
          newReason,
          version,
          leader,
          term,
          peers,
          list,
          before,
          applied,
          digest,
          ahead,
          roundTrip,
          freeBytes,
          tellsGroup);
    }

    Told version(String text) {
      return copy(
          state,
          reason,
          text,
          leader,
          term,
          peers,
          list,
          before,
          applied,
          digest,
          ahead,
          roundTrip,
          freeBytes,
          tellsGroup);
    }

    Told leader(String text) {
      return copy(
          state,
          reason,
          version,
          text,
          term,
          peers,
          list,
          before,
          applied,
          digest,
          ahead,
          roundTrip,
          freeBytes,
          tellsGroup);
    }

    Told term(long number) {
      return copy(
          state,
          reason,
          version,
          leader,
          number,
          peers,
          list,
          before,
          applied,
          digest,
          ahead,
          roundTrip,
          freeBytes,
          tellsGroup);
    }

    Told peers(List<String> names) {
      return copy(
          state,
          reason,
          version,
          leader,
          term,
          names,
          list,
          before,
          applied,
          digest,
          ahead,
          roundTrip,
          freeBytes,
          tellsGroup);
    }

    Told list(List<String> names) {
      return copy(
          state,
          reason,
          version,
          leader,
          term,
          peers,
          names,
          before,
          applied,
          digest,
          ahead,
          roundTrip,
          freeBytes,
          tellsGroup);
    }

    Told applied(long first, long second, String text) {
      return copy(
          state,
          reason,
          version,
          leader,
          term,
          peers,
          list,
          first,
          second,
          text,
          ahead,
          roundTrip,
          freeBytes,
          tellsGroup);
    }

    Told clock(long millis, long took) {
      return copy(
          state,
          reason,
          version,
          leader,
          term,
          peers,
          list,
          before,
          applied,
          digest,
          millis,
          took,
          freeBytes,
          tellsGroup);
    }

    Told free(long bytes) {
      return copy(
          state,
          reason,
          version,
          leader,
          term,
          peers,
          list,
          before,
          applied,
          digest,
          ahead,
          roundTrip,
          bytes,
          tellsGroup);
    }

    Told withoutGroup() {
      return copy(
          state, reason, version, leader, term, peers, list, before, applied, digest, ahead,
          roundTrip, freeBytes, false);
    }

    private Told copy(
        String newState,
        String newReason,
        String newVersion,
        String newLeader,
        long newTerm,
        List<String> newPeers,
        List<String> newList,
        long newBefore,
        long newApplied,
        String newDigest,
        long newAhead,
        long newRoundTrip,
        long newFree,
        boolean newTells) {
      return new Told(
          name,
          answer,
          newState,
          newReason,
          newVersion,
          newLeader,
          newTerm,
          newPeers,
          newList,
          newBefore,
          newApplied,
          newDigest,
          newAhead,
          newRoundTrip,
          newFree,
          newTells);
    }

    MemberReport report() {
      if (answer != Answer.ANSWERED) {
        return MemberReport.silent(name, answer, reason);
      }
      boolean active = state.equals("ACTIVE") || state.equals("SUSPENDED");
      return new MemberReport(
          name,
          answer,
          "",
          Optional.of(
              new PluginStatus(
                  ServerAddress.parse(name),
                  state,
                  reason,
                  version,
                  "Nacos",
                  name,
                  leader.equals(name),
                  active,
                  active ? new CatalogStatus(applied, digest, 1, 1, 1) : null,
                  0,
                  state.equals("SUSPENDED"),
                  PluginStatus.Held.NOTHING,
                  0,
                  0)),
          tellsGroup ? Optional.of(group()) : Optional.empty(),
          before,
          ahead,
          roundTrip,
          List.of());
    }

    private PluginGroup group() {
      return new PluginGroup(
          name,
          leader,
          term,
          peers,
          List.of(),
          list.stream().map(each -> new ListedMember(each, true, true, list)).toList(),
          applied,
          0,
          freeBytes,
          0,
          true,
          List.of());
    }
  }
}
