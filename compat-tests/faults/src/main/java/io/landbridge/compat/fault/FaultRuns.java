package io.landbridge.compat.fault;

import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosServer;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.Place;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.fault.Verdict.Outcome;
import io.landbridge.compat.history.Checker;
import io.landbridge.compat.history.MemberState;
import io.landbridge.compat.history.Operation;
import io.landbridge.compat.history.Violation;
import io.landbridge.compat.load.wire.ServerEndpoint;
import io.landbridge.compat.load.wire.ServiceName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * Runs faults one after the other against one ensemble of three, while providers come and go and an
 * operator switches applications on and off. After each it waits until nobody acts and everything
 * is quiet, and then judges. A fault that failed costs the ensemble: the next one gets a new one.
 *
 * <p>Not safe for use from several threads.
 */
public final class FaultRuns implements AutoCloseable {

  private static final int MEMBERS = 3;
  private static final int DISK_MEGABYTES = 600;

  /** Short, so that a fault can last longer than it. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final Duration HOLD = Duration.ofSeconds(20);

  /** How long a server keeps what a dead one told it of clients; its default is three minutes. */
  private static final Duration EXPIRY = Duration.ofSeconds(20);

  private static final Duration ACTIVE = Duration.ofSeconds(180);
  private static final Duration BUSY = Duration.ofSeconds(120);
  private static final Duration BEFORE = Duration.ofSeconds(2);
  private static final Duration AFTER = Duration.ofSeconds(3);
  private static final Duration IN_FLIGHT = Duration.ofSeconds(30);

  /**
   * From the end of the last operation to the moment when everything is as it must be: the grace,
   * the server's own expiry and its retries of up to 30 s, on a busy machine.
   */
  private static final Duration QUIET = Duration.ofSeconds(120);

  /** After so long an operator looks, and helps where the server has to be helped. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final NacosVersion version;
  private final long seed;
  private final Path kept;
  private final Set<Need> needs;
  private final Checker checker = new Checker(IN_FLIGHT);
  private Optional<Scene> scene = Optional.empty();
  private int scenes;

  /** One ensemble with everything around it. */
  private record Scene(Ground ground, Recorder recorder, Workload workload, Observers observers) {}

  /**
   * Prepares; servers are started by the first fault that can be run.
   *
   * @param version of the servers
   * @param seed of everything that is random here
   * @param faults that will be run
   * @param kept where the histories of failed runs go
   */
  public FaultRuns(NacosVersion version, long seed, Collection<Fault> faults, Path kept) {
    this.version = version;
    this.seed = seed;
    this.kept = kept;
    this.needs = EnumSet.noneOf(Need.class);
    faults.stream()
        .flatMap(fault -> fault.needs().stream())
        .filter(need -> need.whyNotHere().isEmpty())
        .forEach(needs::add);
  }

  /** Why nothing can be run on this machine; empty if something can. */
  public Optional<String> whyNotHere() {
    return spec().whyNotHere();
  }

  /** The faults that make sense for a server version, in no particular order. */
  public static List<Fault> of(NacosVersion version) {
    return version == NacosVersion.V3_1_0
        ? List.of(Fault.values())
        : List.of(Fault.KILL_LEADER, Fault.KILL_ALL, Fault.PAUSE_LEADER_LONG);
  }

  /** Runs one fault; never throws because something is broken. */
  public Verdict run(Fault fault) {
    Optional<String> whyNot = whyNotHere().or(fault::whyNotHere);
    if (whyNot.isPresent()) {
      return new Verdict(fault, Outcome.SKIPPED, whyNot.get(), List.of());
    }
    Verdict verdict;
    try {
      if (scene.isEmpty()) {
        scene = Optional.of(open());
      }
      verdict = run(fault, scene.get());
    } catch (RuntimeException e) {
      verdict = new Verdict(fault, Outcome.FAILED, String.valueOf(e.getMessage()), List.of());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      verdict = new Verdict(fault, Outcome.FAILED, "interrupted", List.of());
    }
    if (verdict.outcome() == Outcome.FAILED) {
      keep(fault);
    }
    return verdict;
  }

  /** Ends the ensemble and everything around it. */
  @Override
  public void close() {
    close(false);
  }

