package io.landbridge.compat.load.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.load.wire.Instance;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WideFleetTest {

  private final WideFleet fleet = new WideFleet(3, 20, 8, 5, 1024);

  @Test
  void urlsAreAsLongAsAsked() {
    for (Instance instance : fleet.instances(7, 3)) {
      int length =
          instance.metadata().entrySet().stream()
              .mapToInt(entry -> entry.getKey().length() + entry.getValue().length() + 2)
              .sum();
      assertThat(length).isBetween(950, 1_100);
    }
  }

  @Test
  void everyProviderIsOfOneApplicationAndHasAddressesOfItsOwn() {
    assertThat(IntStream.range(0, 3).map(each -> fleet.providers(each, 20)).sum()).isEqualTo(20);
    Set<String> addresses = new HashSet<>();
    for (int provider = 0; provider < 20; provider++) {
      fleet.instances(provider, 0).forEach(each -> addresses.add(each.address()));
    }
    assertThat(addresses).hasSize(100);
    assertThat(fleet.services(4))
        .isEqualTo(fleet.services(1))
        .doesNotContainAnyElementsOf(fleet.services(0));
  }

  @Test
  void oneApplicationHasOneDocument() {
    assertThat(fleet.document(1)).isEqualTo(fleet.document(4));
    assertThat(fleet.document(1).revision()).isNotEqualTo(fleet.document(2).revision());
    assertThat(fleet.applicationInstance(4).metadata())
        .containsEntry("dubbo.metadata.revision", fleet.document(1).revision());
  }
}
