package io.landbridge.observe;

import static io.landbridge.observe.Fleet.provider;
import static io.landbridge.observe.Fleet.registered;
import static io.landbridge.observe.Fleet.registration;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.Origin;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObservationTest {

  private static final Duration SOON = Duration.ofMillis(800);
  private static final Duration PASS = Fleet.CONFIG.fullScan().plusSeconds(5);
  private static final Duration GRACE = Fleet.CONFIG.grace().plusSeconds(1);

  private final Fleet fleet = new Fleet(2);

  @Test
  void oneChangeReadsOneUnitHoweverManyThereAre() {
    for (int i = 0; i < 500; i++) {
      fleet.connect(0, "c" + i, provider("c" + i, "10.0.0." + i, 3));
    }
    fleet.run(Duration.ofSeconds(5));
    assertThat(fleet.contents()).hasSize(500);
    assertThat(fleet.member(1).registry.reads()).isZero();
    int before = fleet.member(0).registry.reads();
    int claims = fleet.catalog.claims().size();

    fleet.connect(0, "c7", provider("c7", "10.0.0.7", 4));
    fleet.run(SOON);

    // Its services are new to the catalog, so it is looked at again a moment later.
    assertThat(fleet.member(0).registry.reads() - before).isEqualTo(2);
    assertThat(fleet.catalog.claims()).hasSize(claims + 1);
    assertThat(fleet.catalog.claims().get(claims).puts()).hasSize(1);
  }

  @Test
  void aFullPassOverWhatDidNotChangeReadsNothing() {
    for (int i = 0; i < 500; i++) {
      fleet.connect(0, "c" + i, provider("c" + i, "10.0.0." + i, 3));
    }
    fleet.run(PASS);
    int before = fleet.member(0).registry.reads();
    int claims = fleet.catalog.claims().size();

    fleet.run(PASS);

    assertThat(fleet.member(0).observation.statistics().passes()).isGreaterThanOrEqualTo(2);
    assertThat(fleet.member(0).registry.reads()).isEqualTo(before);
    assertThat(fleet.catalog.claims()).hasSize(claims);
  }

  @Test
  void aConnectionForEachServiceIsOneProcessForAsLongAsEachIsThere() {
    for (int i = 0; i < 3; i++) {
      String client = "c" + i;
      fleet.connect(
          0,
          client,
          List.of(
              Fleet.registration(
                  client,
                  "demo.I" + i,
                  "10.0.0.1",
                  20880,
                  true,
                  Map.of("pid", "7", "timestamp", "179517652466" + i))));
      fleet.run(Duration.ofMillis(200));
    }
    fleet.run(SOON);
    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry)).hasSize(1);
    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I2");
    assertThat(fleet.member(0).observation.losses()).isEmpty();

    fleet.disconnect("c1");
    fleet.run(Duration.ofSeconds(5));
    assertThat(services()).containsExactly("demo.I0", "demo.I2");
  }

  private List<String> services() {
    return fleet.contents().values().stream()
        .flatMap(
            each ->
                fleet.catalog.document(each.revision()).orElseThrow().services().values().stream())
        .map(each -> each.name())
        .sorted()
        .toList();
  }

  @Test
  void whatGrowsUntilItDoesNotFitIsNotShownAsItWas() {
    fleet.catalog.setMostServices(3);
    fleet.connect(0, "c", provider("c", "10.0.0.1", 3));
    fleet.run(SOON);
    assertThat(fleet.contents()).hasSize(1);

    fleet.connect(0, "c", provider("c", "10.0.0.1", 4));
    fleet.run(Duration.ofSeconds(5));
    assertThat(fleet.contents()).isEmpty();
    assertThat(fleet.member(0).observation.losses())
        .extracting(Loss::kind)
        .containsExactly(Loss.Kind.TOO_LARGE);
    int claims = fleet.catalog.claims().size();
    fleet.run(PASS);
    assertThat(fleet.catalog.claims()).as("nothing is told over and over").hasSize(claims);

    fleet.connect(0, "c", provider("c", "10.0.0.1", 2));
    fleet.run(Duration.ofSeconds(5));
    assertThat(fleet.contents()).hasSize(1);
    assertThat(fleet.member(0).observation.losses()).isEmpty();
  }

  @Test
  void fortyInterfacesOneByOneMakeVeryFewCommands() {
    fleet.run(SOON);
    for (int i = 1; i <= 40; i++) {
      fleet.connect(0, "c", provider("c", "10.0.0.1", i));
      // Another client that never stops changing holds nobody up.
      fleet.connect(
          0, "busy", provider("busy", "10.0.0.2", 1, Map.of("timestamp", String.valueOf(i))));
      fleet.run(Duration.ofMillis(10));
    }
    fleet.run(SOON);

    assertThat(claimsOf("10.0.0.1")).hasSizeLessThanOrEqualTo(2);
    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry));
  }

  @Test
  void aProviderThatTakesItsTimeLeavesNoDocumentOfHalfItsServices() {
    fleet.connect(0, "known", provider("known", "10.0.0.1", 4));
    fleet.run(SOON);
    int claims = fleet.catalog.claims().size();
    // As on a server under load: everybody registers, and slowly.
    for (int services = 1; services <= 4; services++) {
      for (int i = 0; i < 20; i++) {
        fleet.connect(0, "c" + i, provider("c" + i, "10.0.1." + i, services));
      }
      fleet.run(Duration.ofMillis(150));
    }

    // All it waits for is the quiet period: somebody has the same services already.
    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry)).hasSize(21);
    assertThat(fleet.catalog.claims().subList(claims, fleet.catalog.claims().size()))
        .allSatisfy(claim -> assertThat(claim.documents()).isEmpty());
  }

  @Test
  void aProviderNobodyWaitsForIsReadAFewTimesWhileItRegisters() {
    fleet.hurried = false;
    fleet.run(SOON);
    int read = fleet.member(0).registry.reads();
    for (int services = 1; services <= 40; services++) {
      fleet.connect(0, "c", provider("c", "10.0.0.1", services));
      fleet.run(Duration.ofMillis(150));
    }
    int slowly = fleet.member(0).registry.reads() - read;
    fleet.run(SOON);
    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry)).hasSize(1);

    fleet.translate(fleet.contents().keySet().iterator().next().application(), true);
    fleet.disconnect("c");
    fleet.run(SOON);
    read = fleet.member(0).registry.reads();
    for (int services = 1; services <= 40; services++) {
      fleet.connect(0, "c", provider("c", "10.0.0.1", services));
      fleet.run(Duration.ofMillis(150));
    }
    assertThat(fleet.member(0).registry.reads() - read).isGreaterThan(slowly * 3 / 2);
  }

  @Test
  void aBusyClientIsReadAfterTheMaximalDelay() {
    fleet.run(SOON);
    for (int i = 0; i < 100; i++) {
      fleet.connect(
          0, "busy", provider("busy", "10.0.0.2", 1, Map.of("timestamp", String.valueOf(i))));
      fleet.run(Duration.ofMillis(50));
    }

    assertThat(claimsOf("10.0.0.2")).hasSizeBetween(5, 20);
  }

  @Test
  void registrationsOfAThousandClientsShareTheirCommands() {
    fleet.run(SOON);
    for (int i = 0; i < 1_000; i++) {
      fleet.connect(0, "c" + i, provider("c" + i, "10.0." + i / 250 + "." + i % 250, 1));
    }
    fleet.run(SOON);

    assertThat(fleet.contents()).hasSize(1_000);
    assertThat(fleet.catalog.claims()).hasSizeLessThan(10);
    // Nobody needs to be told again what an earlier command enclosed.
    assertThat(fleet.catalog.claims().get(fleet.catalog.claims().size() - 1).documents()).isEmpty();
  }

  @Test
  void withoutALeaderMarksStayASetAndNothingIsLost() {
    fleet.run(SOON);
    fleet.catalog.setLeader(false);
    for (int round = 0; round < 50; round++) {
      for (int i = 0; i < 20; i++) {
        fleet.connect(0, "c" + i, provider("c" + i, "10.0.0." + i, 1 + round % 3));
      }
      fleet.run(Duration.ofMillis(300));
    }
    ObserverSnapshot meanwhile = fleet.member(0).observation.statistics();
    assertThat(meanwhile.pending()).isLessThanOrEqualTo(20);
    assertThat(meanwhile.failures()).isPositive().isLessThan(50);
    assertThat(meanwhile.inFlight()).isZero();

    fleet.catalog.setLeader(true);
    fleet.run(Duration.ofSeconds(4));

    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry)).hasSize(20);
    assertThat(fleet.member(0).observation.statistics().pending()).isZero();
  }

  @Test
  void aProposalThatThrowsIsMadeAgain() {
    fleet.run(SOON);
    fleet.catalog.setBroken(true);
    fleet.connect(0, "c", provider("c", "10.0.0.1", 2));
    fleet.run(SOON);
    assertThat(fleet.member(0).observation.statistics().failures()).isPositive();

    fleet.catalog.setBroken(false);
    fleet.run(Duration.ofSeconds(4));

    assertThat(fleet.contents()).hasSize(1);
    assertThat(fleet.member(0).observation.statistics().inFlight()).isZero();
  }

  @Test
  void whatIsGoneWhileThereIsNoLeaderIsReleasedLater() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.run(SOON);
    fleet.catalog.setLeader(false);
    fleet.disconnect("c");
    fleet.run(Duration.ofSeconds(5));
    assertThat(fleet.contents()).hasSize(1);

    fleet.catalog.setLeader(true);
    fleet.run(Duration.ofSeconds(4));

    assertThat(fleet.contents()).isEmpty();
  }

  @Test
  void aSlowLogGetsAFewClaimsAtATimeAndNoTwoOfOneUnit() {
    fleet.run(SOON);
    fleet.catalog.setSlow(true);
    int before = fleet.catalog.proposed().size();
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 10; i++) {
        int client = (round + i) % 15;
        fleet.connect(
            0,
            "c" + client,
            provider("c" + client, "10.0.0." + client, 1, Map.of("timestamp", "" + round)));
      }
      fleet.run(Duration.ofMillis(700));
    }

    assertThat(fleet.catalog.waiting()).isLessThanOrEqualTo(ClaimsInFlight.CAPACITY);
    List<InstanceKey> keys = new ArrayList<>();
    for (ClaimInstances claim :
        fleet.catalog.claims().subList(before, before + fleet.catalog.waiting())) {
      claim.puts().forEach(put -> keys.add(put.key()));
    }
    assertThat(keys).doesNotHaveDuplicates();
    while (fleet.catalog.waiting() > 0) {
      fleet.catalog.answerNewest();
    }
    fleet.catalog.setSlow(false);
    fleet.run(Duration.ofSeconds(3));
    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry));
  }

  @Test
  void aLostEventIsRepairedByThePass() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.run(PASS);
    fleet.member(0).registry.setDeaf(true);
    fleet.connect(0, "c", provider("c", "10.0.0.1", 2));
    fleet.connect(0, "d", provider("d", "10.0.0.2", 2));
    fleet.run(PASS);
    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry)).hasSize(2);

    fleet.disconnect("c");
    fleet.run(PASS.multipliedBy(2));

    assertThat(fleet.contents()).isEqualTo(Fleet.truth(fleet.member(0).registry)).hasSize(1);
  }

  @Test
  void aClientThatReconnectsHereLeavesNoGap() {
    fleet.connect(0, "old", provider("old", "10.0.0.1", 2));
    fleet.run(SOON);
    fleet.connect(0, "new", provider("new", "10.0.0.1", 2));
    fleet.run(SOON);
    fleet.disconnect("old");
    fleet.run(SOON);

    assertThat(fleet.contents()).hasSize(1);
    assertThat(fleet.catalog.claims()).allSatisfy(it -> assertThat(it.releases()).isEmpty());
    assertThat(claimsOf("10.0.0.1")).hasSize(1);
    fleet.disconnect("new");
    fleet.run(SOON);
    assertThat(fleet.contents()).isEmpty();
  }

  @Test
  void aClientThatMovesIsTakenOverAndNotReleasedByItsOldMember() {
    fleet.connect(0, "old", provider("old", "10.0.0.1", 2));
    fleet.run(SOON);
    fleet.connect(1, "new", provider("new", "10.0.0.1", 2));
    fleet.run(SOON);
    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(1).id);
    fleet.disconnect("old");
    fleet.run(PASS);

    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(1).id);
  }

  @Test
  void theLastOfTwoConnectionsReleasesWhateverItsMember() {
    fleet.connect(1, "one", provider("one", "10.0.0.1", 2));
    fleet.run(SOON);
    fleet.connect(0, "two", provider("two", "10.0.0.1", 2));
    fleet.run(SOON);
    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(0).id);
    fleet.disconnect("two");
    fleet.run(SOON);
    assertThat(fleet.contents()).as("the other connection still has it").hasSize(1);
    fleet.disconnect("one");
    fleet.run(SOON);

    assertThat(fleet.contents()).isEmpty();
  }

  @Test
  void whoComesAndGoesBeforeTheOthersHearOfItLeavesTheInstanceAsItWas() {
    fleet.connect(1, "here", provider("here", "10.0.0.1", 2));
    fleet.run(SOON);
    ApplicationInstance before = instance("10.0.0.1");
    MemoryRegistry other = fleet.member(0).registry;
    other.connect("guest", provider("guest", "10.0.0.1", 2, Map.of("timestamp", "1")));
    fleet.run(Duration.ofMillis(500));
    assertThat(instance("10.0.0.1")).isNotEqualTo(before);
    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(0).id);
    other.disconnect("guest");
    fleet.run(Duration.ofSeconds(5));

    assertThat(instance("10.0.0.1")).isEqualTo(before);
    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(1).id);
  }

  @Test
  void whoIsKnownToTwoMembersIsNotTakenFromOneAnotherOverAndOver() {
    fleet.connect(1, "here", provider("here", "10.0.0.1", 2));
    fleet.connect(0, "there", provider("there", "10.0.0.1", 2, Map.of("timestamp", "1")));
    fleet.run(SOON);
    int claims = fleet.catalog.claims().size();
    fleet.run(PASS.multipliedBy(2));

    assertThat(fleet.catalog.claims()).hasSize(claims);
  }

  @Test
  void whatAnotherTakesOutIsClaimedAgainSoon() {
    fleet.connect(1, "here", provider("here", "10.0.0.1", 2));
    fleet.run(SOON);
    fleet.catalog.propose(
        new ClaimInstances(
            fleet.member(1).id,
            1,
            List.of(),
            Map.of(),
            List.copyOf(fleet.catalog.state().instances.keySet())));
    assertThat(fleet.contents()).isEmpty();
    fleet.run(Duration.ofSeconds(2));

    assertThat(fleet.contents()).hasSize(1);
  }

  @Test
  void portsOfOneProcessAreOneInstanceThoughTheirMembersDiffer() {
    List<Registration> main =
        List.of(registration("", "demo.A", "10.1.0.1", 20880, true, Map.of()));
    List<Registration> second =
        List.of(registration("", "demo.B", "10.1.0.1", 50051, true, Map.of("protocol", "tri")));
    fleet.connect(1, "10.1.0.1:50051", second);
    fleet.run(SOON);
    fleet.connect(0, "10.1.0.1:20880", main);
    fleet.run(SOON);

    assertThat(fleet.contents().keySet()).extracting(InstanceKey::port).containsExactly(20880);
    assertThat(fleet.contents().values()).allSatisfy(it -> assertThat(it.endpoints()).hasSize(2));
    assertThat(owner("10.1.0.1")).isEqualTo(fleet.member(0).id);
  }

  @Test
  void responsibilityThatMovesWithTheMembershipLeavesNoGap() {
    for (int i = 0; i < 20; i++) {
      fleet.connect(0, "h" + i, provider("", "10.1.0." + i, 1));
    }
    fleet.run(SOON);
    for (int i = 0; i < 20; i++) {
      fleet.members.forEach(each -> each.registry.setDeaf(true));
      fleet.connect(1, "h" + i, provider("", "10.1.0." + i, 1));
      fleet.members.forEach(each -> each.registry.setDeaf(false));
    }
    fleet.members.forEach(each -> each.registry.announceLater());
    fleet.run(Duration.ofSeconds(3));

    assertThat(fleet.contents()).hasSize(20);
    assertThat(owner("10.1.0.7")).isEqualTo(fleet.member(1).id);
    assertThat(fleet.catalog.claims()).allSatisfy(it -> assertThat(it.releases()).isEmpty());
  }

  @Test
  void aRestartedMemberReleasesWhatDidNotComeBackAfterTheGraceOnly() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.connect(0, "d", provider("d", "10.0.0.2", 1));
    fleet.run(SOON);
    fleet.member(0).registry.setDeaf(true);
    fleet.disconnect("d");
    fleet.member(0).registry.setDeaf(false);
    fleet.member(0).restart(2);
    fleet.run(Duration.ofSeconds(20));
    assertThat(fleet.contents()).hasSize(2);
    assertThat(fleet.catalog.state().instances.values())
        .extracting(OwnedInstance::epoch)
        .containsExactlyInAnyOrder(1L, 2L);

    // Twenty of the thirty seconds were over; a pass that takes its time ends at sixty.
    fleet.run(Duration.ofSeconds(12));

    assertThat(fleet.contents().keySet()).extracting(InstanceKey::ip).containsExactly("10.0.0.1");
  }

  @Test
  void aRestartedMemberReleasesAtOnceWhatTheOthersGiveUpAfterTheGrace() {
    List<Registration> registered = provider("d", "10.0.0.1", 1);
    fleet.connect(0, "d", registered);
    fleet.run(SOON);
    // The client dies with its member, which hears from the others that it is there.
    MemoryRegistry registry = fleet.member(0).registry;
    registry.setDeaf(true);
    registry.disconnect("d");
    registry.replicate("d", registered);
    registry.setDeaf(false);
    fleet.member(0).restart(2);
    fleet.run(GRACE.plusSeconds(5));
    assertThat(fleet.contents()).hasSize(1);

    fleet.disconnect("d");
    registry.replicate("d", List.of());
    fleet.run(SOON);

    assertThat(fleet.contents()).isEmpty();
  }

  @Test
  void aMemberWhoseClockWasSetBackGoesOnWithALaterEpoch() {
    fleet.member(0).restart(1_000);
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.run(SOON);

    fleet.member(0).restart(400);
    fleet.connect(0, "d", provider("d", "10.0.0.2", 1));
    fleet.run(SOON);

    assertThat(fleet.contents()).hasSize(2);
    assertThat(fleet.catalog.state().epochs).containsEntry(fleet.member(0).id, 1_001L);
    assertThat(fleet.member(0).observation.statistics().epoch()).isEqualTo(1_001);
  }

  @Test
  void aProcessThatWasReplacedDoesNotPassItsSuccessor() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.run(SOON);
    Observation replaced = fleet.member(0).observation;
    fleet.member(0).restart(2);
    fleet.run(SOON);

    fleet.member(0).observation = replaced;
    fleet.connect(0, "d", provider("d", "10.0.0.2", 1));
    fleet.run(SOON);

    assertThat(fleet.contents().keySet()).extracting(InstanceKey::ip).containsExactly("10.0.0.1");
    assertThat(fleet.catalog.state().epochs).containsEntry(fleet.member(0).id, 2L);
  }

  @Test
  void aRecordUnderOurNameThatNobodyExplainsGoesAfterTheGrace() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.run(SOON);
    ClaimInstances claim = fleet.catalog.claims().get(0);
    ApplicationInstance stray = Fleet.truth(strayRegistry()).values().iterator().next();
    fleet.catalog.propose(
        new ClaimInstances(claim.owner(), claim.epoch(), List.of(stray), Map.of(), List.of()));
    assertThat(fleet.contents()).hasSize(2);
    fleet.run(Duration.ofSeconds(20));
    assertThat(fleet.contents()).hasSize(2);

    fleet.run(GRACE.plus(PASS));

    assertThat(fleet.contents()).hasSize(1);
  }

  private static MemoryRegistry strayRegistry() {
    MemoryRegistry registry = new MemoryRegistry();
    registry.connect("s", provider("s", "10.9.9.9", 1));
    return registry;
  }

  @Test
  void whatWasTakenFromUsWrongfullyIsClaimedAgain() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.run(SOON);
    InstanceKey key = fleet.contents().keySet().iterator().next();
    fleet.catalog.propose(new ReapInstances(fleet.member(0).id, 9, List.of(key)));
    assertThat(fleet.contents()).isEmpty();

    fleet.run(PASS.multipliedBy(2));

    assertThat(fleet.contents()).hasSize(1);
  }

  @Test
  void aMemberThatWakesFromAPauseTakesNothingAway() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.connect(0, "d", provider("d", "10.0.0.2", 1));
    fleet.connect(0, "h", provider("", "10.1.0.1", 1));
    fleet.run(SOON);
    Fleet.Member asleep = fleet.member(0);
    asleep.stopped = true;
    fleet.living.remove(asleep.id);
    // Two of its clients move on and are claimed elsewhere; it hears of nothing.
    asleep.registry.setDeaf(true);
    fleet.member(1).registry.connect("c2", provider("c2", "10.0.0.1", 1));
    fleet.member(1).registry.replicate("h", List.of());
    fleet.member(1).registry.connect("h", provider("", "10.1.0.1", 1));
    fleet.run(Duration.ofSeconds(60));
    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(1).id);
    assertThat(owner("10.1.0.1")).isEqualTo(fleet.member(1).id);
    int claims = fleet.catalog.claims().size();

    asleep.stopped = false;
    asleep.registry.setDeaf(false);
    fleet.living.add(asleep.id);
    fleet.step();
    // It believes that its connections are dead and that heartbeats were missed.
    asleep.registry.connect("c", List.of());
    asleep.registry.connect("d", List.of());
    asleep.registry.connect(
        "h", List.of(registration("", "demo.I0", "10.1.0.1", 20880, false, Map.of())));
    fleet.run(Duration.ofSeconds(5));
    assertThat(asleep.observation.statistics().settling()).isTrue();
    assertThat(fleet.contents()).hasSize(3);
    assertThat(fleet.contents().values()).allSatisfy(it -> assertThat(it.healthy()).isTrue());
    assertThat(fleet.catalog.claims()).hasSize(claims);

    // The server finds out: the connection to d was not dead after all.
    asleep.registry.connect("d2", provider("d2", "10.0.0.2", 1));
    asleep.registry.connect("h", List.of());
    asleep.registry.replicate("h", provider("", "10.1.0.1", 1));
    fleet.run(GRACE.plus(PASS));

    assertThat(asleep.observation.statistics().settling()).isFalse();
    assertThat(fleet.contents()).hasSize(3);
    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(1).id);
    assertThat(owner("10.0.0.2")).isEqualTo(asleep.id);
  }

  @Test
  void whoStillHasTheClientTakesOverFromALostMember() {
    fleet.connect(1, "one", provider("one", "10.0.0.1", 2));
    fleet.run(SOON);
    fleet.connect(0, "two", provider("two", "10.0.0.1", 2));
    fleet.run(SOON);
    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(0).id);

    fleet.member(0).stopped = true;
    fleet.living.remove(fleet.member(0).id);
    fleet.run(Duration.ofSeconds(3));

    assertThat(owner("10.0.0.1")).isEqualTo(fleet.member(1).id);
  }

  @Test
  void registeredIsWhatAnyMembersClientHas() {
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    InstanceKey key = new ArrayList<>(Fleet.truth(fleet.member(0).registry).keySet()).get(0);
    InstanceKey other = new InstanceKey(key.application(), key.group(), "10.0.0.9", key.port());
    assertThat(fleet.member(1).observation.isRegistered(other)).as("it has not looked").isTrue();

    fleet.run(SOON);

    assertThat(fleet.member(1).observation.isRegistered(key)).isTrue();
    assertThat(fleet.member(1).observation.isRegistered(other)).isFalse();
    fleet.disconnect("c");
    fleet.run(SOON);
    assertThat(fleet.member(1).observation.isRegistered(key)).isFalse();
  }

  @Test
  void lossesComeAndGoWithTheirUnit() {
    fleet.connect(
        0, "c", List.of(registration("c", "demo.A", "10.0.0.1", 1, true, Map.of("protocol", ""))));
    fleet.connect(0, "one", provider("one", "10.0.0.2", 1, Map.of("timestamp", "1")));
    fleet.connect(0, "two", provider("two", "10.0.0.2", 1, Map.of("timestamp", "2")));
    fleet.run(SOON);

    assertThat(fleet.member(0).observation.losses())
        .extracting(Loss::kind)
        .containsExactlyInAnyOrder(Loss.Kind.NO_PROTOCOL, Loss.Kind.CONFLICT);
    assertThat(fleet.member(1).observation.losses()).isEmpty();
    fleet.disconnect("c");
    fleet.disconnect("one");
    fleet.run(SOON);
    assertThat(fleet.member(0).observation.losses()).isEmpty();
  }

  @Test
  void theDelayIsCountedFromTheFirstMark() {
    fleet.run(SOON);
    fleet.catalog.setLeader(false);
    fleet.connect(0, "c", provider("c", "10.0.0.1", 1));
    fleet.run(Duration.ofSeconds(3));
    fleet.catalog.setLeader(true);
    fleet.run(Duration.ofSeconds(3));

    LatencySnapshot delay = fleet.member(0).observation.statistics().delay();
    assertThat(delay.count()).isEqualTo(1);
    assertThat(delay.maxMillis()).isBetween(3_000L, 6_000L);
    assertThat(delay.counts()).hasSize(LatencySnapshot.BOUNDS_MILLIS.size() + 1);
  }

  private List<ClaimInstances> claimsOf(String ip) {
    return fleet.catalog.claims().stream()
        .filter(claim -> claim.puts().stream().anyMatch(put -> put.ip().equals(ip)))
        .toList();
  }

  private MemberId owner(String ip) {
    return owned(ip).owner();
  }

  private ApplicationInstance instance(String ip) {
    return owned(ip).instance();
  }

  private OwnedInstance owned(String ip) {
    return fleet.catalog.state().instances.values().stream()
        .filter(each -> each.instance().ip().equals(ip))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aProviderThatRegistersItsApplicationIsClaimedOnceItsDocumentIsHad() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", document)));
    fleet.run(SOON);
    assertThat(fleet.contents()).isEmpty();

    fleet.documents.put(document);
    fleet.run(SOON);

    assertThat(fleet.contents().values())
        .singleElement()
        .satisfies(
            instance -> {
              assertThat(instance.origin()).isEqualTo(Origin.NATIVE_APPLICATION);
              assertThat(instance.revision()).isEqualTo(document.revision());
              assertThat(instance.attributes()).containsEntry("timestamp", "1700000000000");
            });
    assertThat(fleet.catalog.state().documents).containsValue(document);
  }

  @Test
  void whatIsNotKnownYetChangesNothingOfWhatWas() {
    MetadataDocument before = Samples.document(Samples.SHOP, 1);
    MetadataDocument after = Samples.document(Samples.SHOP, 2);
    fleet.documents.put(before);
    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", before)));
    fleet.run(SOON);
    Map<InstanceKey, ApplicationInstance> contents = fleet.contents();
    assertThat(contents).hasSize(1);

    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", after)));
    fleet.run(PASS);
    assertThat(fleet.contents()).isEqualTo(contents);

    fleet.documents.put(after);
    fleet.run(SOON);
    assertThat(fleet.contents().values())
        .singleElement()
        .extracting(ApplicationInstance::revision)
        .isEqualTo(after.revision());

    fleet.disconnect("c");
    fleet.run(SOON);
    assertThat(fleet.contents()).isEmpty();
  }

  @Test
  void aDocumentThatCannotBeHadIsReportedWithTheReasonAndAskedForAgain() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    fleet.documents.refuse(document.revision(), "192.0.2.1:20880 does not answer");
    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", document)));
    fleet.run(SOON);

    assertThat(fleet.member(0).observation.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.kind()).isEqualTo(Loss.Kind.NO_DOCUMENT);
              assertThat(loss.detail()).contains("does not answer");
            });

    int asked = fleet.documents.asked().size();
    fleet.run(PASS);
    assertThat(fleet.documents.asked()).hasSizeGreaterThan(asked);
    fleet.documents.put(document);
    fleet.run(SOON);
    assertThat(fleet.member(0).observation.losses()).isEmpty();
    assertThat(fleet.contents()).hasSize(1);
  }

  @Test
  void theRevisionOfAnotherApplicationIsNobodysDocument() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    fleet.documents.put(document);
    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", document)));
    fleet.run(SOON);
    assertThat(fleet.contents()).hasSize(1);

    // Whoever copied the instance of another has its revision, and not its services.
    fleet.documents.refuse(document.revision(), "it is that of another application");
    fleet.connect(
        0,
        "copy",
        List.of(registered("copy", "10.0.0.2", Samples.STOCK.name(), document.revision())));
    fleet.run(SOON);

    assertThat(fleet.contents().keySet())
        .extracting(InstanceKey::application)
        .containsExactly(Samples.SHOP);
    assertThat(fleet.member(0).observation.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.kind()).isEqualTo(Loss.Kind.NO_DOCUMENT);
              assertThat(loss.service().name()).isEqualTo("stock");
            });
  }

  @Test
  void aSwitchMakesTheProvidersOfThatApplicationBeAskedForAgain() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", document)));
    fleet.run(SOON);
    int asked = fleet.documents.asked().size();

    fleet.member(0).observation.switched(Set.of(Samples.STOCK));
    fleet.run(SOON);
    assertThat(fleet.documents.asked()).hasSize(asked);

    fleet.member(0).observation.switched(Set.of(Samples.SHOP));
    fleet.run(SOON);
    assertThat(fleet.documents.asked()).hasSize(asked + 1);
  }

  @Test
  void aProviderAtBothLevelsIsWhatItsInterfacesMake() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    fleet.documents.put(document);
    List<Registration> both = new ArrayList<>(provider("c", "10.0.0.1", 2));
    both.add(registered("c", "10.0.0.1", document));
    fleet.connect(0, "c", both);
    fleet.run(SOON);

    assertThat(fleet.contents().values())
        .singleElement()
        .extracting(ApplicationInstance::origin)
        .isEqualTo(Origin.NATIVE_INTERFACE);

    fleet.connect(0, "c", List.of(registered("c", "10.0.0.1", document)));
    fleet.run(SOON);
    assertThat(fleet.contents().values())
        .singleElement()
        .extracting(ApplicationInstance::origin)
        .isEqualTo(Origin.NATIVE_APPLICATION);
  }

  @Test
  void onlyTheMemberThatAnswersForAProviderAsks() {
    MetadataDocument document = Samples.document(Samples.SHOP, 1);
    fleet.connect(1, "c", List.of(registered("c", "10.0.0.1", document)));
    fleet.run(PASS);

    assertThat(fleet.documents.asked()).isNotEmpty();
    fleet.documents.asked().clear();
    fleet.member(1).stopped = true;
    fleet.run(PASS);
    assertThat(fleet.documents.asked()).isEmpty();
  }
}