  private Verdict run(Fault fault, Scene on) throws InterruptedException {
    Recorder recorder = on.recorder();
    on.workload().run();
    on.observers().run();
    Ground.until(
        BUSY,
        "registrations and switches are acknowledged",
        () -> acknowledged(recorder, false) >= 8 && acknowledged(recorder, true) >= 1);
    Ground.last(BEFORE);
    long hurt = recorder.now();
    recorder.note(fault.label() + " begins, the leader is member " + on.ground().leader());
    fault.inflict(on.ground());
    long healed = recorder.now();
    recorder.note(fault.label() + " is over");
    Ground.last(AFTER);
    on.workload().rest();
    on.observers().rest();
    long rest = recorder.now();
    List<Violation> before = new ArrayList<>();
    List<Violation> violations = judge(fault, on, before);
    String summary =
        "lasted %.1f s, at rest after %.1f s more%s; %s"
            .formatted(
                (healed - hurt) / 1_000.0,
                (recorder.now() - rest) / 1_000.0,
                before.isEmpty()
                    ? ""
                    : before.stream()
                        .map(Violation::rule)
                        .distinct()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", ", " (last of all ", ")")),
                operations(recorder, hurt));
    recorder.note(fault.label() + ": " + summary + "; " + violations);
    return new Verdict(
        fault, violations.isEmpty() ? Outcome.PASSED : Outcome.FAILED, summary, violations);
  }

  /**
   * Waits until nothing is broken any more; what still is after the last look is the verdict.
   *
   * @param before takes what was broken last before nothing was
   */
  private List<Violation> judge(Fault fault, Scene on, List<Violation> before) {
    List<Violation> last = new ArrayList<>();
    if (!comesToRest(on, PATIENCE, last, before)) {
      help(fault, on, last);
      if (!comesToRest(on, QUIET, last, before)) {
        last.addAll(notListed(on).values());
        last.addAll(stillListed(on).values());
      }
    }
    last.addAll(checker.always(on.recorder().history()));
    return last;
  }

  /**
   * Waits.
   *
   * @param last takes what was broken at the last look
   * @param before takes what was broken at the last look at which something was
   */
  private boolean comesToRest(
      Scene on, Duration within, List<Violation> last, List<Violation> before) {
    return Ground.happens(
        within,
        () -> {
          List<Violation> now = violations(on);
          if (!now.equals(last)) {
            on.recorder().note("at rest but for " + now);
          }
          last.clear();
          last.addAll(now);
          if (!now.isEmpty()) {
            before.clear();
            before.addAll(now);
          }
          return last.isEmpty();
        });
  }

  /** Does what an operator has to do after the fault on a server without the plugin as well. */
  private static void help(Fault fault, Scene on, List<Violation> broken) {
    if (fault.startsSeveral()) {
      reconnect(on);
    }
    if (fault.movesClocks()
        && broken.stream().allMatch(it -> it.rule() == Violation.Rule.DOCUMENTS_ARE_THERE)) {
      restart(on);
    }
  }

  /**
   * The configuration centre writes by the time of day of a member, and no member shows what looks
   * older than what it shows already, until it is started again.
   */
  private static void restart(Scene on) {
    for (int i = 0; i < on.ground().members().size(); i++) {
      on.recorder().note("started again: member " + i);
      on.ground().ensemble().restart(i);
    }
  }

  /**
   * A server that starts takes clients before it has loaded what the others know, and then
   * overwrites what its own clients have registered, or taken back, by what another member had
   * heard of them until then. Only members that start at the same time load from each other while
   * clients come. It does so without the plugin, too, and nobody notices; a client that connects
   * again is known again, and what has been taken back is gone with its connection.
   */
  private static void reconnect(Scene on) {
    notListed(on)
        .forEach(
            (provider, violation) -> {
              on.recorder().note("connects again: " + violation);
              provider.reconnect();
            });
    stillListed(on)
        .forEach(
            (provider, violation) -> {
              on.recorder().note("closes its connection: " + violation);
              provider.die();
            });
  }

  /** The providers that the very server has lost which acknowledged them; no work of the plugin. */
  private static Map<Provider, Violation> notListed(Scene on) {
    return contradicted(
        on, on.workload().alive(), false, Violation.Rule.ACKNOWLEDGED_IS_LISTED, "not ");
  }

  /** Those that the very server lists which has acknowledged that they are gone; likewise. */
  private static Map<Provider, Violation> stillListed(Scene on) {
    return contradicted(
        on, on.workload().withdrawn(), true, Violation.Rule.TAKEN_BACK_IS_NOT_LISTED, "");
  }

  private static Map<Provider, Violation> contradicted(
      Scene on, List<Provider> providers, boolean listed, Violation.Rule rule, String how) {
    Map<Provider, Violation> found = new LinkedHashMap<>();
    for (Provider provider : providers) {
      String server = provider.server();
      List<String> services =
          on.ground().members().stream()
              .filter(member -> member.address().equals(server))
              .flatMap(
                  member ->
                      provider.services().stream()
                          .filter(it -> member.lists(it, provider.address()) == listed))
              .map(ServiceName::name)
              .toList();
      if (!services.isEmpty()) {
        found.put(
            provider,
            new Violation(rule, "%s of %s: %s%s".formatted(provider, server, how, services)));
      }
    }
    return found;
  }

  private List<Violation> violations(Scene on) {
    if (!on.observers().isSettled() || !on.workload().isSettled()) {
      return List.of(
          new Violation(
              Violation.Rule.LIVE_IS_KNOWN,
              "not acknowledged by any server: " + on.workload().unsettled()));
    }
    SortedSet<String> names = Workload.applications();
    List<MemberState> states = new ArrayList<>();
    List<Violation> found = new ArrayList<>();
    for (Member member : on.ground().members()) {
      Optional<MemberState> state = member.state(names);
      state.ifPresent(states::add);
      if (state.isEmpty()) {
        found.add(
            new Violation(
                Violation.Rule.MEMBERS_AGREE, member.address() + " does not answer or changes"));
      }
    }
    found.addAll(checker.atRest(on.recorder().history(), on.workload().live(), states));
    return found;
  }

  /** A fault that nobody notices, because nobody does anything, proves nothing. */
  private static long acknowledged(Recorder recorder, boolean switches) {
    return recorder.history().operations().stream()
        .filter(each -> each.outcome() == Operation.Outcome.OK)
        .filter(each -> each.kind().isSwitch() == switches)
        .count();
  }

  private static String operations(Recorder recorder, long since) {
    return recorder.history().operations().stream()
        .filter(each -> each.endMillis() >= since)
        .collect(
            Collectors.groupingBy(
                Operation::outcome,
                () -> new java.util.EnumMap<>(Operation.Outcome.class),
                Collectors.counting()))
        .toString()
        .replaceAll("[{}]", "");
  }

  private ServerSpec spec() {
    return ServerSpec.of(version)
        .withMembers(MEMBERS)
        .withPlugin(Artifacts.locate().pluginJar())
        .withProperty("landbridge.observer.grace", GRACE.toSeconds() + "s")
        // What a lost member had is shown for longer than the grace, but not until after the check.
        .withProperty("landbridge.view.hold", HOLD.toSeconds() + "s")
        .withProperty("nacos.naming.client.expired.time", Long.toString(EXPIRY.toMillis()));
  }

  private Scene open() {
    scenes++;
    Optional<MemberNetwork> network = Optional.empty();
    Optional<SmallDisk> disk = Optional.empty();
    Optional<NacosEnsemble> ensemble = Optional.empty();
    try {
      List<Place> places = new ArrayList<>(java.util.Collections.nCopies(MEMBERS, Place.LOOPBACK));
      if (needs.contains(Need.NETWORK)) {
        network = Optional.of(MemberNetwork.create(MEMBERS));
        for (int i = 0; i < MEMBERS; i++) {
          places.set(i, network.get().place(i));
        }
      }
      if (needs.contains(Need.DISK)) {
        disk = Optional.of(SmallDisk.create(DISK_MEGABYTES));
        places.set(
            Ground.MEMBER_ON_DISK, places.get(Ground.MEMBER_ON_DISK).withData(disk.get().data()));
      }
      Optional<ShiftedClock> clock =
          needs.contains(Need.CLOCK)
              ? Optional.of(new ShiftedClock(kept.resolve("clock")))
              : Optional.empty();
      if (clock.isPresent()) {
        places.set(
            Ground.MEMBER_WITH_CLOCK,
            places.get(Ground.MEMBER_WITH_CLOCK).withEnvironment(clock.get().environment()));
      }
      ensemble = Optional.of(NacosEnsemble.start(spec(), places));
      return scene(ensemble.get(), network, disk, clock);
    } catch (RuntimeException e) {
      ensemble.ifPresent(NacosEnsemble::end);
      network.ifPresent(MemberNetwork::close);
      disk.ifPresent(SmallDisk::close);
      throw e;
    }
  }

  private Scene scene(
      NacosEnsemble ensemble,
      Optional<MemberNetwork> network,
      Optional<SmallDisk> disk,
      Optional<ShiftedClock> clock) {
    List<Member> members = ensemble.members().stream().map(Member::new).toList();
    for (Member member : members) {
      Ground.until(ACTIVE, "the plugin is active on " + member.address(), member::isActive);
    }
    Recorder recorder = new Recorder();
    List<ServerEndpoint> servers =
        ensemble.members().stream().map(NacosServer::address).map(ServerEndpoint::parse).toList();
    return new Scene(
        new Ground(ensemble, members, network, disk, clock, GRACE),
        recorder,
        new Workload(servers, recorder, seed + scenes),
        new Observers(members, recorder, seed - scenes));
  }

  private void keep(Fault fault) {
    scene.ifPresent(
        failed -> {
          Path history = kept.resolve("history-" + version + "-" + fault.label() + ".jsonl");
          failed.recorder().write(history);
          System.err.println("History: " + history);
          System.err.println("Servers: " + failed.ground().ensemble().directory());
        });
    close(true);
  }

  private void close(boolean failed) {
    scene.ifPresent(
        open -> {
          open.observers().close();
          open.workload().close();
          open.ground().network().ifPresent(MemberNetwork::heal);
          if (failed) {
            // What is on the disk in memory goes; the rest stays for who wants to know why.
            open.ground().ensemble().end();
          } else {
            open.ground().ensemble().close();
          }
          open.ground().network().ifPresent(MemberNetwork::close);
          open.ground().disk().ifPresent(SmallDisk::close);
        });
    scene = Optional.empty();
  }
}
