package io.landbridge.observe.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RollingPassTest {

  private static final long PERIOD = 30_000;
  private static final List<String> UNITS =
      IntStream.range(0, 50_000).mapToObj(each -> "u" + each).toList();

  private final RollingPass pass = new RollingPass(PERIOD);

  @Test
  void everyUnitHasItsTurnWithinThePeriodAndTheWorkIsSpread() {
    firstPass();
    assertThat(pass.mustStart(PERIOD - 1)).isFalse();
    assertThat(pass.mustStart(PERIOD)).isTrue();
    pass.start(UNITS, PERIOD);

    List<String> seen = new ArrayList<>();
    int most = 0;
    for (long now = PERIOD; now <= 2 * PERIOD; now += 1_000) {
      int before = seen.size();
      do {
        List<String> slice = pass.slice(now);
        assertThat(slice).hasSizeLessThanOrEqualTo(RollingPass.SLICE);
        seen.addAll(slice);
      } while (pass.isBehind() && !pass.isThroughUnits());
      most = Math.max(most, seen.size() - before);
    }

    assertThat(seen).isEqualTo(UNITS);
    assertThat(pass.isThroughUnits()).isTrue();
    assertThat(most).isLessThan(UNITS.size() / 25);
  }

  @Test
  void aHurriedPassIsAlwaysBehindUntilItIsThrough() {
    assertThat(pass.mustStart(0)).isTrue();
    firstPass();
    pass.hurry();
    assertThat(pass.mustStart(1)).isTrue();
  }

  private void firstPass() {
    pass.start(UNITS, 0);
    int slices = 0;
    while (!pass.isThroughUnits()) {
      assertThat(pass.isBehind()).isTrue();
      pass.slice(0);
      slices++;
    }
    assertThat(slices).isEqualTo((UNITS.size() + RollingPass.SLICE - 1) / RollingPass.SLICE);
    pass.end();
    assertThat(pass.isBehind()).isFalse();
  }
}
