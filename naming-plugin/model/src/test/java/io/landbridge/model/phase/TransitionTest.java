package io.landbridge.model.phase;

import static io.landbridge.model.BridgePhase.CUT_OVER;
import static io.landbridge.model.BridgePhase.DONE;
import static io.landbridge.model.BridgePhase.DUAL_WRITE;
import static io.landbridge.model.BridgePhase.OFF;
import static io.landbridge.model.BridgePhase.SHADOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.BridgePhase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TransitionTest {

  /** Every way there is, written down a second time: what is not here must not be possible. */
  private static final Map<List<BridgePhase>, Set<Condition>> WAYS =
      Map.of(
          List.of(OFF, SHADOW), EnumSet.of(Condition.LEGACY_KNOWN),
          List.of(SHADOW, DUAL_WRITE), EnumSet.of(Condition.LEGACY_KNOWN, Condition.FIRST_SYNC),
          List.of(DUAL_WRITE, CUT_OVER), EnumSet.complementOf(EnumSet.of(Condition.ARRIVED)),
          List.of(CUT_OVER, DONE), EnumSet.of(Condition.ARRIVED),
          List.of(DONE, SHADOW), EnumSet.of(Condition.LEGACY_KNOWN),
          List.of(SHADOW, OFF), Set.of(),
          List.of(DUAL_WRITE, SHADOW), Set.of(),
          List.of(CUT_OVER, DUAL_WRITE), Set.of(),
          List.of(DONE, OFF), Set.of());

  private static Stream<Transition> all() {
    return Transition.all().stream();
  }

  @Property
  void thereIsNoOtherWay(@ForAll BridgePhase from, @ForAll BridgePhase to) {
    Optional<Transition> transition = Transition.between(from, to);

    assertThat(transition.map(Transition::conditions))
        .isEqualTo(Optional.ofNullable(WAYS.get(List.of(from, to))));
  }

  @Test
  void thePictureShowsEveryWay() throws Exception {
    List<String> drawn =
        Pattern.compile("<path id=\"([^\"]+)\"")
            .matcher(Files.readString(Path.of("../../docs/bridge-phases.svg")))
            .results()
            .map(each -> each.group(1))
            .toList();

    assertThat(drawn)
        .containsExactlyInAnyOrderElementsOf(
            all().map(each -> each.from() + "-" + each.to()).toList());
  }

  @Test
  void noWayIsThereTwice() {
    assertThat(all().map(each -> List.of(each.from(), each.to()))).doesNotHaveDuplicates();
    assertThat(all()).hasSize(WAYS.size());
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyConditionStandsInTheWayAndNothingElse(Transition transition) {
    assertThat(transition.unmet(transition.conditions())).isEmpty();
    assertThat(transition.unmet(Set.of())).hasSameElementsAs(transition.conditions());
    for (Condition condition : transition.conditions()) {
      Set<Condition> others = EnumSet.allOf(Condition.class);
      others.remove(condition);
      assertThat(transition.unmet(others)).containsExactly(condition);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyStepForthButTheLastHasAWayBack(Transition transition) {
    if (transition.back()) {
      assertThat(transition.conditions()).isEmpty();
      assertThat(transition.to()).isLessThan(transition.from());
    } else if (transition.to() != DONE && transition.from() != DONE) {
      assertThat(Transition.between(transition.to(), transition.from()))
          .hasValueSatisfying(way -> assertThat(way.back()).isTrue());
    }
    assertThat(transition.effect()).isNotBlank().doesNotEndWith(".");
  }
}
