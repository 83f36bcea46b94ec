package io.landbridge.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.observe.registry.Address;
import io.landbridge.state.OwnedInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever clients do, whatever members hear of it and whatever the log does: in the end the
 * catalog has what folding everything at once would give.
 */
class ObservationPropertyTest {

  /** Two members may wait for one another's news, three seconds each. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final int MEMBERS = 3;

  /** Something that happens. The numbers mean what the kind makes of them. */
  record Happening(Kind kind, int a, int b, int c) {}

  enum Kind {
    CONNECTION,
    HTTP_CLIENT,
    DISCONNECT,
    HEALTH,
    MOVE_RESPONSIBILITY,
    DOUBLED_EVENT,
    TIME,
    LOG_AWAY,
    LOG_BACK,
    /**
     * A log promises no order between proposals of two members, so a late word of one may stand
     * where the other's should; only the pass repairs that.
     */
    LOG_SLOW,
    ANSWER
  }

  @Property(tries = 1_000)
  void withAPromptLogTheCatalogFollowsSoon(@ForAll("happenings") List<Happening> happenings) {
    Fleet fleet = new Fleet(MEMBERS);
    Map<String, List<Registration>> clients = new HashMap<>();
    for (Happening each : happenings) {
      if (each.kind() != Kind.LOG_SLOW) {
        happen(fleet, clients, each);
      }
    }
    calm(fleet);
    fleet.run(SOON);

    isTrue(fleet);
  }

  @Property(tries = 500)
  void lostEventsAndLateWordsAreRepairedByThePass(
      @ForAll("happenings") List<Happening> happenings,
      @ForAll Set<@IntRange(max = 39) Integer> lost) {
    Fleet fleet = new Fleet(MEMBERS);
    Map<String, List<Registration>> clients = new HashMap<>();
    for (int i = 0; i < happenings.size(); i++) {
      boolean deaf = lost.contains(i);
      fleet.members.forEach(each -> each.registry.setDeaf(deaf));
      happen(fleet, clients, happenings.get(i));
    }
    calm(fleet);
    fleet.run(Fleet.CONFIG.fullScan().plus(Fleet.CONFIG.grace()).plusSeconds(5));

    isTrue(fleet);
    for (Fleet.Member member : fleet.members) {
      long units = member.registry.units().size();
      assertThat(member.observation.statistics().units())
          .isBetween(units, units + ofOthersOnly(fleet, member));
    }
  }

  /**
   * How many records are in the name of a member that has no client there any more. It remembers
   * them until somebody else claims them or nobody is there, which nobody does where two others are
   * left and one of them has registered what the record says.
   */
  private static long ofOthersOnly(Fleet fleet, Fleet.Member member) {
    return fleet.catalog.state().instances.values().stream()
        .filter(each -> each.owner().equals(member.id))
        .map(each -> new Address(each.instance().ip(), each.instance().port()))
        .filter(
            address ->
                member.registry.units().stream()
                    .noneMatch(unit -> member.registry.isResponsible(unit, address)))
        .count();
  }

