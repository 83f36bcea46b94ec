package io.landbridge.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication.Stage;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.Samples;
import io.landbridge.view.derived.DerivedInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** What a view shows after we, not its providers, took instances out of the catalog. */
class HeldViewIT {

  private static final ServiceKey SHOP =
      new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", Samples.SHOP.name().value());
  private static final Duration HOLD = ViewConfig.DEFAULT.hold();

  private Path directory;

  @BeforeTry
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory("landbridge-held");
  }

  @AfterTry
  void deleteDirectory() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Example
  void whatWasOfALostMemberIsShownUntilMostOfItIsBack() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);
      reap(member, Samples.ALICE, hosts(0, 10));
      // No moment without, also before the view has noticed.
      member.view().evict();
      assertThat(member.read(SHOP)).hasSize(10);
      member.view().round();
      assertThat(member.read(SHOP)).hasSize(10);
      assertThat(member.view().stats().heldApplications()).isEqualTo(1);
      assertThat(member.view().stats().heldInstances()).isEqualTo(10);

      claim(member, Samples.BOB, 1, hosts(0, 4));
      member.view().round();
      assertThat(member.read(SHOP)).hasSize(10);
      assertThat(member.view().stats().heldInstances()).isEqualTo(6);

      claim(member, Samples.BOB, 1, hosts(4, 5));
      member.view().round();
      assertShows(member, hosts(0, 5));
      assertThat(member.view().stats().heldApplications()).isZero();

      release(member, Samples.BOB, 1, hosts(0, 4));
      member.view().round();
      assertShows(member, hosts(4, 5));
    }
  }

  @Example
  void whatDoesNotComeBackIsShownNoLongerThanTheLimit() throws IOException {
    try (Member member = shown(10)) {
      member.subscribe(SHOP);
      reap(member, Samples.ALICE, hosts(0, 10));
      member.view().round();
      member.pass(HOLD.minusSeconds(1));
      member.view().round();
      assertShows(member, hosts(0, 10));
      int pushes = member.pushed().size();

      member.pass(Duration.ofSeconds(1));
      member.view().round();

      assertShows(member, Set.of());
      assertThat(member.pushed()).hasSizeGreaterThan(pushes);
      assertThat(member.view().stats().heldInstances()).isZero();
    }
  }

  /** With the last of them its document goes from the catalog, too. */
  @Example
  void whatRegisteredTheApplicationAloneIsHeldUnderItsInterfaces() throws IOException {
    ServiceKey plain =
        new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "providers:org.demo.Plain");
    try (Member member = new Member(directory, ViewConfig.DEFAULT)) {
      member.view().follow();
      List<ApplicationInstance> instances =
          hosts(0, 10).stream()
              .map(host -> Samples.of(instance(host), Origin.NATIVE_APPLICATION))
              .toList();
      member.apply(
          new ClaimInstances(Samples.ALICE, 1, instances, ViewActions.documents(), List.of()));
      member.apply(new SwitchTranslation(Samples.SHOP, true, false, 1));
      member.subscribe(plain);
      member.view().round();
      assertThat(member.copy(plain)).hasSize(10);

      reap(member, Samples.ALICE, hosts(0, 10));
      assertThat(member.reader().document(instances.get(0).revision())).isEmpty();
      member.view().evict();
      assertThat(member.read(plain)).hasSize(10);
      member.view().round();
      assertThat(member.read(plain)).hasSize(10);
      assertThat(member.copy(plain)).hasSize(10);

      member.pass(HOLD);
      member.view().round();
      assertThat(member.read(plain)).isEmpty();
      assertThat(member.copy(plain)).isEmpty();
      assertThat(member.view().mayAdd(plain.name())).isFalse();
    }
  }

  @Example
  void piecesOfOneLossCountTogether() throws IOException {
    try (Member member = shown(8)) {
      for (int host = 0; host < 8; host++) {
        reap(member, Samples.ALICE, hosts(host, host + 1));
        member.view().round();
      }
      assertShows(member, hosts(0, 8));
    }
  }

  @Example
  void whatAMemberHadBeforeItsRestartIsALossAndWhatItHadSinceIsNot() throws IOException {
    try (Member member = shown(10)) {
      release(member, Samples.ALICE, 2, hosts(0, 8));
      member.view().round();
      assertShows(member, hosts(0, 10));

      claim(member, Samples.ALICE, 2, hosts(0, 10));
      release(member, Samples.ALICE, 2, hosts(0, 9));
      member.view().round();
      assertShows(member, hosts(9, 10));
    }
  }

  @Example
  void whatASnapshotDoesNotHaveIsALoss() throws IOException {
    Path small = directory.resolve("small");
    Path large = directory.resolve("large");
    try (Member other = shown("other", 2)) {
      other.save(small);
      claim(other, Samples.ALICE, 1, hosts(0, 10));
      other.save(large);
    }
    try (Member member = shown(10)) {
      member.load(small);
      member.view().evict();
      assertThat(member.read(SHOP)).hasSize(10);
      member.view().round();
      assertShows(member, hosts(0, 10));
      assertThat(member.view().stats().heldInstances()).isEqualTo(8);

      member.load(large);
      release(member, Samples.ALICE, 1, hosts(0, 9));
      member.view().round();
      assertShows(member, hosts(9, 10));
    }
  }

  @Example
  void switchingOffLetsGo() throws IOException {
    try (Member member = shown(10)) {
      reap(member, Samples.ALICE, hosts(0, 10));
      member.view().round();
      member.apply(new SwitchTranslation(Samples.SHOP, false, false, 2));
      member.view().round();
      assertThat(member.read(SHOP)).isEmpty();

      member.apply(new SwitchTranslation(Samples.SHOP, true, false, 3));
      member.view().round();
      assertThat(member.read(SHOP)).isEmpty();
    }
  }

  /** What happens to some hosts. */
  private record Step(String what, Set<Integer> hosts) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of("reap", "reap", "claim", "release", "wait", "evict"),
            Arbitraries.integers().between(0, 7).set().ofMinSize(1).ofMaxSize(6))
        .as(Step::new)
        .list()
        .ofMinSize(3)
        .ofMaxSize(25);
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void showsWhatIsThereAndWhatWasLostWhenThatIsMuch(@ForAll("steps") List<Step> steps)
      throws IOException {
    Set<Integer> present = new TreeSet<>(hosts(0, 8));
    Map<Integer, Duration> lost = new HashMap<>();
    int before = 0;
    Duration now = Duration.ZERO;
    try (Member member = shown(8)) {
      member.subscribe(SHOP);
      for (Step step : steps) {
        switch (step.what()) {
          case "reap" -> {
            reap(member, Samples.ALICE, step.hosts());
            before = lost.isEmpty() ? present.size() : before;
            for (int host : step.hosts()) {
              if (present.remove(host)) {
                lost.put(host, now);
              }
            }
          }
          case "claim" -> {
            claim(member, Samples.ALICE, 1, step.hosts());
            present.addAll(step.hosts());
            lost.keySet().removeAll(step.hosts());
          }
          case "release" -> {
            release(member, Samples.ALICE, 1, step.hosts());
            present.removeAll(step.hosts());
          }
          case "wait" -> {
            Duration passed = Duration.ofMinutes(step.hosts().size());
            member.pass(passed);
            now = now.plus(passed);
            Duration start = now.minus(HOLD);
            lost.values().removeIf(at -> at.compareTo(start) <= 0);
          }
          default -> member.view().evict();
        }
        member.view().round();
        Set<Integer> expected = new TreeSet<>(present);
        if (lost.size() >= 3 && lost.size() * 2 > Math.max(before, present.size() + lost.size())) {
          expected.addAll(lost.keySet());
        }
        assertShows(member, expected);
      }
    }
  }

  private Member shown(int instances) throws IOException {
    return shown("member", instances);
  }

  private Member shown(String name, int instances) throws IOException {
    Member member = new Member(directory.resolve(name), ViewConfig.DEFAULT);
    member.view().follow();
    claim(member, Samples.ALICE, 1, hosts(0, instances));
    member.apply(new SwitchTranslation(Samples.SHOP, true, false, 1));
    member.apply(ViewActions.published(Samples.SHOP, 1, Stage.WRITTEN));
    member.view().round();
    return member;
  }

  private static Set<Integer> hosts(int from, int to) {
    return new TreeSet<>(IntStream.range(from, to).boxed().toList());
  }

  private static ApplicationInstance instance(int host) {
    return Samples.instance(Samples.SHOP, host, 1);
  }

  private static List<InstanceKey> keys(Collection<Integer> hosts) {
    return hosts.stream().map(host -> instance(host).key()).toList();
  }

  private static void claim(Member member, MemberId owner, long epoch, Collection<Integer> hosts) {
    member.apply(
        new ClaimInstances(
            owner,
            epoch,
            hosts.stream().map(HeldViewIT::instance).toList(),
            ViewActions.documents(),
            List.of()));
  }

  private static void release(
      Member member, MemberId owner, long epoch, Collection<Integer> hosts) {
    member.apply(new ClaimInstances(owner, epoch, List.of(), Map.of(), keys(hosts)));
  }

  private static void reap(Member member, MemberId owner, Collection<Integer> hosts) {
    member.apply(new ReapInstances(owner, Long.MAX_VALUE, keys(hosts)));
  }

  /** Whoever asks, and whoever was told, has these. */
  private static void assertShows(Member member, Set<Integer> hosts) {
    List<String> ips = hosts.stream().map(host -> instance(host).ip()).sorted().toList();
    assertThat(member.read(SHOP))
        .extracting(DerivedInstance::ip)
        .containsExactlyInAnyOrderElementsOf(ips);
    if (member.any(SHOP)) {
      assertThat(member.copy(SHOP))
          .extracting(DerivedInstance::ip)
          .containsExactlyInAnyOrderElementsOf(ips);
    }
  }
}
