package io.landbridge.compat.load.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.compat.load.fleet.DubboProvider;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GeneratedFleetTest {

  private static final GeneratedFleet FLEET = new GeneratedFleet(200, 2_000, 5_000);

  @Test
  void hasAsMuchOfEverythingAsWanted() {
    List<DubboProvider> all =
        IntStream.range(0, FLEET.applications())
            .mapToObj(FLEET::processes)
            .flatMap(List::stream)
            .toList();
    assertThat(all).hasSize(5_000);
    assertThat(all.stream().map(DubboProvider::ip).distinct()).hasSize(5_000);
    assertThat(all.stream().map(DubboProvider::application).distinct()).hasSize(200);
    assertThat(all.stream().flatMap(each -> each.interfaces().stream()).distinct()).hasSize(2_000);
  }

  @Test
  void announcesCallsOfWhatIsOffered() {
    var offered =
        IntStream.range(0, FLEET.applications())
            .mapToObj(FLEET::processes)
            .flatMap(List::stream)
            .flatMap(each -> each.interfaces().stream())
            .map(each -> "consumers:" + each + ":")
            .collect(Collectors.toSet());
    List<String> calls =
        IntStream.range(0, FLEET.applications())
            .mapToObj(FLEET::calls)
            .flatMap(each -> each.keySet().stream())
            .toList();
    assertThat(offered).containsAll(calls);
    assertThat(calls).hasSizeGreaterThan(300);
    assertThat(FLEET.services()).isEqualTo(2_000 + (int) calls.stream().distinct().count());
  }

  @Test
  void refusesWhatIsNoFleet() {
    assertThatThrownBy(() -> new GeneratedFleet(10, 9, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10, 9, 10");
  }
}
