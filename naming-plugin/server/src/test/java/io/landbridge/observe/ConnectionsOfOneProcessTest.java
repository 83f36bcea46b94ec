package io.landbridge.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.state.OwnedInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A process whose services come over connections to different members is one instance. */
class ConnectionsOfOneProcessTest {

  private static final int MEMBERS = 3;
  private static final long START = 1_795_176_524_000L;
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration PASS = Fleet.CONFIG.fullScan().plusSeconds(5);

  private final Fleet fleet = new Fleet(MEMBERS);

  @Test
  void connectionsToThreeMembersAreOneInstance() {
    start(3);
    fleet.run(SOON);

    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I2");
    for (Fleet.Member each : fleet.members) {
      assertThat(each.observation.losses()).isEmpty();
      assertThat(fleet.contents()).isEqualTo(Fleet.truth(each.registry));
    }
    int claims = fleet.catalog.claims().size();
    fleet.run(PASS.multipliedBy(2));
    assertThat(fleet.catalog.claims()).as("nobody takes it from another").hasSize(claims);
  }

  @Test
  void servicesOfStartingProcessNeverVanish() {
    // Members tell one another of a registration a second later.
    int services = 30;
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < services + 20; i++) {
      if (i < services) {
        List<Registration> registered = List.of(service("c" + i, i, "7", START + 50L * i));
        fleet.member(i % MEMBERS).registry.connect("c" + i, registered);
      }
      int told = i - 20;
      for (int member = 0; member < MEMBERS && told >= 0; member++) {
        if (member != told % MEMBERS) {
          List<Registration> registered =
              List.of(service("c" + told, told, "7", START + 50L * told));
          fleet.member(member).registry.replicate("c" + told, registered);
        }
      }
      fleet.run(Duration.ofMillis(50));
      Set<String> now = new TreeSet<>(services());
      assertThat(now).containsAll(seen);
      seen.addAll(now);
    }
    fleet.run(SOON);

