package io.landbridge.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.observe.ClaimRules.Gone;
import io.landbridge.observe.ClaimRules.Put;
import io.landbridge.observe.ClaimRules.Sharing;
import io.landbridge.observe.ClaimRules.Told;
import io.landbridge.state.OwnedInstance;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimRulesTest {

  private static final MemberId SELF = new MemberId("192.0.2.1:8848");
  private static final MemberId OTHER = new MemberId("192.0.2.2:8848");
  private static final MemberId LOST = new MemberId("192.0.2.3:8848");
  private static final long EPOCH = 7;
  private static final ClaimRules RULES =
      new ClaimRules(SELF, EPOCH, Set.of(SELF, OTHER), false, false);
  private static final ClaimRules SETTLING =
      new ClaimRules(SELF, EPOCH, Set.of(SELF, OTHER), true, false);

  private final ApplicationInstance instance = instance(1);
  private final ApplicationInstance another = instance(2);

  @ParameterizedTest
  @CsvSource({
    // told, what others have, whether the other member's record is the same; what follows
    "NOTHING, NONE, true, PUT",
    "NOTHING, PART, true, PUT",
    "SAME, NONE, true, PUT",
    "SAME, UNRELATED, true, KNOWN",
    "SAME, UNRELATED, false, KNOWN",
    "SAME, FIRST_UNRELATED, true, KNOWN",
    "SAME, FIRST_UNRELATED, false, PUT",
    "SAME, PART, true, KNOWN",
    "SAME, PART, false, KNOWN",
    "SAME, FIRST_PART, true, KNOWN",
    "SAME, FIRST_PART, false, PUT",
    "SOMETHING_ELSE, NONE, true, PUT",
    "SOMETHING_ELSE, UNRELATED, true, PUT",
    "SOMETHING_ELSE, FIRST_UNRELATED, true, PUT",
    "SOMETHING_ELSE, PART, true, KNOWN",
    "SOMETHING_ELSE, PART, false, PUT",
    "SOMETHING_ELSE, FIRST_PART, true, KNOWN",
    "SOMETHING_ELSE, FIRST_PART, false, PUT"
  })
  void recordsOfAnotherLivingMember(Told told, Sharing sharing, boolean same, Put expected) {
    Optional<OwnedInstance> there = owned(same ? instance : another, OTHER, 1);

    assertThat(RULES.put(instance, there, told, sharing)).isEqualTo(expected);
    Put settling = SETTLING.put(instance, there, told, sharing);
    assertThat(settling)
        .isEqualTo(expected == Put.PUT && told != Told.NOTHING ? Put.WAIT : expected);
  }

  @ParameterizedTest
  @CsvSource({"NOTHING", "SAME", "SOMETHING_ELSE"})
  void nobodysAndLostMembersRecordsAreClaimed(Told told) {
    for (Sharing each : Sharing.values()) {
      assertThat(RULES.put(instance, Optional.empty(), told, each)).isEqualTo(Put.PUT);
      assertThat(RULES.put(instance, owned(instance, LOST, 1), told, each)).isEqualTo(Put.PUT);
    }
  }

  @Test
  void ownRecordIsClaimedAnewWhenItDiffersOrIsOfAnEarlierStart() {
    assertThat(put(owned(instance, SELF, EPOCH))).isEqualTo(Put.KNOWN);
    assertThat(put(owned(instance, SELF, EPOCH - 1))).isEqualTo(Put.PUT);
    assertThat(put(owned(another, SELF, EPOCH))).isEqualTo(Put.PUT);
  }

  private Put put(Optional<OwnedInstance> there) {
    return RULES.put(instance, there, Told.SAME, Sharing.FIRST_PART);
  }

  @ParameterizedTest
  @CsvSource({
    "UNRELATED, true, true",
    "UNRELATED, false, true",
    "FIRST_UNRELATED, true, true",
    "FIRST_UNRELATED, false, false",
    "NONE, true, false",
    "PART, false, true",
    "FIRST_PART, true, true",
    "FIRST_PART, false, false"
  })
  void recordOfAnotherMemberIsSound(Sharing sharing, boolean same, boolean expected) {
    long told = KnownInstance.fingerprint(instance);
    ApplicationInstance there = same ? instance : another;

    assertThat(RULES.isSound(owned(there, OTHER, 1), told, sharing)).isEqualTo(expected);
    assertThat(RULES.isSound(owned(there, LOST, 1), told, sharing)).isFalse();
    assertThat(RULES.isSound(owned(there, SELF, EPOCH), told, sharing)).isEqualTo(same);
  }

  @Test
  void whatIsGoneIsReleasedByWhomeverHadItLast() {
    Optional<OwnedInstance> own = owned(instance, SELF, EPOCH);
    Optional<OwnedInstance> others = owned(instance, OTHER, 1);

    assertThat(RULES.gone(own, true, false)).isEqualTo(Gone.RELEASE);
    assertThat(RULES.gone(own, true, true)).isEqualTo(Gone.WAIT);
    assertThat(RULES.gone(others, true, true)).isEqualTo(Gone.FORGET);
    assertThat(RULES.gone(others, false, false)).isEqualTo(Gone.FORGET);
    assertThat(RULES.gone(owned(instance, SELF, EPOCH - 1), false, false)).isEqualTo(Gone.FORGET);
    assertThat(SETTLING.gone(own, true, false)).isEqualTo(Gone.WAIT);
  }

  private static Optional<OwnedInstance> owned(
      ApplicationInstance instance, MemberId owner, long epoch) {
    return Optional.of(new OwnedInstance(instance, owner, epoch));
  }

  /** As an observer makes it of some interfaces. */
  private static ApplicationInstance instance(int interfaces) {
    Fleet fleet = new Fleet(1);
    fleet.connect(0, "c", Fleet.provider("c", "10.0.0.1", interfaces, Map.of()));
    fleet.run(Duration.ofSeconds(2));
    Map<InstanceKey, ApplicationInstance> contents = fleet.contents();
    return contents.values().iterator().next();
  }
}
