package io.landbridge.compat.load.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KillsTest {

  private static final List<Step.Took> TOOK =
      List.of(new Step.Took(1_000, 0), new Step.Took(8_000, 80), new Step.Took(2_000, 10));

  @Test
  void spreadsOverWhatChangesSomething() {
    Kills kills = Kills.of(10, 17, TOOK);
    assertThat(kills.points(0, TOOK.get(0))).isEmpty();
    List<Integer> points = kills.points(1, TOOK.get(1));
    assertThat(points).hasSize(8).isSorted().allSatisfy(each -> assertThat(each).isBetween(0, 79));
    points.forEach(each -> kills.happened());
    assertThat(kills.points(2, TOOK.get(2))).hasSize(2);
    assertThat(kills.done()).isEqualTo(8);
  }

  @Test
  void leavesToOthersWhatAStepWasTooFastFor() {
    Kills kills = Kills.of(10, 17, TOOK);
    assertThat(kills.points(0, TOOK.get(0))).isEmpty();
    assertThat(kills.points(1, TOOK.get(1))).hasSize(8);
    kills.happened();
    assertThat(kills.points(2, TOOK.get(2))).hasSize(9);
  }

  @Test
  void choosesTheSamePointsForTheSameSeed() {
    assertThat(Kills.of(10, 17, TOOK).points(1, TOOK.get(1)))
        .isEqualTo(Kills.of(10, 17, TOOK).points(1, TOOK.get(1)))
        .isNotEqualTo(Kills.of(10, 18, TOOK).points(1, TOOK.get(1)));
  }
}
