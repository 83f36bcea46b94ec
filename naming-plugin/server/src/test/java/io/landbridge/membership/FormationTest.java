package io.landbridge.membership;

import static io.landbridge.membership.Views.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.membership.GroupView.Listed;
import io.landbridge.model.MemberId;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FormationTest {

  /** Without a leader; all are up, and only some have told that they have the plugin. */
  private static Formation formation(String peers, String listed, String having) {
    SortedMap<MemberId, Listed> members = new TreeMap<>();
    ids(listed)
        .forEach(
            each ->
                members.put(
                    each,
                    new Listed(
                        true,
                        ids(having).contains(each) ? Optional.of(ids(listed)) : Optional.empty())));
    return Formation.of(Views.view("", peers, "", members));
  }

  @Test
  void theFirstOfThreeWaits() {
    assertThat(formation("abc", "abc", "a").isWaiting()).isTrue();
    assertThat(formation("abc", "abc", "a").text())
        .contains("1 of 3", "install the plugin on b, c");
    assertThat(formation("", "abc", "a").isWaiting()).isTrue();
    assertThat(formation("abc", "abc", "ab").isWaiting()).isFalse();
  }

  @Test
  void serversThatJoinTheListHaveNoVote() {
    assertThat(formation("abc", "abcdefg", "abc").isWaiting()).isFalse();
    assertThat(formation("abc", "abcdefg", "a").listed()).isEqualTo(3);
  }
}
