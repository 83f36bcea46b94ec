package io.landbridge.membership;

import static io.landbridge.membership.Views.agreed;
import static io.landbridge.membership.Views.id;
import static io.landbridge.membership.Views.ids;
import static io.landbridge.membership.Views.leader;
import static io.landbridge.membership.Views.view;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.membership.GroupView.Listed;
import io.landbridge.membership.PeerChange.Kind;
import io.landbridge.model.MemberId;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerReconciliationTest {

  /** Peers, alive, list, up, what is to be done. */
  @ParameterizedTest
  @CsvSource({
    "abc, abc, abc, abc, ",
    "a, a, a, a, ",
    // Merely down.
    "abc, ab, abc, ab, ",
    // Left the list, dead or not yet ended.
    "abcd, abc, abc, abc, -d",
    "abcd, abcd, abc, abc, -d",
    // One at a time, the dead before the living, an addition in between.
    "abcde, abcd, abc, abc, -e",
    "abcd, abcd, abce, abce, +e",
    // A new address: the old one goes first, because with both two would be no majority.
    "abc, ab, abd, abd, -c",
    "ab, ab, abd, abd, +d",
    // The rest of the group would be no majority, or is none now.
    "abcd, ab, abc, ab, ",
    "ab, a, ac, ac, ",
    // A new member that is not up.
    "abc, abc, abcd, abc, ",
    // The present ones would be no majority if the new one were lost.
    "abc, ab, abcd, abd, ",
    // Half of the list is not there to agree.
    "abcde, abc, abcd, ab, ",
  })
  void changesWhatHasLeftTheListAndWhatIsNewInIt(
      String peers, String alive, String list, String up, String change) {
    Optional<PeerChange> expected =
        Optional.ofNullable(change)
            .map(
                text ->
                    new PeerChange(
                        text.charAt(0) == '+' ? Kind.ADD : Kind.REMOVE, id(text.charAt(1))));

    assertThat(PeerReconciliation.next(leader(peers, alive, list, up))).isEqualTo(expected);
  }

  @Test
  void onlyTheLeaderActs() {
    assertThat(PeerReconciliation.next(view("b", "abcd", "", agreed("abc", "abc")))).isEmpty();
    assertThat(PeerReconciliation.next(view("", "abcd", "", agreed("abc", "abc")))).isEmpty();
  }

  @Test
  void nothingIsDoneWhileMembersHaveDifferentLists() {
    SortedMap<MemberId, Listed> members = agreed("abc", "abc");
    members.put(id('b'), new Listed(true, Optional.of(ids("abcd"))));

    assertThat(PeerReconciliation.next(view("a", "abcd", "abc", members))).isEmpty();
  }

  @Test
  void nothingIsDoneWhileAMemberRunsWithoutThePlugin() {
    SortedMap<MemberId, Listed> members = agreed("abc", "abc");
    members.put(id('b'), new Listed(true, Optional.empty()));

    assertThat(PeerReconciliation.next(view("a", "abcd", "abcd", members))).isEmpty();
  }
}