    assertThat(services()).hasSize(services);
    assertThat(fleet.catalog.claims()).hasSizeLessThan(services);
  }

  @Test
  void closedConnectionTakesItsServiceAlone() {
    start(4);
    fleet.run(SOON);

    fleet.disconnect("c1");
    fleet.run(SOON);
    assertThat(services()).containsExactly("demo.I0", "demo.I2", "demo.I3");

    fleet.disconnect("c0");
    fleet.disconnect("c3");
    fleet.run(SOON);
    assertThat(services()).containsExactly("demo.I2");

    fleet.disconnect("c2");
    fleet.run(SOON);
    assertThat(fleet.contents()).isEmpty();
  }

  @Test
  void serviceAddedToOneConnectionIsAddedToTheProcess() {
    start(3);
    fleet.run(SOON);

    fleet.connect(
        1, "c1", List.of(service("c1", 1, "7", START + 1), service("c1", 9, "7", START + 9)));
    fleet.run(SOON);

    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I2", "demo.I9");
  }

  @Test
  void lostMemberTakesNothingOfTheOthers() {
    start(3);
    fleet.run(SOON);
    for (int lost = 0; lost < MEMBERS; lost++) {
      Fleet.Member member = fleet.member(lost);
      if (fleet.catalog.state().instances.values().iterator().next().owner().equals(member.id)) {
        lose(member, lost);
        return;
      }
    }
    throw new AssertionError("nobody owns it");
  }

  private void lose(Fleet.Member member, int number) {
    member.stopped = true;
    fleet.living.remove(member.id);
    fleet.run(SOON);
    assertThat(services()).as("its clients may come back").hasSize(3);

    // The servers forget the connections of a member that is gone.
    fleet.disconnect("c" + number);
    fleet.run(SOON);
    assertThat(services()).hasSize(2).doesNotContain("demo.I" + number);

    fleet.connect(
        (number + 1) % MEMBERS, "back", List.of(service("back", number, "7", START + number)));
    fleet.run(SOON);
    assertThat(services()).hasSize(3);
    assertThat(owners()).doesNotContain(member.id.toString());
  }

  @Test
  void killedProcessAndItsSuccessorStayApart() {
    start(3);
    fleet.run(SOON);

    // The servers have not noticed yet that the old connections are dead.
    fleet.connect(1, "n0", List.of(service("n0", 0, "7", START + 60_000)));
    fleet.connect(2, "n1", List.of(service("n1", 1, "7", START + 60_001)));
    fleet.run(SOON);
    assertThat(services()).containsExactly("demo.I0", "demo.I1");
    assertThat(starts()).containsExactly(String.valueOf(START + 60_000));
    assertThat(fleet.member(1).observation.losses())
        .extracting(Loss::kind)
        .containsOnly(Loss.Kind.CONFLICT);

    for (int i = 0; i < 3; i++) {
      fleet.disconnect("c" + i);
    }
    fleet.run(SOON);
    assertThat(services()).containsExactly("demo.I0", "demo.I1");
    for (Fleet.Member each : fleet.members) {
      assertThat(each.observation.losses()).isEmpty();
    }
  }

  @Test
  void successorWithAnotherProcessIdStaysApart() {
    start(3);
    fleet.run(SOON);

    fleet.connect(1, "n0", List.of(service("n0", 0, "8", START + 60_000)));
    fleet.run(SOON);
    assertThat(services()).containsExactly("demo.I0");

    for (int i = 0; i < 3; i++) {
      fleet.disconnect("c" + i);
    }
    fleet.run(SOON);
    assertThat(services()).containsExactly("demo.I0");
    assertThat(starts()).containsExactly(String.valueOf(START + 60_000));
  }

  @Test
  void lateWordIsPutRightByOneOfTheOthers() {
    start(3);
    fleet.run(SOON);
    fleet.catalog.setSlow(true);
    // Everybody has something to say, and the word of before comes last.
    fleet.connect(0, "c0", List.of(service("c0", 0, "7", START), service("c0", 8, "7", START + 8)));
    fleet.run(SOON);
    fleet.connect(0, "c0", List.of(service("c0", 0, "7", START), service("c0", 9, "7", START + 9)));
    fleet.run(SOON);
    while (fleet.catalog.waiting() > 0) {
      fleet.catalog.answerNewest();
    }
    fleet.catalog.setSlow(false);
    fleet.run(Duration.ofSeconds(10));

    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I2", "demo.I9");
  }

  @Test
  void staleViewOfAnotherPartIsPutRightOnceItIsToldOf() {
    staleViewOfAnotherPart();
    assertThat(services()).as("before it is told").contains("demo.I5", "demo.I9");

    fleet.member(0).registry.replicate("c1", List.of(service("c1", 1, "7", START + 1)));
    fleet.run(SOON);

    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I9");
  }

  @Test
  void staleViewOfAnotherPartIsPutRightByThePass() {
    staleViewOfAnotherPart();

    fleet.member(0).registry.setDeaf(true);
    fleet.member(0).registry.replicate("c1", List.of(service("c1", 1, "7", START + 1)));
    fleet.run(PASS);

    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I9");
  }

  /** The first member adds a service while it does not know that the second one lost one. */
  private void staleViewOfAnotherPart() {
    fleet.connect(0, "c0", List.of(service("c0", 0, "7", START)));
    List<Registration> both =
        List.of(service("c1", 1, "7", START + 1), service("c1", 5, "7", START + 5));
    fleet.connect(1, "c1", both);
    fleet.run(SOON);
    fleet.member(1).registry.connect("c1", List.of(service("c1", 1, "7", START + 1)));
    fleet.run(Duration.ofSeconds(1));
    assertThat(services()).containsExactly("demo.I0", "demo.I1");
    // It looks again meanwhile, and has nothing new to say.
    fleet.member(0).observation.mark("c0");
    fleet.run(Duration.ofMillis(500));
    assertThat(services()).containsExactly("demo.I0", "demo.I1");
    fleet.connect(0, "c0", List.of(service("c0", 0, "7", START), service("c0", 9, "7", START + 9)));
    fleet.run(Duration.ofSeconds(1));
  }

  @Test
  void partThatNoEventToldOfIsFoundByThePass() {
    start(2);
    fleet.run(SOON);
    fleet.members.forEach(each -> each.registry.setDeaf(true));
    fleet.connect(
        1, "c1", List.of(service("c1", 1, "7", START + 1), service("c1", 5, "7", START + 5)));
    fleet.connect(2, "c2", List.of(service("c2", 2, "7", START + 2)));
    fleet.run(PASS);

    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I2", "demo.I5");

    fleet.disconnect("c2");
    fleet.run(PASS.multipliedBy(2));
    assertThat(services()).containsExactly("demo.I0", "demo.I1", "demo.I5");
  }

  @Test
  void partOfOtherMemberCountsEvenIfTheOwnerHasNone() {
    start(3);
    fleet.run(SOON);
    String owner = owners().iterator().next();
    for (int i = 0; i < MEMBERS; i++) {
      if (fleet.member(i).id.toString().equals(owner)) {
        fleet.disconnect("c" + i);
        fleet.run(SOON);
        assertThat(services()).hasSize(2).doesNotContain("demo.I" + i);
        int next = (i + 1) % MEMBERS;
        fleet.connect(next, "c" + next, List.of(service("c" + next, 6, "7", START + 6)));
        fleet.run(SOON);
        assertThat(services()).contains("demo.I6").hasSize(2);
        return;
      }
    }
    throw new AssertionError("nobody owns it");
  }

  /** One connection for each service, to one member after the other. */
  private void start(int services) {
    for (int i = 0; i < services; i++) {
      fleet.connect(i % MEMBERS, "c" + i, List.of(service("c" + i, i, "7", START + i)));
    }
  }

  private static Registration service(String client, int number, String pid, long start) {
    return Fleet.registration(
        client,
        "demo.I" + number,
        "10.0.0.1",
        20880,
        true,
        Map.of("pid", pid, "timestamp", "" + start));
  }

  private List<String> services() {
    assertThat(fleet.contents()).hasSizeLessThanOrEqualTo(1);
    List<String> services = new ArrayList<>();
    for (ApplicationInstance each : fleet.contents().values()) {
      fleet.catalog.document(each.revision()).orElseThrow().services().values().stream()
          .map(ServiceEntry::name)
          .sorted()
          .forEach(services::add);
    }
    return services;
  }

  private List<String> starts() {
    return fleet.contents().values().stream()
        .map(each -> each.attributes().getOrDefault("timestamp", ""))
        .toList();
  }

  private Set<String> owners() {
    return fleet.catalog.state().instances.values().stream()
        .map(OwnedInstance::owner)
        .map(Object::toString)
        .collect(Collectors.toSet());
  }
}
