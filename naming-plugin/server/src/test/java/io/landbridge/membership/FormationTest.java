package io.landbridge.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.membership.GroupView.Listed;
import io.landbridge.model.MemberId;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FormationTest {

  private static SortedSet<MemberId> ids(String... names) {
    SortedSet<MemberId> ids = new TreeSet<>();
    Arrays.stream(names).map(MemberId::new).forEach(ids::add);
    return ids;
  }

  /** The view of a, where only some have told that they have the plugin, and all are up. */
  private static GroupView view(
      SortedSet<MemberId> peers, SortedSet<MemberId> listed, SortedSet<MemberId> having) {
    SortedMap<MemberId, Listed> members = new TreeMap<>();
    listed.forEach(
        each ->
            members.put(
                each,
                new Listed(true, having.contains(each) ? Optional.of(listed) : Optional.empty())));
    return new GroupView(
        new MemberId("a"),
        Optional.empty(),
        OptionalLong.empty(),
        peers,
        new TreeSet<>(),
        members,
        OptionalLong.empty());
  }

  @Test
  void theFirstOfThreeWaits() {
    SortedSet<MemberId> three = ids("a", "b", "c");
    Formation formation = Formation.of(view(three, three, ids("a")));
    assertThat(formation.isWaiting()).isTrue();
    assertThat(formation.text()).contains("1 of 3", "install it on b, c");
    assertThat(Formation.of(view(ids(), three, ids("a"))).isWaiting()).isTrue();
    assertThat(Formation.of(view(three, three, ids("a", "b"))).isWaiting()).isFalse();
  }

  @Test
  void serversThatJoinTheListHaveNoVote() {
    SortedSet<MemberId> three = ids("a", "b", "c");
    SortedSet<MemberId> seven = ids("a", "b", "c", "d", "e", "f", "g");
    Formation formation = Formation.of(view(three, seven, three));
    assertThat(formation.isWaiting()).isFalse();
    assertThat(formation.listed()).isEqualTo(3);
  }
}