  @Example
  void aConnectionThatSaysItsStartLeavesTwoThatDoNot() {
    withAPromptLogTheCatalogFollowsSoon(
        List.of(
            new Happening(Kind.CONNECTION, 0, 0, 1),
            new Happening(Kind.CONNECTION, 1, 1, 1),
            new Happening(Kind.CONNECTION, 2, 2, 13),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 0),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 0),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 0),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 0),
            new Happening(Kind.TIME, 0, 0, 0),
            new Happening(Kind.TIME, 0, 0, 20),
            new Happening(Kind.CONNECTION, 0, 2, 0)));
  }

  @Example
  void aConnectionThatMovesInTheMiddleOfAPass() {
    lostEventsAndLateWordsAreRepairedByThePass(
        List.of(
            new Happening(Kind.CONNECTION, 0, 2, 1),
            new Happening(Kind.CONNECTION, 1, 1, 1),
            new Happening(Kind.TIME, 0, 0, 6),
            new Happening(Kind.CONNECTION, 0, 0, 0),
            new Happening(Kind.CONNECTION, 2, 0, 10),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 0),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 0),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 0),
            new Happening(Kind.TIME, 0, 0, 8),
            new Happening(Kind.TIME, 0, 0, 12),
            new Happening(Kind.TIME, 0, 0, 40),
            new Happening(Kind.DISCONNECT, 0, 2, 0)),
        Set.of());
  }

  @Example
  void aPortOfTwoProcessesByTurns() {
    withAPromptLogTheCatalogFollowsSoon(
        List.of(
            new Happening(Kind.HTTP_CLIENT, 0, 2, 1),
            new Happening(Kind.TIME, 0, 0, 1),
            new Happening(Kind.TIME, 0, 0, 18),
            new Happening(Kind.HTTP_CLIENT, 0, 0, 1),
            new Happening(Kind.HTTP_CLIENT, 1, 2, 3),
            new Happening(Kind.TIME, 0, 0, 13),
            new Happening(Kind.HTTP_CLIENT, 0, 2, 1)));
  }

  /** The member it left could not say so, and has another part of its process. */
  @Example
  void aPartThatMovedWhileTheLogWasAway() {
    lostEventsAndLateWordsAreRepairedByThePass(
        List.of(
            new Happening(Kind.LOG_AWAY, 0, 0, 0),
            new Happening(Kind.CONNECTION, 1, 4, 17),
            new Happening(Kind.TIME, 0, 0, 69),
            new Happening(Kind.CONNECTION, 1, 1, 23),
            new Happening(Kind.TIME, 0, 0, 23),
            new Happening(Kind.CONNECTION, 0, 4, 89)),
        Set.of());
  }

  private static void calm(Fleet fleet) {
    fleet.members.forEach(each -> each.registry.setDeaf(false));
    fleet.catalog.setLeader(true);
    fleet.catalog.setSlow(false);
  }

  private static void isTrue(Fleet fleet) {
    Map<InstanceKey, Set<ApplicationInstance>> truths = new HashMap<>();
    for (Fleet.Member member : fleet.members) {
      Fleet.truth(member.registry)
          .forEach(
              (key, instance) ->
                  truths.merge(
                      key,
                      Set.of(instance),
                      (some, more) -> {
                        Set<ApplicationInstance> all = new HashSet<>(some);
                        all.addAll(more);
                        return all;
                      }));
    }
    assertThat(fleet.contents().keySet()).isEqualTo(new TreeSet<>(truths.keySet()));
    // Of two members that both know a process, the word of one of them counts.
    fleet.contents().forEach((key, instance) -> assertThat(truths.get(key)).contains(instance));
    Set<String> owners =
        fleet.catalog.state().instances.values().stream()
            .map(OwnedInstance::owner)
            .map(Object::toString)
            .collect(Collectors.toSet());
    assertThat(fleet.members.stream().map(each -> each.id.toString()).toList()).containsAll(owners);
    for (Fleet.Member member : fleet.members) {
      ObserverSnapshot statistics = member.observation.statistics();
      assertThat(statistics.pending()).isZero();
      assertThat(statistics.inFlight()).isZero();
    }
  }

  private static void happen(
      Fleet fleet, Map<String, List<Registration>> clients, Happening happening) {
    int member = happening.a() % MEMBERS;
    int number = happening.b() % 5;
    switch (happening.kind()) {
      case CONNECTION -> {
        // Several connections may be of one process, and have more or less of it. One of which it
        // cannot be seen what belongs to it moves from a member to another, and is known to no
        // third.
        String client = "c" + number;
        int at = happening.c() < 8 ? member % 2 : member;
        connect(fleet, clients, at, client, process(client, happening));
      }
      case HTTP_CLIENT -> {
        int port = 20880 + happening.b() % 3;
        String ip = "10.1.0." + happening.c() % 2;
        List<Registration> registrations = new ArrayList<>();
        for (int i = 0; i <= happening.c() % 3; i++) {
          registrations.add(
              Fleet.registration(
                  "", "demo.H" + port + i, ip, port, true, Map.of("pid", "" + happening.c() % 4)));
        }
        connect(fleet, clients, member, ip + ":" + port, registrations);
      }
      case DISCONNECT -> {
        List<String> names = List.copyOf(new TreeSet<>(clients.keySet()));
        if (!names.isEmpty()) {
          String client = names.get(happening.b() % names.size());
          clients.remove(client);
          fleet.disconnect(client);
        }
      }
      case HEALTH -> {
        List<String> names = List.copyOf(new TreeSet<>(clients.keySet()));
        if (!names.isEmpty()) {
          String client = names.get(happening.b() % names.size());
          List<Registration> sick =
              clients.get(client).stream().map(each -> sick(each, happening.c() % 2 == 0)).toList();
          connect(fleet, clients, at(fleet, client), client, sick);
        }
      }
      case MOVE_RESPONSIBILITY -> {
        // The server says later, and without naming anybody, that others are responsible.
        fleet.members.forEach(each -> each.registry.setDeaf(true));
        for (String client : List.copyOf(clients.keySet())) {
          if (client.contains(":")) {
            connect(fleet, clients, (at(fleet, client) + 1) % MEMBERS, client, clients.get(client));
          }
        }
        fleet.members.forEach(each -> each.registry.setDeaf(false));
        fleet.members.forEach(each -> each.registry.announceLater());
      }
      case DOUBLED_EVENT ->
          fleet
              .member(member)
              .registry
              .units()
              .forEach(unit -> fleet.member(member).observation.mark(unit));
      case TIME -> fleet.run(Duration.ofMillis(10L + happening.c() * 7L));
      case LOG_AWAY -> fleet.catalog.setLeader(false);
      case LOG_BACK -> fleet.catalog.setLeader(true);
      case LOG_SLOW -> fleet.catalog.setSlow(happening.c() % 2 == 0);
      case ANSWER -> {
        if (fleet.catalog.waiting() > 0) {
          fleet.catalog.answerNewest();
        }
      }
    }
  }

  private static int at(Fleet fleet, String client) {
    for (int i = 0; i < MEMBERS; i++) {
      if (fleet.member(i).registry.hasClient(client)) {
        return i;
      }
    }
    return 0;
  }

  private static void connect(
      Fleet fleet,
      Map<String, List<Registration>> clients,
      int member,
      String client,
      List<Registration> registrations) {
    clients.put(client, registrations);
    fleet.connect(member, client, registrations);
  }

  private static List<Registration> process(String client, Happening happening) {
    List<Registration> registrations = new ArrayList<>();
    String ip = "10.0.0." + happening.c() % 3;
    for (int i = 0; i <= happening.c() % 4; i++) {
      registrations.add(
          Fleet.registration(
              client,
              "demo.I" + i,
              ip,
              20880 + happening.c() / 16 % 2,
              true,
              Map.of("timestamp", String.valueOf(happening.c() / 8))));
    }
    return registrations;
  }

  private static Registration sick(Registration registration, boolean healthy) {
    return new Registration(
        registration.service(),
        registration.client(),
        registration.ip(),
        registration.port(),
        registration.cluster(),
        healthy,
        registration.enabled(),
        registration.ephemeral(),
        registration.metadata());
  }

  @Provide
  Arbitrary<List<Happening>> happenings() {
    Arbitrary<Kind> kinds =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.just(Kind.CONNECTION)),
            Tuple.of(4, Arbitraries.just(Kind.HTTP_CLIENT)),
            Tuple.of(4, Arbitraries.just(Kind.DISCONNECT)),
            Tuple.of(8, Arbitraries.just(Kind.TIME)),
            Tuple.of(5, Arbitraries.of(Kind.values())));
    return Combinators.combine(
            kinds,
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 30),
            Arbitraries.integers().between(0, 100))
        .as(Happening::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }
}
