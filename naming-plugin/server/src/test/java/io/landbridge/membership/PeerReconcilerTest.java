package io.landbridge.membership;

import static io.landbridge.membership.Views.leader;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.MemberId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PeerReconcilerTest {

  private static final MembershipConfig ON = new MembershipConfig(true, Duration.ofSeconds(30));

  private final List<String> done = new ArrayList<>();
  private GroupView view = leader("abc", "abc", "abc", "abc");
  private long seconds;
  private boolean fails;
  private int announced;

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
          public void announce() {
            announced++;
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
    return new PeerReconciler(group, config, () -> Duration.ofSeconds(seconds).toNanos());
  }

  private CompletableFuture<Void> answer(String change) {
    done.add(change);
    return fails
        ? CompletableFuture.failedFuture(new IllegalStateException("busy"))
        : CompletableFuture.completedFuture(null);
  }
}
