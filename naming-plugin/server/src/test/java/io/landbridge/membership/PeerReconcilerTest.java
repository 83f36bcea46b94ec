package io.landbridge.membership;

import static io.landbridge.membership.Views.leader;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.MemberId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PeerReconcilerTest {

  private static final MembershipConfig ON = new MembershipConfig(true, Duration.ofSeconds(30));

  private final List<String> done = new ArrayList<>();
  private GroupView view = leader("abc", "abc", "abc", "abc");
  private long seconds;
  private boolean fails;
  private int announced;
  private boolean quiet;

  @Test
  void aChangeIsMadeOnceItWasWantedForLongEnough() throws Exception {
    PeerReconciler reconciler = reconciler(ON);
    view = leader("abcd", "abc", "abc", "abc");
    roundAt(reconciler, 100);
    roundAt(reconciler, 129);
    assertThat(done).isEmpty();
    roundAt(reconciler, 130);
    assertThat(done).containsExactly("-d");
  }

  @Test
  void theTimeStartsAgainWhenTheListChanges() throws Exception {
    PeerReconciler reconciler = reconciler(ON);
    view = leader("abcd", "abc", "abc", "abc");
    roundAt(reconciler, 100);
    view = leader("abcd", "abcd", "abcd", "abcd");
    roundAt(reconciler, 120);
    view = leader("abcd", "abc", "abc", "abc");
    roundAt(reconciler, 131);
    assertThat(done).isEmpty();
    roundAt(reconciler, 161);
    assertThat(done).containsExactly("-d");
  }

  @Test
  void oneChangeAtATimeAndAFailedOneAgain() throws Exception {
    PeerReconciler reconciler = reconciler(ON);
    view = leader("abcde", "abc", "abc", "abc");
    fails = true;
    roundAt(reconciler, 100);
    roundAt(reconciler, 130);
    assertThat(done).containsExactly("-d");
    roundAt(reconciler, 131);
    roundAt(reconciler, 132);
    assertThat(done).containsExactly("-d");
    roundAt(reconciler, 161);
    assertThat(done).containsExactly("-d", "-d");
  }

  @Test
  void switchedOffItOnlyTellsItsList() throws Exception {
    PeerReconciler reconciler = reconciler(new MembershipConfig(false, Duration.ofSeconds(30)));
    view = leader("abcd", "abc", "abc", "abc");
    roundAt(reconciler, 100);
    roundAt(reconciler, 200);
    assertThat(done).isEmpty();
    assertThat(announced).isEqualTo(2);
  }

  @Test
  void theFirstOfThreeWaitsForOneMoreAndDoesNotTryToBeElected() throws Exception {
    PeerReconciler reconciler = reconciler(ON);
    view = Views.view("", "abc", "", members(List.of("a"), List.of("b", "c")));
    roundAt(reconciler, 100);
    assertThat(reconciler.waiting()).as("the others may tell in a moment").isEmpty();
    roundAt(reconciler, 110);
    roundAt(reconciler, 112);

    assertThat(reconciler.waiting().orElseThrow().text())
        .isEqualTo(
            "1 of 3 members have the plugin, and the group starts with 2 members: install the plugin on b, c");
    assertThat(done).containsExactly("pause");

    view = Views.view("", "abc", "", members(List.of("a", "b"), List.of("c")));
    roundAt(reconciler, 114);
    assertThat(reconciler.waiting()).isEmpty();
    assertThat(done).containsExactly("pause", "elect");
  }

  @Test
  void theLastOfThreeThatHasThePluginWaitsToo() throws Exception {
    PeerReconciler reconciler = reconciler(ON);
    view = Views.view("b", "abc", "", members(List.of("a", "b"), List.of("c")));
    roundAt(reconciler, 100);
    view = Views.view("", "abc", "", members(List.of("a"), List.of("b", "c")));
    roundAt(reconciler, 120);
    assertThat(done).isEmpty();
    roundAt(reconciler, 130);
    assertThat(done).containsExactly("pause");
  }

  @Test
  void theServerLogsNoErrorsWhileTooFewMembersHaveThePlugin() throws Exception {
    PeerReconciler reconciler = reconciler(ON);
    view = Views.view("", "abc", "", members(List.of("a"), List.of("b", "c")));
    roundAt(reconciler, 100);
    assertThat(quiet).as("at once").isTrue();

    view = Views.view("", "abc", "", members(List.of("a", "b"), List.of("c")));
    roundAt(reconciler, 102);
    assertThat(quiet).as("two can elect a leader, so it is an error that they do not").isFalse();

    view = Views.view("b", "abc", "", members(List.of("a", "b"), List.of("c")));
    roundAt(reconciler, 104);
    view = Views.view("", "abc", "", members(List.of("a"), List.of("b", "c")));
    roundAt(reconciler, 106);
    assertThat(quiet).as("the plugin is taken away again").isTrue();
  }

  @Test
  void membersThatAreDownAreNotWaitedFor() throws Exception {
    PeerReconciler reconciler = reconciler(ON);
    SortedMap<MemberId, GroupView.Listed> members = members(List.of("a", "b"), List.of());
    members.put(new MemberId("c"), new GroupView.Listed(false, Optional.empty()));
    members.put(
        new MemberId("b"), new GroupView.Listed(false, members.get(new MemberId("b")).announced()));
    view = Views.view("", "abc", "", members);
    roundAt(reconciler, 100);
    roundAt(reconciler, 130);
    assertThat(reconciler.waiting()).as("two have the plugin, one of them is down").isEmpty();
    assertThat(done).isEmpty();
  }

  private static SortedMap<MemberId, GroupView.Listed> members(
      List<String> having, List<String> lacking) {
    SortedSet<MemberId> list = new TreeSet<>();
    Stream.concat(having.stream(), lacking.stream()).map(MemberId::new).forEach(list::add);
    SortedMap<MemberId, GroupView.Listed> members = new TreeMap<>();
    for (MemberId each : list) {
      boolean has = having.contains(each.toString());
      members.put(each, new GroupView.Listed(true, has ? Optional.of(list) : Optional.empty()));
    }
    return members;
  }

  private void roundAt(PeerReconciler reconciler, long time) throws InterruptedException {
    seconds = time;
    reconciler.round();
  }

  private PeerReconciler reconciler(MembershipConfig config) {
    Group group =
        new Group() {
          @Override
          public GroupView view() {
            return view;
          }

          @Override
          public List<ServerGroup> serverGroups() {
            return List.of();
          }

          @Override
          public void announce(Optional<String> key) {
            announced++;
          }

          @Override
          public void pauseElections(boolean paused) {
            done.add(paused ? "pause" : "elect");
          }

          @Override
          public void quiet(boolean wanted) {
            quiet = wanted;
          }

          @Override
          public CompletableFuture<Void> add(MemberId peer) {
            return answer("+" + peer);
          }

          @Override
          public CompletableFuture<Void> remove(MemberId peer) {
            return answer("-" + peer);
          }
        };
    return new PeerReconciler(
        group, config, Optional.empty(), () -> Duration.ofSeconds(seconds).toNanos());
  }

  private CompletableFuture<Void> answer(String change) {
    done.add(change);
    return fails
        ? CompletableFuture.failedFuture(new IllegalStateException("busy"))
        : CompletableFuture.completedFuture(null);
  }
}
