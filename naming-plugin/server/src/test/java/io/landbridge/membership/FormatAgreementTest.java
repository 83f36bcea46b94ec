package io.landbridge.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.membership.GroupView.Listed;
import io.landbridge.model.MemberId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FormatAgreementTest {

  private static final MemberId ALICE = new MemberId("alice:8848");
  private static final MemberId BOB = new MemberId("bob:8848");
  private static final MemberId CAROL = new MemberId("carol:8848");

  @Test
  void everyOtherMemberMustReadIt() {
    // What the asked member has told of itself does not matter: it has this version.
    assertThat(problems(Map.of(ALICE, 1, BOB, 3), List.of(ALICE, BOB))).isEmpty();
    assertThat(problems(Map.of(ALICE, 3, BOB, 4), List.of(ALICE))).isEmpty();
    assertThat(problems(Map.of(ALICE, 3, BOB, 1), List.of(ALICE)))
        .singleElement()
        .asString()
        .contains("member bob:8848")
        .contains("install this version");
  }

  @Test
  void aPeerThatIsNotListedMayBeAnyVersion() {
    assertThat(problems(Map.of(ALICE, 3, BOB, 3), List.of(ALICE, BOB, CAROL)))
        .singleElement()
        .asString()
        .contains("carol:8848");
  }

  private static List<String> problems(Map<MemberId, Integer> formats, List<MemberId> peers) {
    Map<MemberId, Listed> members = new TreeMap<>();
    formats.forEach(
        (member, format) ->
            members.put(member, new Listed(true, Optional.empty(), Optional.empty(), format)));
    return FormatAgreement.of(
            new GroupView(
                ALICE,
                Optional.of(ALICE),
                OptionalLong.of(1),
                new TreeSet<>(peers),
                new TreeSet<>(peers),
                new TreeMap<>(members),
                OptionalLong.empty()))
        .problems();
  }
}
